"""Many games, counted: the same for the same seed, guarded, and with intervals that hold."""

from __future__ import annotations

import os
import random
import signal
from contextlib import suppress
from statistics import fmean, stdev

import msgspec
import pytest

from fourleaf import BadStart
from fourleaf.arena import simulate
from fourleaf.arena.estimates import mean_of_games, share_of_games
from fourleaf.arena.simulation import BATCH, Simulating, Simulation
from fourleaf.bots import UnknownBot
from tests import deeds
from tests.arena.test_workers import compiled_only


def timeless(found: Simulation) -> Simulation:
    return msgspec.structs.replace(found, seconds=0)


@pytest.mark.parametrize("seats", [["random", "random"], ["greedy", "random"]])
def test_the_same_seed_gives_the_same_counts_with_any_number_of_jobs(seats: list[str]) -> None:
    games = BATCH + 40 if seats[0] == "random" else 40
    alone = simulate("treasure", seats, games, seed=5)
    assert timeless(simulate("treasure", seats, games, seed=5, jobs=2)) == timeless(alone)
    assert simulate("treasure", seats, games, seed=6).counts != alone.counts
    assert alone.counts.games == games
    assert sum(share.mean for share in alone.wins) + alone.nobody.mean == pytest.approx(1)


def test_somebody_hears_of_every_game() -> None:
    heard: list[int] = []
    simulate("treasure", ["greedy", "random"], 12, seed=1, watch=lambda _, done, of: heard.append(done))
    assert heard == list(range(1, 13))


def test_random_play_is_counted_alike_in_compiled_code_and_game_by_game() -> None:
    # Different luck, so only as alike as samples are; the figures of the specification stand in docs/games.
    fast = simulate("treasure", ["random"] * 3, 2000, seed=1).counts
    slow = simulate("treasure", ["random", "random", "tests.arena.guests:First"], 200, seed=1).counts
    assert fast.decisions / fast.games == pytest.approx(slow.decisions / slow.games, rel=0.2)
    assert fast.chances / fast.games == pytest.approx(slow.chances / slow.games, rel=0.2)
    assert fast.widest == slow.widest == 3


@compiled_only
@pytest.mark.parametrize(("guest", "kind"), [("Illegal", "illegal"), ("LoopsInC", "late"), ("Exits", "crashed")])
def test_a_simulation_is_guarded_as_the_arena_is(guest: str, kind: str) -> None:
    found = simulate("treasure", [f"tests.arena.guests:{guest}", "random"], 2, seed=1, deadline=1.5)
    [failure] = found.failures
    assert (failure.kind, failure.count, found.counts.games) == (kind, 2, 2)


def test_what_was_counted_can_be_asked_for_at_any_time() -> None:
    simulating = Simulating("treasure", ["greedy", "random"], 30, seed=1)
    assert simulating.found().counts.games == 0

    def enough(_what: str, done: int, _of: int) -> None:
        if done == 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulating.play(watch=enough)
    found = simulating.found()
    assert (found.counts.games, found.planned) == (10, 30)


@compiled_only
def test_a_worker_that_is_killed_costs_nothing() -> None:
    before = set(deeds.descendants(os.getpid()))
    killed: list[int] = []

    def kill(_what: str, done: int, _of: int) -> None:
        if not killed:
            killed.extend(set(deeds.descendants(os.getpid())) - before)
            for worker in killed:
                with suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGKILL)

    games = 40 * BATCH
    found = simulate("treasure", ["random", "random"], games, seed=5, jobs=2, watch=kill)
    assert killed
    assert timeless(found) == timeless(simulate("treasure", ["random", "random"], games, seed=5))


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(UnknownBot, match="there is no bot 'genius'"):
        simulate("treasure", ["genius", "random"])
    with pytest.raises(BadStart, match="has 2 to 4 seats, not 1"):
        simulate("treasure", ["random"])
    with pytest.raises(BadStart, match="at least one game must be played, not 0"):
        simulate("treasure", ["random", "random"], 0)
    with pytest.raises(BadStart, match="some megabytes, not 0"):
        simulate("treasure", ["random", "random"], megabytes=0)


def test_the_intervals_hold_as_often_as_they_say() -> None:
    rng = random.Random(1)
    for share in (0.03, 0.3, 0.5):
        held = 0
        for _ in range(400):
            wins = [float(rng.random() < share) for _ in range(60)]
            found = share_of_games(60, sum(wins), sum(wins))
            assert found.low is not None
            assert found.high is not None
            held += found.low <= share <= found.high
        assert held >= 0.93 * 400
    points = [rng.gauss(7, 2) for _ in range(50)]
    mean = mean_of_games(50, sum(points), sum(point * point for point in points))
    assert mean.mean == pytest.approx(fmean(points))
    assert mean.high is not None
    # Student's quantile for 49 degrees of freedom.
    assert mean.high - mean.mean == pytest.approx(2.0096 * stdev(points) / 50**0.5, rel=1e-3)
    assert share_of_games(4, 2, 2).low is None
