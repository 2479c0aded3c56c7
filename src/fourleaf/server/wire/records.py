"""Records from elsewhere."""

from __future__ import annotations

from typing import Literal

from fourleaf.engine.options import Options
from fourleaf.server.wire.body import Body


class Imported(Body, frozen=True, kw_only=True):
    """POST /api/records and GET /api/records/ID: a record from elsewhere."""

    id: str
    game: str
    title: str
    rules_version: int
    options: Options
    goal: str
    """What was played for, in one sentence."""
    seats: int
    who: list[str]
    actions: int
    scores: list[int] | None
    ranks: list[int] | None
    luck: Literal["verified", "unrevealed", "none"]
    """Whether its chance was checked (fairluck1)."""
    imported: Literal[True]
    imported_at: float


class ImportedLine(Body, frozen=True, kw_only=True):
    """A record in the list of those that somebody brought."""

    id: str
    game: str
    title: str
    seats: int
    who: list[str]
    imported_at: float


class RecordList(Body, frozen=True, kw_only=True):
    """GET /api/me/records: those that I brought, the newest first."""

    records: list[ImportedLine]
    more: bool = False
    """Whether there are others, further down."""
