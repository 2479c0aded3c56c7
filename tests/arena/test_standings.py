"""What results say: scores, shares, and who beats whom."""

from __future__ import annotations

import pytest

from fourleaf.arena.playing import MoveClock, Sitting, SittingResult
from fourleaf.arena.ratings import Rating, merged, rated
from fourleaf.arena.seating import duel
from fourleaf.arena.standings import Block, contestants_of, meeting_score, meetings_of, win_shares


def game(seats: str, *ranks: int, block: int = 0) -> tuple[Sitting, SittingResult]:
    return Sitting(0, 0, block, tuple(seats), 0, 0), SittingResult(0, ranks)


def test_a_victory_is_shared_out_and_nobody_may_have_it() -> None:
    assert win_shares([0, 0, 2]) == [0.5, 0.5, 0]
    assert win_shares([1, 1]) == [0, 0]


def test_two_are_compared_seat_by_seat_at_their_table() -> None:
    block: Block = [game("abab", 0, 1, 2, 3)]
    assert meeting_score("a", "b", block) == pytest.approx(3 / 4)
    assert meeting_score("b", "a", block) == pytest.approx(1 / 4)
    assert meeting_score("a", "c", block) is None


def test_who_sits_alone_is_compared_with_who_sat_alone_with_the_same_luck() -> None:
    assert meeting_score("a", "b", [game("a", 0), game("b", 1)]) == 1
    assert meeting_score("a", "b", [game("a", 1), game("b", 1)]) == 0.5


def test_the_strongest_stands_first() -> None:
    blocks = [[game("ab", 1, 0, block=number), game("ba", 0, 1, block=number)] for number in range(5)]
    contestants = contestants_of([duel("a", "b", 2)], [blocks], {"b": MoveClock()})
    assert [contestant.name for contestant in contestants] == ["b", "a"]
    best = contestants[0]
    assert (best.games, best.wins.mean, best.rank.mean, best.score.mean) == (10, 1, 0, 1)
    assert best.times is None
    [meeting] = meetings_of([blocks], ["b", "a"])
    assert (meeting.one, meeting.blocks, meeting.score.verdict) == ("b", 5, "beats")


def test_ratings_follow_the_ranks_and_need_a_meeting() -> None:
    games = [game("abb", 0, 1, 1), game("bab", 1, 0, 1)] * 10
    ratings = rated(["a", "b"], games)
    assert ratings["a"].mu > 25 > ratings["b"].mu
    assert ratings["a"].sigma < 25 / 3
    assert rated(["a", "b"], [game("a", 0), game("b", 1)]) == {}


def test_whoever_had_several_seats_has_the_mean_of_them() -> None:
    assert merged([("a", Rating(20, 8)), ("b", Rating(30, 7)), ("a", Rating(26, 6))]) == {
        "a": Rating(23, 7),
        "b": Rating(30, 7),
    }


def test_a_clock_knows_within_what_time_most_moves_were_made() -> None:
    clock, other = MoveClock(), MoveClock()
    for spent in range(1, 96):
        clock.note(spent / 1000)
    for spent in range(96, 101):
        other.note(spent / 1000)
    clock.add(other)
    assert (clock.moves, clock.longest) == (100, 0.1)
    assert clock.seconds == pytest.approx(5.05)
    assert clock.within(0.95) == pytest.approx(0.095, rel=0.05)
    assert clock.within(1) == pytest.approx(0.1, rel=0.05)
