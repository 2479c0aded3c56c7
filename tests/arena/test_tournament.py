"""Tournaments and ladders: fair, repeatable, and refused when they make no sense."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest

from fourleaf import BadStart, FourleafError
from fourleaf.arena import Ladder, Standings, ladder, tournament
from fourleaf.bots import UnknownBot
from fourleaf.bots.guest import NoSuchGuest


def timeless(found: Standings | Ladder) -> Any:
    """All that a seed decides."""
    plain = msgspec.to_builtins(found)
    plain["seconds"] = 0
    for each in plain.get("contestants", plain.get("rungs")):
        each["times"] = None
    return plain


def test_greed_beats_chance() -> None:
    found = tournament("treasure", ["random", "greedy"], 120, seed=1)
    best, other = found.contestants
    assert (best.name, other.name, found.games, found.blocks) == ("greedy", "random", 120, 60)
    assert best.score.mean + other.score.mean == pytest.approx(1)
    assert best.rating is not None
    assert other.rating is not None
    assert best.rating.mu > other.rating.mu
    assert best.times is not None
    assert 0 < best.times.mean <= best.times.longest
    [meeting] = found.meetings
    assert (meeting.one, meeting.score.verdict) == ("greedy", "beats")
    assert (found.failures, found.lost) == ([], [])


def test_the_same_seed_gives_the_same_result_with_any_number_of_jobs_and_any_executor() -> None:
    def played(**how: Any) -> Any:
        return timeless(tournament("treasure", ["greedy", "random", "random"], 60, seed=5, **how))

    alone = played()
    assert played(jobs=2) == alone
    with ThreadPoolExecutor(3) as threads:
        assert played(executor=threads) == alone
        assert threads.submit(int).result() == 0, "somebody else's executor is left as it was"
    assert timeless(tournament("treasure", ["greedy", "random", "random"], 60, seed=6)) != alone


def test_every_two_meet_in_a_round_robin_and_the_first_meets_all_in_a_gauntlet() -> None:
    names = ["greedy", "random", "tests.arena.guests:First"]
    robin = tournament("treasure", names, 4, how="roundrobin", seats=3, seed=1)
    assert {frozenset((meeting.one, meeting.other)) for meeting in robin.meetings} == {
        frozenset(pair) for pair in ((names[0], names[1]), (names[0], names[2]), (names[1], names[2]))
    }
    assert (robin.games, robin.seats) == (3 * 4, 3)
    gauntlet = tournament("treasure", names, 4, how="gauntlet", seed=1)
    assert {meeting.one for meeting in gauntlet.meetings} | {meeting.other for meeting in gauntlet.meetings} == set(
        names
    )
    assert len(gauntlet.meetings) == 2
    assert (gauntlet.games, gauntlet.seats) == (8, 2)


def test_a_ladder_asks_at_every_table_whether_each_beats_the_one_below() -> None:
    found = ladder("treasure", ["random", "greedy"], 120, seed=1)
    assert [(rung.stronger, rung.weaker, rung.seats) for rung in found.rungs] == [
        ("greedy", "random", seats) for seats in (2, 3, 4)
    ]
    assert found.holds
    upside_down = ladder("treasure", ["greedy", "random"], 60, seats=[2], seed=1)
    assert not upside_down.holds
    assert upside_down.rungs[0].score.verdict == "loses"


def test_a_decided_comparison_ends_at_the_same_game_with_any_number_of_jobs() -> None:
    def climbed(jobs: int) -> Ladder:
        return ladder("treasure", ["random", "greedy"], 2000, seats=[2, 3], until_decided=True, seed=3, jobs=jobs)

    alone = climbed(1)
    assert alone.holds
    assert all(rung.games < 1000 for rung in alone.rungs)
    assert timeless(climbed(2)) == timeless(alone)


def test_solo_games_are_compared_by_the_same_luck() -> None:
    found = ladder("flipslide", ["random", "tests.arena.guests:First"], 4, seats=[1], seed=1)
    [rung] = found.rungs
    assert (rung.seats, rung.games, rung.blocks) == (1, 4, 2)
    alone = tournament("flipslide", ["random", "tests.arena.guests:First"], 4, how="roundrobin", seats=1, seed=1)
    assert [(contestant.games, contestant.rating) for contestant in alone.contestants] == [(2, None), (2, None)]


def test_results_can_be_printed_and_looked_at() -> None:
    found = tournament("treasure", ["random", "greedy"], 20, seed=1)
    assert "20 games of Treasure, Treasure! (table, 2 seats) in 10 blocks" in str(found)
    assert found.plot().startswith("<svg ")
    steps = ladder("treasure", ["random", "greedy"], 20, seats=[2], seed=1)
    assert "| greedy     | random  |     2 |    20 |" in str(steps)
    assert steps.plot().startswith("<svg ")


@pytest.mark.parametrize(
    ("names", "how", "refusal", "complaint"),
    [
        (["random", "genius"], {}, UnknownBot, "there is no bot 'genius'"),
        (["random", "no.such:Bot"], {}, NoSuchGuest, "no.such cannot be imported: ModuleNotFoundError"),
        (["random", "tests.arena.guests:Nobody"], {}, NoSuchGuest, "has nothing named Nobody that can be called"),
        (["random", "tests.arena.guests:not_a_factory"], {}, NoSuchGuest, "that can be called with a seed"),
        (["random"], {}, BadStart, "has 2 to 4 seats, not 1"),
        (["random"] * 5, {}, BadStart, "has 2 to 4 seats, not 5"),
        (["random", "greedy"], {"seats": 3}, BadStart, "there is a seat for each name: 2, not 3"),
        (["random", "greedy"], {"seats": 5, "how": "roundrobin"}, BadStart, "has 2 to 4 seats, not 5"),
        (["random", "greedy"], {"how": "swiss"}, BadStart, "the formats are table, roundrobin and gauntlet"),
        (["random", "greedy"], {"games": 0}, BadStart, "at least one game"),
        (["random", "greedy"], {"deadline": 0}, BadStart, "a deadline is some seconds, not 0"),
        (["random", "greedy"], {"jobs": 0}, BadStart, "at least one job"),
        (["random", "greedy"], {"options": {"fast": True}}, BadStart, "there is no option fast"),
    ],
)
def test_what_makes_no_sense_is_refused(
    names: list[str], how: dict[str, Any], refusal: type[FourleafError], complaint: str
) -> None:
    with pytest.raises(refusal, match=complaint):
        tournament("treasure", names, **how)


@pytest.mark.parametrize(
    ("names", "seats", "complaint"),
    [
        (["random"], None, "at least two contestants"),
        (["random", "random"], None, "each named once"),
        (["random", "greedy"], [1], "has 2 to 4 seats, not 1"),
    ],
)
def test_a_ladder_needs_two_rungs_and_tables_that_exist(
    names: list[str], seats: list[int] | None, complaint: str
) -> None:
    with pytest.raises(BadStart, match=complaint):
        ladder("treasure", names, seats=seats)
