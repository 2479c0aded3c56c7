"""What outside bots say and hear over the HTTP API."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from fourleaf.server.limits import CHAT
from fourleaf.server.wire.body import Body, ClientId


class OutsideBot(Body, frozen=True, kw_only=True):
    """A bot that plays from outside with a token."""

    bot: str
    """The person that it is known as."""
    name: str
    created_at: float


class NewOutsideBot(Body, frozen=True, kw_only=True):
    """POST /api/bots: its token is shown this once."""

    bot: str
    name: str
    token: str


class BotPlay(Body, frozen=True, kw_only=True):
    """POST /api/bot/tables/ID/play."""

    id: ClientId
    ply: Annotated[int, Meta(ge=0)]
    action: int | Annotated[str, Meta(max_length=200)]
    seq: Annotated[int, Meta(ge=0)] | None = None
    """The last entry that the bot has read, as for the socket."""


class BotResign(Body, frozen=True, kw_only=True):
    """POST /api/bot/tables/ID/resign."""

    id: ClientId


class BotChat(Body, frozen=True, kw_only=True):
    """POST /api/bot/tables/ID/chat."""

    id: ClientId
    text: Annotated[str, Meta(min_length=1, max_length=2 * CHAT)]


class BotCall(Body, frozen=True, kw_only=True):
    """One line of GET /api/bot/stream."""

    type: Literal["asked", "table", "turn", "over"]
    """A seat that is kept for the bot's answer, a table where it sits, its turn at one, or the end of one."""
    table: str
    game: str
    seat: int
    ply: int
