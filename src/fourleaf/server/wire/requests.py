"""What is asked of the HTTP API around the tables: the bodies that a client writes."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from fourleaf.engine.options import Options
from fourleaf.server.values import TableClock
from fourleaf.server.wire.body import Body, Hex32, Name, SeatNumber


class CreateTable(Body, frozen=True, kw_only=True):
    """POST /api/tables."""

    game: str
    seats: Annotated[list[str], Meta(min_length=1, max_length=8)]
    """For each seat `open`, `me`, or the name of a bot."""
    options: Options = field(default_factory=dict)
    public: bool = False
    rated: bool = False
    hints: bool = True
    """Whether seats may ask for hints; a rated table has none."""
    clock: TableClock | None = None
    grace: Annotated[int, Meta(ge=10, le=7 * 24 * 3600)] | None = 300
    """Seconds after which a bot stands in for a seat that has gone; null for never."""
    name: Name | None = None
    """What the person who creates it is called, if they have no name yet."""
    called: Annotated[list[Name | None], Meta(max_length=8)] = field(default_factory=list)
    """For each seat what its player is called, where several of them are mine; else mine."""


class Join(Body, frozen=True, kw_only=True):
    """POST /api/tables/ID/join."""

    seat: SeatNumber | None = None
    """The seat to take; the first open one if none is named."""
    invite: str | None = None
    name: Name | None = None
    called: Name | None = None
    """What the player of one more seat of mine is called."""
    commitment: Hex32 | None = None
    """What this seat commits to (fairluck1, step 2); without one the server brings the entropy, and says so."""


class OneSeat(Body, frozen=True, kw_only=True):
    """A seat that something is done to."""

    seat: SeatNumber


class GiveSeat(Body, frozen=True, kw_only=True):
    """POST /api/tables/ID/seat: the host gives an open seat to a bot, or takes it back."""

    seat: SeatNumber
    who: str
    """`open` or the name of a bot."""


class MakeInvite(Body, frozen=True, kw_only=True):
    """POST /api/tables/ID/invites."""

    seat: SeatNumber | None = None
    """The one seat that it is for; a group's link is for any."""
    group: bool = False
    """One link for many: it seats everybody once until the table is full."""


class Invited(Body, frozen=True, kw_only=True):
    """POST /api/tables/ID/invited: whether a link would seat whoever asks."""

    invite: str


class NameWish(Body, frozen=True, kw_only=True):
    """POST /api/me: come in as a guest, or take another name."""

    name: Name
