"""Nothing that an adapter shows a seat tells a world that it imagines from the true one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
import pytest
from librt.random import Random

import fourleaf
import fourleaf.adapters.openspiel  # registers the games
from fourleaf.adapters.gymnasium import SeatEnv
from fourleaf.adapters.pettingzoo import env
from fourleaf.games import GAMES
from tests.adapters.tables import TABLES

MOMENTS = 25
Shown = list[Any]


def plain(shown: Any) -> Shown:
    """Arrays as lists, so that they can be compared."""
    if isinstance(shown, dict):
        return [(name, plain(value)) for name, value in shown.items()]
    return list(shown.tolist()) if isinstance(shown, np.ndarray) else [shown]


def hold(table: Any, name: str, seats: int, shown: Callable[[int], Shown], go_on: Callable[[int], None]) -> None:
    """Put imagined worlds in the place of the true one and look whether a seat is shown something else."""
    others = 0
    for moment in range(MOMENTS):
        true = table.state
        for seat in range(seats):
            before = shown(seat)
            for stream in range(2):
                table.state = true.imagine(seat, Random(100 * moment + stream))
                others += repr(table.state) != repr(true)
                assert shown(seat) == before
            table.state = true
        go_on(moment)
    assert (others > 0) == GAMES[name].hidden


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_pettingzoo_shows_what_a_seat_knows(name: str, seats: int) -> None:
    made = env(name, seats)
    made.reset(seed=1)

    def shown(seat: int) -> Shown:
        agent = made.possible_agents[seat]
        # The infos are made with the position that they are about.
        made._call_the_actor()
        return [plain(made.observe(agent)), plain(made.infos[agent]), made.agent_selection]

    def go_on(moment: int) -> None:
        made._call_the_actor()
        legal = np.flatnonzero(made.infos[made.agent_selection]["action_mask"])
        made.step(int(legal[moment % len(legal)]))
        if not any(made.terminations.values()):
            return
        made.reset()

    hold(made._table, name, seats, shown, go_on)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_gymnasium_shows_what_the_learner_knows(name: str, seats: int) -> None:
    made = SeatEnv(name, seats)
    made.reset(seed=1)

    def shown(seat: int) -> Shown:
        made._seat = seat
        observation, told = made._shown()
        answer = [plain(observation), plain(told), made.action_masks().tolist()]
        made._seat = 0
        return answer

    def go_on(moment: int) -> None:
        legal = np.flatnonzero(made.action_masks())
        *_, over, _, _ = made.step(legal[moment % len(legal)])
        if over:
            made.reset()

    hold(made._table, name, seats, shown, go_on)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_openspiel_observers_show_what_a_player_knows(name: str, seats: int) -> None:
    game = pyspiel.load_game(f"fourleaf_{name}(players={seats})")
    observer = game.make_py_observer()
    state, rng = game.new_initial_state(), np.random.default_rng(1)
    others = 0
    for _ in range(2 * MOMENTS):
        for player in range(seats):
            before = told(state, observer, player)
            world = state.resample_from_infostate(player, rng.random)
            others += str(world) != str(state)
            assert told(world, observer, player) == before
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    assert (others > 0) == GAMES[name].hidden


def told(state: Any, observer: Any, player: int) -> Shown:
    observer.set_from(state, player)
    legal = state.legal_actions() if state.current_player() == player else []
    words = [state.action_to_string(player, action) for action in legal]
    recalled = state.information_state_string(player)
    return [observer.tensor.tolist(), observer.string_from(state, player), recalled, legal, words]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_batch_shows_what_the_actor_knows(name: str, seats: int) -> None:
    games = fourleaf.batch(name, 2, seats, seed=1)
    core = games._core
    others = 0
    for moment in range(MOMENTS):
        before = [row.tolist() for row in (games.actor, games.observation, games.mask, games.legal, games.count)]
        true = list(core.states)
        for place, state in enumerate(true):
            world = state.imagine(state.actor(), Random(moment))
            others += repr(world) != repr(state)
            core.states[place] = world
            games.observation[place] = 0
            core._show(place)
        assert [
            row.tolist() for row in (games.actor, games.observation, games.mask, games.legal, games.count)
        ] == before
        for place, state in enumerate(true):
            core.states[place] = state
        games.step(games.legal[np.arange(2), moment % games.count])
    assert (others > 0) == GAMES[name].hidden


def test_a_leak_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    made = env("treasure", 2)
    table = made._table
    true_observation = table.observation

    def leaky(seat: int) -> Any:
        observation = true_observation(seat)
        observation[-1] = table.state.colours[1 - seat] / 3
        return observation

    monkeypatch.setattr(table, "observation", leaky)
    made.reset(seed=1)
    with pytest.raises(AssertionError):
        hold(table, "treasure", 2, lambda seat: plain(made.observe(f"seat_{seat}")), lambda moment: None)
