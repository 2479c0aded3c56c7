"""A match that is over, looked back on."""

from __future__ import annotations

from typing import Literal

from fourleaf.review import Balance, CurvePoint, TurningPoint
from fourleaf.server.wire.body import Body


class MatchReview(Body, frozen=True, kw_only=True):
    """What can be said about a match afterwards; docs/reference/review.md says how it is found."""

    effort: int
    """How many games were played on from each moment."""
    is_over: bool
    """Whether the match was played to its end; else it was given up where the curve ends."""
    deciders: list[int]
    """Who took each action: a seat, or -1 for chance."""
    moments: list[int]
    """For each ply, from 0 on: the entry of the log by which the match came there, as `at` of an address names it."""
    curve: list[CurvePoint]
    balances: list[Balance]
    turning_points: list[TurningPoint]
    """The costliest first."""


class ReviewStanding(Body, frozen=True, kw_only=True):
    """POST and GET …/review: how far the review of a match is, and once it is made the review."""

    state: Literal["unasked", "waiting", "running", "failed", "made"]
    """Nobody has asked for an unasked one, or not for a while."""
    ahead: int = 0
    """How many others come before it."""
    share: float = 0.0
    """How much of it is done, from 0 to 1."""
    part: Literal["chances", "decisions", "turning points"] = "chances"
    """What is being looked at."""
    words: str | None = None
    """Why it failed."""
    review: MatchReview | None = None
