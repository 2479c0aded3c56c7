"""Intervals: they cover what they promise to cover, and looking often does not fool the sequential ones."""

from __future__ import annotations

import random

import pytest

from fourleaf.arena.estimates import Estimate, Wager, estimated, lower_bound, sequential, student


@pytest.mark.parametrize(
    ("share", "freedom", "quantile"),
    [(0.975, 3, 3.182), (0.975, 10, 2.228), (0.975, 60, 2.000), (0.95, 4, 2.132), (0.95, 20, 1.725)],
)
def test_students_quantiles_are_those_of_the_printed_tables(share: float, freedom: int, quantile: float) -> None:
    assert student(share, freedom) == pytest.approx(quantile, rel=0.01)


@pytest.mark.parametrize("chance", [0.5, 0.8, 0.95])
def test_an_interval_over_blocks_covers_the_truth_as_often_as_it_says(chance: float) -> None:
    rng = random.Random(1)
    covered = bounded = 0
    for _ in range(1000):
        # Two games that share their luck: mostly the same outcome, so they count for little more than one.
        lucks = [rng.random() < chance for _ in range(40)]
        blocks = [(luck + (luck if rng.random() < 0.7 else rng.random() < chance)) / 2 for luck in lucks]
        found = estimated([blocks], 0, 1)
        assert found.low is not None
        assert found.high is not None
        assert found.at_least is not None
        covered += found.low <= chance <= found.high
        bounded += found.at_least <= chance
    assert 940 <= covered <= 980
    assert bounded >= 940


def test_pairings_weigh_alike_however_many_blocks_they_have() -> None:
    found = estimated([[1.0] * 10, [0.0] * 30], 0, 1)
    assert found.mean == 0.5
    assert estimated([[1.0, 0.5] * 20], 0, 1).mean == 0.75


def test_a_rank_is_estimated_on_its_own_scale() -> None:
    ranks = [0.0, 1.5, 2.0, 3.0, 0.5, 1.0]
    found, share = estimated([ranks], 0, 4), estimated([[rank / 4 for rank in ranks]], 0, 1)
    assert found.low is not None
    assert share.low is not None
    assert found.low == pytest.approx(4 * share.low)


def test_a_few_wins_are_no_certainty_and_fewer_say_nothing() -> None:
    assert estimated([[1.0] * 4], 0, 1) == Estimate(1.0)
    assert estimated([[1.0] * 4], 0, 1).verdict == "open"
    assert estimated([[0.6] * 5], 0, 1).verdict == "open"
    ten = estimated([[1.0] * 10], 0, 1)
    assert ten.at_least is not None
    assert 0.7 < ten.at_least < 1.0
    assert ten.verdict == "beats"
    assert estimated([[0.0] * 10], 0, 1).verdict == "loses"


def test_who_looks_after_every_block_is_seldom_fooled() -> None:
    rng = random.Random(2)
    fooled = 0
    for _ in range(400):
        wager = Wager(0.5)
        for _ in range(300):
            wager.add(rng.choice((0.0, 0.5, 1.0)))
            if wager.won():
                fooled += 1
                break
    assert fooled <= 20


def test_a_difference_is_found_sooner_or_later() -> None:
    rng = random.Random(3)
    for chance, within in ((0.9, 30), (0.6, 1200)):
        wager = Wager(0.5)
        blocks = 0
        while not wager.won():
            wager.add(float(rng.random() < chance))
            blocks += 1
            assert blocks <= within


def test_a_sequential_bound_is_where_the_bet_is_won() -> None:
    values = [0.9, 0.4, 0.8, 0.7, 1.0, 0.6] * 5
    bound = lower_bound(values, 0.05)
    for mean, won in ((bound - 0.001, True), (bound + 0.001, False)):
        wager = Wager(mean)
        for value in values:
            wager.add(value)
        assert wager.won() is won
    found = sequential(values)
    assert found.low is not None
    assert found.high is not None
    assert found.at_least is not None
    assert found.at_most is not None
    assert found.low < found.at_least < found.mean < found.at_most < found.high
