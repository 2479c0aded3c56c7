"""Random games in bulk, and the counts over them."""

from __future__ import annotations

import pytest
from librt.random import Random

from fourleaf import OVER
from fourleaf.engine.playout import Tally, play_out, play_out_many, tally_random_games
from fourleaf.games.treasure import GAME


def test_a_playout_ends_and_counts_its_actions() -> None:
    state = GAME.rules.begin(2, {})
    assert play_out(state, Random(1)) > 10
    assert state.actor() == OVER


def test_many_playouts_leave_the_first_position_alone() -> None:
    start = GAME.rules.begin(2, {})
    before = GAME.notation.write(start)
    assert play_out_many(start, 10, Random(1)) > 100
    assert GAME.notation.write(start) == before


def test_the_same_seed_gives_the_same_games() -> None:
    start = GAME.rules.begin(3, {})
    assert play_out_many(start, 20, Random(5)) == play_out_many(start, 20, Random(5))


def test_a_tally_adds_up() -> None:
    tally = Tally(3)
    tally_random_games(GAME.rules.begin(3, {}), 200, Random(1), tally)
    assert tally.games == 200
    assert sum(tally.wins) + int(tally.nobody) == pytest.approx(200)
    assert tally.scores == [round(wins) for wins in tally.wins]
    assert tally.longest * 200 >= tally.decisions
    assert tally.widest == 3


def test_a_shared_victory_is_shared_out() -> None:
    tally = Tally(3)
    tally.finish(GAME.position("over 0 - - 83/3/83/0 RBY -/-/- -/-/-"))
    assert tally.wins == [0.5, 0.0, 0.5]
    assert tally.nobody == 0


def test_a_disclosure_is_no_luck() -> None:
    tally = Tally(2)
    tally.note(GAME.position("show 0 - - 84/3/0/0 RB -/- -/-"))
    tally.note(GAME.position("roll 0 - - 4/3/0/0 RB R1R2R3/B1B2B3 -/-"))
    assert (tally.chances, tally.decisions) == (1, 0)
