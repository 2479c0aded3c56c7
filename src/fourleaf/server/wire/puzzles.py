"""Puzzles, to be solved as studies."""

from __future__ import annotations

from fourleaf.server.wire.body import Body


class PuzzleName(Body, frozen=True, kw_only=True):
    """Which puzzle."""

    game: str
    id: str


class PuzzleSet(Body, frozen=True, kw_only=True):
    """The puzzles of one game, in the order in which they are set."""

    game: str
    title: str
    ids: list[str]


class PuzzleList(Body, frozen=True, kw_only=True):
    """GET /api/puzzles."""

    today: PuzzleName
    """One a day, the same for everybody."""
    games: list[PuzzleSet]


class PuzzleInfo(Body, frozen=True, kw_only=True):
    """GET /api/puzzles/GAME/ID: a position, a question, and every line that answers it."""

    game: str
    id: str
    position: str
    seat: int
    """Who is to find it."""
    question: str
    lines: list[list[str]]
    """What the seat may play, move by move as one types it; whoever plays one of these lines has solved it."""
    explanation: str
    clauses: list[str]
