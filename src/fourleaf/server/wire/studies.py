"""Positions that moves are tried out in."""

from __future__ import annotations

from fourleaf.engine.options import Options
from fourleaf.server.wire.body import Body
from fourleaf.server.wire.replies import Problem
from fourleaf.server.wire.socket_out import Happening, MatchStanding


class StudyStep(Body, frozen=True, kw_only=True):
    """One decision with the chance after it, and how the position stands then."""

    made: int
    """How many of the listed moves have been made."""
    happened: list[Happening]
    now: MatchStanding
    texts: list[str]
    """For each of `now.legal` what one types for it."""


class Study(Body, frozen=True, kw_only=True):
    """POST /api/studies: what comes of a position and some moves, through the eyes of a seat."""

    seats: int
    options: Options
    rules_version: int
    goal: str
    steps: list[StudyStep]
    """The first is how it stood after `since` moves; then one for each later decision."""
    refused: Problem | None = None
    """Why the moves were followed no further than to the last step, if not all of them were."""
