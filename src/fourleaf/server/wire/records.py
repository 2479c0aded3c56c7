"""Records from elsewhere, and replays of matches that are over."""

from __future__ import annotations

from typing import Any, Literal

from fourleaf.engine.options import Options
from fourleaf.server.wire.body import Body
from fourleaf.server.wire.socket_out import Happening


class Imported(Body, frozen=True, kw_only=True):
    """POST /api/records and GET /api/records/ID: a record from elsewhere."""

    id: str
    game: str
    title: str
    options: Options
    seats: int
    who: list[str]
    actions: int
    scores: list[int] | None
    ranks: list[int] | None
    luck: Literal["verified", "unrevealed", "none"]
    """Whether its chance was checked (fairluck1)."""
    imported: Literal[True]
    imported_at: float


class ReplayStep(Body, frozen=True, kw_only=True):
    """One action of a replay and how the match stood after it."""

    happened: Happening
    view: Any
    prompt: str


class Replay(Body, frozen=True, kw_only=True):
    """GET …/replay: some actions of a match that is over, through the eyes of a seat."""

    game: str
    seat: int
    """-3 for a watcher."""
    plies: int
    view: Any
    """Before the first of these actions."""
    steps: list[ReplayStep]
