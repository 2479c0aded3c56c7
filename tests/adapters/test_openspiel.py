"""OpenSpiel's own tests for every game at every number of seats, and its algorithms on ours."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import evaluate_bots, ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.bots import uniform_random
from open_spiel.python.observation import make_observation

import fourleaf.adapters.openspiel  # noqa: F401  # registers the games
from fourleaf import BadStart
from fourleaf.adapters.arrays import observed
from fourleaf.games import GAMES
from tests.adapters.tables import FEWEST, TABLES


def loaded(name: str, seats: int) -> Any:
    return pyspiel.load_game(f"fourleaf_{name}(players={seats})")


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_random_sim_test(name: str, seats: int) -> None:
    pyspiel.random_sim_test(loaded(name, seats), num_sims=1, serialize=False, verbose=False)


def test_random_sim_test_with_serialisation() -> None:
    pyspiel.random_sim_test(loaded("treasure", 3), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "seats"), FEWEST)
def test_a_position_that_was_written_down_plays_on_alike(name: str, seats: int) -> None:
    game = loaded(name, seats)
    state = walked(game, 60)
    twin = game.deserialize_state(state.serialize())
    assert str(twin) == str(state)
    assert twin.clone().legal_actions() == state.legal_actions()
    assert twin.information_state_string(0) == state.information_state_string(0)


def walked(game: Any, plies: int) -> Any:
    state, rng = game.new_initial_state(), np.random.default_rng(1)
    while plies and not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        plies -= 1
    return state


def test_a_clone_is_a_position_of_its_own() -> None:
    state = walked(loaded("treasure", 2), 12)
    before, recalled = str(state), state.information_state_string(0)
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert (str(state), state.information_state_string(0)) == (before, recalled)
    assert len(twin.information_state_string(0)) > len(recalled)


def test_parameters_are_players_and_options() -> None:
    game = pyspiel.load_game("fourleaf_korrigans(players=4,placement=free,late_sacrifice=True)")
    assert game.num_players() == 4
    assert len(game.new_initial_state().legal_actions()) == 17
    with pytest.raises((BadStart, pyspiel.SpielError)):
        pyspiel.load_game("fourleaf_korrigans(players=9)")


def test_an_observer_names_what_it_shows_and_recalls() -> None:
    game = loaded("treasure", 3)
    state = walked(game, 20)
    observation = make_observation(game)
    observation.set_from(state, player=1)
    layout = GAMES["treasure"].observation(3)
    assert (observation.tensor == observed(state.world, 1, len(layout))).all()
    assert {name: part.shape for name, part in observation.dict.items()} == {part.name: part.shape for part in layout}
    view = GAMES["treasure"].view.view(state.world, 1)
    assert observation.string_from(state, 1) == msgspec.json.encode(view).decode()
    recall = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    assert recall.string_from(state, 1) == state.information_state_string(1)


def test_its_ismcts_plays_our_games() -> None:
    game, rng = loaded("treasure", 2), np.random.RandomState(1)
    searcher = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng),
        uct_c=2.0,
        max_simulations=8,
        random_state=rng,
    )
    state = game.new_initial_state()
    searched = 0
    while not state.is_terminal():
        if state.current_player() == 0:
            action = searcher.step(state)
            assert action in state.legal_actions()
            searched += 1
        else:
            action = rng.choice(state.legal_actions())
        state.apply_action(action)
    assert searched > 2
    assert sum(state.returns()) == 0.0


def test_its_evaluation_plays_our_games() -> None:
    game, rng = loaded("wichtel", 3), np.random.RandomState(1)
    blind = [uniform_random.UniformRandomBot(player, rng) for player in range(3)]
    returns = evaluate_bots.evaluate_bots(game.new_initial_state(), blind, rng)
    assert sum(returns) == pytest.approx(0.0)
    assert all(-1.0 <= value <= 1.0 for value in returns)


def test_its_mccfr_learns_on_our_games() -> None:
    np.random.seed(1)  # the solver draws from there
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(loaded("treasure", 2))
    for _ in range(3):
        solver.iteration()
    assert solver._infostates
