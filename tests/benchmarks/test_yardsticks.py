"""The yardsticks are the games that they are said to be; a wrong game would measure nothing."""

from __future__ import annotations

import pytest
from librt.random import Random

from benchmarks.yardsticks.connect_four import ConnectFour, drawn
from benchmarks.yardsticks.pig import HOLD, ROLL, Pig
from fourleaf import CHANCE, OVER, State
from fourleaf.engine.playout import play_out, play_out_many


def play(state: State, *actions: int) -> None:
    for action in actions:
        assert action in list(state.legal())
        state.apply(action)


def test_a_one_loses_what_was_gathered_and_the_turn() -> None:
    pig = Pig()
    play(pig, ROLL)
    assert pig.actor() == CHANCE
    play(pig, 4, ROLL, 0)
    assert pig.actor() == 1
    assert list(pig.scores()) == [0, 0]


def test_hold_keeps_what_was_gathered_and_100_points_win() -> None:
    pig = Pig()
    for _ in range(17):
        play(pig, ROLL, 5)
    assert list(pig.legal()) == [HOLD], "who has gathered enough must hold"
    play(pig, HOLD)
    assert pig.actor() == OVER
    assert list(pig.ranks()) == [0, 1]


@pytest.mark.parametrize(
    ("columns", "won"),
    [
        ([0, 1, 0, 1, 0, 1, 0], True),  # up
        ([0, 0, 1, 1, 2, 2, 3], True),  # across
        ([0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3], True),  # on the rising slant
        ([6, 5, 5, 4, 4, 3, 4, 3, 3, 0, 3], True),  # on the falling slant
        ([0, 0, 0, 0, 0, 0, 1], False),
    ],
)
def test_four_in_a_row_win(columns: list[int], won: bool) -> None:
    board = ConnectFour()
    play(board, *columns)
    assert (board.actor() == OVER) == won, drawn(board)
    assert list(board.scores()) == ([1, 0] if won else [0, 0])


def test_a_full_column_takes_no_more() -> None:
    board = ConnectFour()
    play(board, 0, 0, 0, 0, 0, 0)
    assert list(board.legal()) == [1, 2, 3, 4, 5, 6]


def test_random_games_are_as_long_as_the_peers() -> None:
    # OpenSpiel's random games take 181 actions of pig and 21.3 of connect four.
    assert play_out_many(Pig(), 400, Random(1)) / 400 == pytest.approx(181, abs=12)
    assert play_out_many(ConnectFour(), 400, Random(1)) / 400 == pytest.approx(21.3, abs=1.5)


def test_a_clone_of_a_yardstick_shares_nothing() -> None:
    for state in (Pig(), ConnectFour()):
        play_out(state.clone(), Random(1))
        assert list(state.scores()) == [0, 0]
        assert state.actor() == 0
