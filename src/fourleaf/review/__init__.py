"""Looking back on a match: who was how likely to win when, what turned it, and what was luck."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec

from fourleaf.arena.tournament import Watch, unwatched
from fourleaf.engine.errors import BadSeat, BadStart, listed
from fourleaf.engine.luck import FITS
from fourleaf.engine.record import Record
from fourleaf.games import replay
from fourleaf.review.chances import PLIES, Between
from fourleaf.review.curve import Balance, Curve, CurvePoint
from fourleaf.review.turning import ReviewedMove, TurningPoint, turning_points

__all__ = ["Balance", "Between", "CurvePoint", "Review", "ReviewedMove", "TurningPoint", "review"]

USUAL_EFFORT: Final = 200
LEAST_EFFORT: Final = 5
"""Games below which nothing can be said about how sure a figure is."""
MOST_EFFORT: Final = 100_000


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """What can be said about a match afterwards."""

    game: str
    title: str
    seats: int
    who: tuple[str, ...]
    """Who sat where, where the record says so."""
    plies: int
    deciders: tuple[int, ...]
    """Who took each action: a seat, or CHANCE."""
    is_over: bool
    effort: int
    seed: int
    curve: tuple[CurvePoint, ...]
    balances: tuple[Balance, ...]
    """One for each seat."""
    reviewed: tuple[int, ...]
    """The seats whose decisions were looked into."""
    turning_points: tuple[TurningPoint, ...]
    """The costliest first."""


def review(
    record: Record,
    seats: Collection[int] | None = None,
    effort: int = USUAL_EFFORT,
    seed: int = 0,
    watch: Watch = unwatched,
) -> Review:
    """Look back on a record: `effort` games are played on from every point of it; the same seed says the same.

    The curve and the balances are those of an eye that sees everything. The decisions of `seats`, or of all, are judged
    by what their seat knew.
    """
    if effort not in range(LEAST_EFFORT, MOST_EFFORT + 1):
        raise BadStart(f"a review takes an effort from {LEAST_EFFORT} to {MOST_EFFORT}, not {effort}")
    match = replay(record)
    judged = tuple(range(match.seats)) if seats is None else tuple(sorted(set(seats)))
    if not set(judged) <= set(range(match.seats)):
        raise BadSeat(f"the seats are {listed(range(match.seats))}, not {listed(judged)}")
    curve = Curve(match, effort, (seed & FITS) % PLIES, watch)
    turns = turning_points(match, judged, effort, seed, watch)
    return Review(
        game=match.game.name,
        title=match.game.title,
        seats=match.seats,
        who=record.who,
        plies=match.ply,
        deciders=tuple(match.deciders),
        is_over=match.is_over,
        effort=effort,
        seed=seed,
        curve=tuple(curve.points()),
        balances=tuple(curve.balance(seat) for seat in range(match.seats)),
        reviewed=judged,
        turning_points=tuple(turns),
    )
