"""Webhooks: how they are made, and what they are sent."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from fourleaf.server.limits import HOOK_URL
from fourleaf.server.wire.body import Body


class MakeHook(Body, frozen=True, kw_only=True):
    """POST /api/hooks."""

    url: Annotated[str, Meta(min_length=8, max_length=HOOK_URL)]
    table: str | None = None
    """For every turn at one table; without one, for one's own turns everywhere while one is away."""


class Hook(Body, frozen=True, kw_only=True):
    """A webhook."""

    id: str
    url: str
    table: str | None
    failures: int
    """Notices given up since the last one that arrived."""
    created_at: float


class NewHook(Body, frozen=True, kw_only=True):
    """A new webhook; its secret is shown this once."""

    id: str
    url: str
    table: str | None
    secret: str
    """`whsec_` and the key of the signature in base64."""


class Notice(Body, frozen=True, kw_only=True):
    """What a webhook is sent."""

    type: Literal["turn", "over"]
    table: str
    game: str
    seat: int | None
    """Whose turn it is."""
    name: str | None
    ply: int
    link: str
    at: float
