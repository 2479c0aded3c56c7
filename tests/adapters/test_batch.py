"""Many games at once: the arrays say what the games say, and a game's luck is its own."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import fourleaf
from fourleaf import OVER, BadSeat, BadStart, UnknownGame
from fourleaf.adapters.arrays import observed
from fourleaf.adapters.batch import BatchArrays
from fourleaf.adapters.learner_game import BadDecision
from fourleaf.bots import UnknownBot
from fourleaf.engine.playout import worth_of_ranks
from fourleaf.games import GAMES
from tests.adapters.tables import TABLES

STEPS = 60


def chosen(games: BatchArrays, step: int) -> Any:
    """A legal number for each game that depends on the step and on what is legal there, and on no other game."""
    return games.legal[np.arange(len(games)), (step * 7 + games.count) % games.count]


def true_states(games: BatchArrays) -> list[Any]:
    return games._core.states


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_arrays_say_what_the_games_say(name: str, seats: int) -> None:
    games = fourleaf.batch(name, 5, seats, seed=3)
    game = GAMES[name]
    for step in range(STEPS):
        for place, state in enumerate(true_states(games)):
            actor = int(state.actor())
            assert games.actor[place] == actor >= 0
            assert (games.observation[place] == observed(state, actor, len(game.observation(seats)))).all()
            numbers = [int(state.decision(action)) for action in state.legal()]
            assert games.legal[place, : games.count[place]].tolist() == numbers
            assert (games.legal[place, games.count[place] :] == -1).all()
            assert np.flatnonzero(games.mask[place]).tolist() == sorted(numbers)
        games.step(chosen(games, step))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_ends_is_rewarded_and_begins_again(name: str) -> None:
    seats = GAMES[name].seats[-1]
    games = fourleaf.batch(name, 3, seats, seed=5)
    ends = 0
    for step in range(20_000):
        before = [state.clone() for state in true_states(games)]
        decided = chosen(games, step)
        games.step(decided)
        for place in np.flatnonzero(games.done):
            ended = before[place]
            ended.apply(ended.decided(int(decided[place])))
            assert games.rewards[place].tolist() == pytest.approx(worth_of_ranks(games.ranks[place].tolist()))
            # What chance did after the last decision is not known here; where it did nothing the ranks are at hand.
            if ended.actor() == OVER:
                assert games.ranks[place].tolist() == [int(rank) for rank in ended.ranks()]
            ends += 1
        assert not games.rewards[~games.done].any()
        if ends >= 3:
            return
    pytest.fail("no game has ended")


@pytest.mark.parametrize("name", GAMES)
def test_a_games_luck_depends_on_the_seed_and_its_place_alone(name: str) -> None:
    seats = GAMES[name].seats[-1]
    many, few, other = (fourleaf.batch(name, n, seats, seed=seed) for n, seed in ((9, 1), (4, 1), (4, 2)))
    differs = False
    for step in range(STEPS):
        assert (many.observation[:4] == few.observation).all()
        differs |= bool((few.observation != other.observation).any())
        for games in (many, few, other):
            games.step(chosen(games, step))
    assert differs


def test_an_illegal_number_is_refused_by_its_place_and_nothing_has_happened() -> None:
    games = fourleaf.batch("treasure", 4, 2, seed=1)
    before = games.observation.copy()
    decided = chosen(games, 0)
    for wrong in (-1, 16, 10**9, int(np.flatnonzero(~games.mask[2])[0])):
        decided[2] = wrong
        with pytest.raises(BadDecision, match=rf"in game 2 {wrong} is not legal now; legal are \d"):
            games.step(decided)
        assert (games.observation == before).all()
    for wish in ([0], np.zeros(4), np.zeros((4, 2), int)):
        with pytest.raises(BadStart, match="4 whole numbers are decided at once"):
            games.step(wish)


def test_wishes_that_cannot_be_are_refused() -> None:
    for n in (0, -3, 1.5):
        with pytest.raises(BadStart, match="one game or more"):
            fourleaf.batch("treasure", n, 2)  # type: ignore[arg-type]
    with pytest.raises(BadStart, match="2 to 4 seats, not 5"):
        fourleaf.batch("treasure", 1, 5)
    with pytest.raises(UnknownGame):
        fourleaf.batch("chess", 1, 2)
    with pytest.raises(UnknownBot):
        fourleaf.batch("treasure", 1, 2, rivals="nobody")
    with pytest.raises(BadSeat, match="seats 0 and 1, and no 2"):
        fourleaf.batch("treasure", 1, 2, rivals={2: "random"})
    with pytest.raises(BadSeat, match="none to learn in"):
        fourleaf.batch("treasure", 1, 2, rivals={0: "random", 1: "random"})


def test_rivals_decide_in_their_seats_and_the_learner_in_the_others() -> None:
    asked = []

    def policy(observation: Any, mask: Any) -> Any:
        assert observation.shape[0] == mask.shape[0] > 0
        assert mask.any(axis=1).all()
        asked.append(len(mask))
        return mask.argmax(axis=1)

    games = fourleaf.batch("treasure", 6, 4, seed=1, rivals={0: "random", 1: policy, 3: "greedy"})
    for step in range(STEPS):
        assert (games.actor == 2).all()
        games.step(chosen(games, step))
    assert sum(asked) > STEPS

    def cheat(observation: Any, mask: Any) -> Any:
        return np.full(len(mask), 99)

    with pytest.raises(BadDecision, match="99 is not legal"):
        fourleaf.batch("treasure", 2, 2, seed=1, rivals={0: cheat})


def test_one_rival_for_all_leaves_seat_0_and_plays_alike_with_the_same_seed() -> None:
    one, twin = (fourleaf.batch("wichtel", 3, 3, seed=4, rivals="greedy") for _ in range(2))
    for step in range(10):
        assert (one.actor == 0).all()
        assert (one.observation == twin.observation).all()
        one.step(chosen(one, step))
        twin.step(chosen(twin, step))


def test_the_arrays_outlive_the_batch_that_made_them() -> None:
    kept = fourleaf.batch("treasure", 64, 2, seed=1).observation
    assert kept.min() == 0.0
    assert kept.max() == 1.0
    kept[:] = 7.0
    assert (kept == 7.0).all()


def test_fourleaf_loads_no_extra_and_says_which_one_is_missing() -> None:
    program = """
import sys, fourleaf
loaded = {"numpy", "gymnasium", "pettingzoo", "pyspiel", "fourleaf.adapters"} & set(sys.modules)
assert not loaded, loaded
for hidden, adapter, extra in (
    ("numpy", "batch", "rl"),
    ("pettingzoo", "pettingzoo", "rl"),
    ("gymnasium", "gymnasium", "rl"),
    ("pyspiel", "openspiel", "openspiel"),
):
    sys.modules[hidden] = None
    try:
        __import__(f"fourleaf.adapters.{adapter}")
    except fourleaf.FourleafError as error:
        assert str(error) == f"{hidden} is not installed; pip install 'fourleaf[{extra}]' brings it", error
        assert isinstance(error, ImportError)
    else:
        raise AssertionError(adapter)
    del sys.modules[hidden]
"""
    subprocess.run([sys.executable, "-c", program], check=True)
