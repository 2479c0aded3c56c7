"""Looking back on matches: what turned them is found, luck is told from skill, and nobody is blamed unfairly."""

from __future__ import annotations

from functools import cache
from random import Random
from statistics import fmean, stdev

import pytest

import fourleaf
from fourleaf import BadSeat, BadStart, Match, native
from fourleaf.bots import bot
from fourleaf.engine import state as engine_state
from fourleaf.engine.state import CHANCE
from fourleaf.review import Review, review
from fourleaf.review.curve import Curve, stretches
from fourleaf.review.turning import decisions, gain_of
from tests.engine.test_play_from import two_worlds

pytestmark = pytest.mark.skipif(
    not native.is_compiled(engine_state), reason="a review plays thousands of games, by the same rules either way"
)


@cache
def planted(seed: int) -> tuple[Match, int]:
    """A match of Korrigans whose last seat stops short of a Cauldron that it could reach, and the ply of that."""
    match = fourleaf.game("korrigans").start(2, seed=seed)
    bots = [bot("greedy", 2 * seed + seat) for seat in range(2)]
    ply = -1
    while not match.is_over:
        seat = match.actor
        dash = match.view(seat).dash
        if ply < 0 and seat == 1 and dash is not None and dash.in_reach > dash.now:
            ply = match.ply
            match.play("stop")
        else:
            match.play(bots[seat].choose(match.knowledge(seat)))
    return match, ply


def at_random(name: str, seats: int, seed: int) -> Match:
    match, rng = fourleaf.game(name).start(seats=seats, seed=seed), Random(seed)
    while not match.is_over:
        match.play(rng.choice(match.legal))
    return match


@cache
def reviewed(name: str) -> Review:
    return review(at_random(name, max(2, fourleaf.game(name).seats[0]), 5).record(), effort=6, seed=3)


@pytest.mark.parametrize("seed", [1, 4, 8])
def test_a_planted_blunder_is_found_with_the_better_move_and_its_reason(seed: int) -> None:
    match, ply = planted(seed)
    found = review(match.record(), effort=20, seed=1)
    first = found.turning_points[0]
    assert (first.ply, first.seat, first.played.move) == (ply, 1, "stop")
    assert first.better.move.startswith("move ")
    assert "Cauldron" in first.better.why
    assert first.gain.low > 0.5
    assert first.gain.low <= first.gain.mean <= first.gain.high


def test_a_mistake_that_changes_nothing_is_no_turning_point() -> None:
    """With this luck the seat is so far behind that the Cauldron would not save it."""
    match, ply = planted(0)
    assert match.scores[1] + 15 < match.scores[0]
    assert ply not in [turn.ply for turn in review(match.record(), effort=20, seed=1).turning_points]


def test_only_those_are_judged_whose_review_it_is() -> None:
    match, _ = planted(1)
    assert all(turn.seat == 0 for turn in review(match.record(), seats=[0], effort=20).turning_points)


@pytest.mark.parametrize("name", fourleaf.games())
def test_luck_own_moves_and_those_of_the_others_add_up_to_the_result(name: str) -> None:
    found = reviewed(name)
    match = at_random(name, found.seats, 5)
    assert match.ranks is not None
    winners = match.ranks.count(0)
    for each in found.balances:
        assert each.start + each.luck.mean + each.own.mean + each.others.mean == pytest.approx(each.end)
        assert each.start == pytest.approx(found.curve[0].chances[each.seat].mean)
        assert each.end == (1 / winners if match.ranks[each.seat] == 0 else 0)
        for part in (each.luck, each.own, each.others, *(point.chances[each.seat] for point in found.curve)):
            assert part.low <= part.mean <= part.high
    assert found.curve[-1].ply == match.ply
    assert [point.ply for point in found.curve] == sorted({point.ply for point in found.curve})


def test_of_dice_and_draws_nothing_is_to_be_expected() -> None:
    """Over many matches luck comes to nothing, whoever plays; here blindly, and judged by other players than these."""
    lucks = [
        Curve(at_random("treasure", 2, seed), 10, seed * 100, lambda *_: None).balance(0).luck.mean
        for seed in range(80)
    ]
    assert abs(fmean(lucks)) < 3 * stdev(lucks) / len(lucks) ** 0.5
    assert stdev(lucks) > 0.1, "single matches have luck"


def test_what_could_not_come_out_otherwise_has_no_cause() -> None:
    match = at_random("wichtel", 3, 2)
    pieces = stretches(match)
    forced = [len(state.legal()) == 1 for state, _ in match.history()]
    deciders = list(match.deciders)
    begins = 0
    for piece in pieces:
        causes = {deciders[ply] for ply in range(begins, piece.ply) if not forced[ply]}
        assert causes == {piece.cause}
        begins = piece.ply
    assert begins == match.ply
    assert {CHANCE, 0, 1, 2} == {piece.cause for piece in pieces}
    states = [state for state, _ in match.history()]
    assert all(piece.after == states[piece.ply] for piece in pieces[:-1])


@pytest.mark.parametrize("name", ["wichtel", "alarun", "treasure", "korrigans"])
def test_nobody_is_judged_by_what_they_could_not_know(name: str) -> None:
    """In two worlds that a seat cannot tell apart its decisions are judged alike."""
    game, judged = fourleaf.game(name), 0
    seats = max(2, game.seats[0])
    for seed in range(12):
        seat = seed % seats
        records = two_worlds(name, seats, seat, seed)
        for one, other in zip(*(decisions(fourleaf.replay(record), [seat]) for record in records), strict=True):
            judged += 1
            assert (one.ply, one.played) == (other.ply, other.played)
            for better in one.knowledge.legal:
                assert gain_of(game, one, better, 5, 3) == gain_of(game, other, better, 5, 3)
        found = [review(record, seats=[seat], effort=5, seed=2).turning_points for record in records]
        assert found[0] == found[1]
    assert judged > 5, "there was something to judge"


def test_the_same_seed_says_the_same() -> None:
    record = at_random("treasure", 3, 7).record()
    found = review(record, effort=10, seed=4)
    assert found == review(record, effort=10, seed=4)
    assert found.curve != review(record, effort=10, seed=5).curve


def test_a_match_that_goes_on_is_reviewed_as_far_as_it_went() -> None:
    match = fourleaf.game("treasure").start(2, seed=1)
    match.play(match.moves[0])
    found = review(match.record(), effort=10)
    assert not found.is_over
    assert found.curve[-1].chances[0].high > 0


def test_what_cannot_be_reviewed_is_refused() -> None:
    record = at_random("treasure", 2, 1).record()
    with pytest.raises(BadSeat, match="the seats are 0 and 1, not 2"):
        review(record, seats=[2])
    with pytest.raises(BadStart, match="an effort from 5"):
        review(record, effort=0)
