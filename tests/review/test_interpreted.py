"""A match looked back on without a compiler: the same functions, so little of them that it takes a second."""

from __future__ import annotations

import pytest

import fourleaf
from fourleaf import Beginning
from fourleaf.engine.sentences import seat_name
from fourleaf.review import review

ONE_CARD = "card 0 4+4 - 82/82/0/0 RB R1Y1Y2/B2B3G2 -/-"
"""Red, which the first seat backs, is one card from the treasure, and so is blue, which the second seat backs."""


def test_a_missed_win_is_a_turning_point_and_the_balances_add_up() -> None:
    game = fourleaf.game("treasure")
    match = game.start(2, seed=1, beginning=Beginning(position=ONE_CARD))
    match.play("play Y1")
    while not match.is_over:
        match.play(match.legal[0])
    found = review(match.record(), effort=10)
    [first, *_] = found.turning_points
    assert (first.ply, first.seat, first.played.move, first.better.move) == (0, 0, "play Y1", "play R1")
    assert first.better.line == f"{seat_name(0)} plays red ×1: red 84 treasure"
    assert first.gain.low > 0
    assert found.deciders == tuple(match.deciders)
    for each in found.balances:
        assert each.start + each.luck.mean + each.own.mean + each.others.mean == pytest.approx(each.end)
