"""A position as a value: copied, compared, sent and shown; and numbers that are not Python's."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any

import pytest
from librt.random import Random

import fourleaf
from fourleaf import BadSeat, BadStart, Game, IllegalMove, NotAMove, NothingToUndo, State
from fourleaf.engine.playout import random_action
from fourleaf.games import GAMES
from tests.kit.walks import Table, Walk, every_table

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def sent(state: State) -> State:
    arrived: State = pickle.loads(pickle.dumps(state))  # noqa: S301  # our own
    return arrived


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_a_position_is_copied_compared_sent_and_shown(table: Table) -> None:
    for state in Walk(table, 5, 10_000).sample(8):
        assert repr(state) == table.game.notation.write(state)
        for twin in (state.clone(), copy.copy(state), copy.deepcopy(state), sent(state)):
            assert twin is not state
            assert twin == state
            assert type(twin) is type(state)
            if state.actor() >= 0:
                twin.apply(random_action(twin, Random(1)))
                assert twin != state
                assert state == state.clone(), "what happens to a copy happens to it alone"


@EVERY_GAME
def test_positions_of_other_games_and_other_things_are_not_equal(game: Game[Any, Any]) -> None:
    state = game.begin(game.seats[-1])
    for other in GAMES.values():
        assert (state == other.begin(other.seats[-1])) == (other is game)
    assert state != repr(state)


def test_a_position_has_no_hash_and_says_what_has() -> None:
    with pytest.raises(TypeError, match=r"a State changes, so it has no hash; its repr\(\) can be a key"):
        hash(fourleaf.game("treasure").begin(2))


class Alone(State):
    """A State that belongs to no game."""


def test_a_state_without_a_game_is_only_itself() -> None:
    one = Alone()
    assert one == copy.copy([one])[0]
    assert one != Alone()
    assert "Alone object at" in repr(one)
    with pytest.raises(TypeError, match="Alone belongs to no game"):
        pickle.dumps(one)


@EVERY_GAME
def test_a_game_begins_with_its_usual_options_or_with_those_that_are_wished(game: Game[Any, Any]) -> None:
    usual = {option.name: option.usual for option in game.options}
    for seats in game.seats:
        assert game.begin(seats) == game.begin(seats, {}) == game.begin(seats, usual)
    for option in game.options:
        other = {option.name: option.values[1]}
        assert game.begin(game.seats[-1], other) != game.begin(game.seats[-1], usual)


def test_a_beginning_that_cannot_be_is_refused() -> None:
    game = fourleaf.game("wichtel")
    with pytest.raises(BadStart, match="has 3 to 5 seats, not 2"):
        game.begin(2)
    with pytest.raises(BadStart, match="there is no option speed"):
        game.begin(3, {"speed": 2})
    with pytest.raises(BadStart, match="option target cannot be 98; it can be 99 and 50"):
        game.begin(3, {"target": 98})


def test_help_on_a_state_helps() -> None:
    assert (State.__doc__ or "").startswith("One position of one game")
    assert (
        State.legal.__doc__
        == "The actions that may be taken now: ascending, distinct, and none only when the game is over."
    )
    treasure = type(fourleaf.game("treasure").begin(2))
    assert treasure.__doc__
    told = subprocess.run(
        [sys.executable, "-c", "import fourleaf; help(fourleaf.State)"], capture_output=True, text=True, check=True
    ).stdout
    assert "A full position that `seat` (or WATCHER) cannot tell from this one." in told


def test_every_module_of_a_game_is_where_it_is_said_to_be() -> None:
    words = "import fourleaf.games.wichtel.rules as r; import fourleaf.games.wichtel.view; print(fourleaf.games())"
    words += "; print(r is fourleaf.games.wichtel.rules)"
    told = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True).stdout
    assert told.splitlines() == [str(list(GAMES)), "True"]


# Whole numbers


class Counted:
    """A whole number of another kind, such as numpy's."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __index__(self) -> int:
        return self._number

    def __eq__(self, other: object) -> bool:
        return other == self._number

    def __hash__(self) -> int:
        return hash(self._number)


def test_whole_numbers_of_any_kind_are_whole_numbers() -> None:
    kind: Any = Counted
    match = fourleaf.game("wichtel").start(seats=kind(3), seed=kind(7), options={"target": kind(50)})
    usual = fourleaf.game("wichtel").start(seats=3, seed=7, options={"target": 50})
    assert match.record().to_json() == usual.record().to_json()
    assert match.view(kind(0)) == usual.view(0)
    assert match.glimpse(kind(match.legal[0]), kind(1)) == usual.glimpse(usual.legal[0], 1)
    match.play(kind(match.legal[0]))
    usual.play(usual.legal[0])
    assert match.record().to_json() == usual.record().to_json()
    assert match.log(kind(1)) == usual.log(1)
    match.rewind(kind(0))
    assert match.ply == 0


@pytest.mark.parametrize("wish", [1.0, True, None, [1], 1j])
def test_what_is_no_whole_number_is_refused_and_changes_nothing(wish: Any) -> None:
    game = fourleaf.game("treasure")
    match = game.start(3, seed=7)
    before = match.record()
    with pytest.raises(NotAMove, match="there is no action"):
        match.play(wish)
    with pytest.raises(BadSeat, match="there is no seat"):
        match.view(wish)
    with pytest.raises(NothingToUndo, match="the match has plies 0 to"):
        match.rewind(wish)
    with pytest.raises(BadStart, match="has 2 to 4 seats"):
        game.start(wish)
    if wish is not None:
        with pytest.raises(BadStart, match="a seed is a whole number"):
            game.start(3, seed=wish)
    assert match.record() == before


def test_a_copy_of_a_match_has_the_same_dice_ahead_and_an_imagined_world_has_others() -> None:
    match = fourleaf.game("treasure").start(3, seed=7)
    ahead = []
    for _ in range(4):
        twin = match.copy()
        twin.play(twin.legal[0])
        ahead.append(twin.actions)
    assert len(set(ahead)) == 1
    ends = set()
    for seed in range(8):
        world = match.knowledge(match.actor).imagine(Random(seed))
        for _ in range(6):
            world.apply(random_action(world, Random(seed)))
        ends.add(repr(world))
    assert len(ends) > 1


def test_an_illegal_number_still_names_its_clause() -> None:
    match = fourleaf.game("treasure").start(3, seed=7)
    with pytest.raises(IllegalMove, match=r"colour cards stay secret until the race is run \(T3\.3\)"):
        match.play(Counted(71))  # type: ignore[arg-type]
