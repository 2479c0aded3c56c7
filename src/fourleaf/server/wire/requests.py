"""What is asked of the HTTP API around the tables: the bodies that a client writes."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, field

from fourleaf.engine.game import LONGEST_LINE
from fourleaf.engine.options import Options
from fourleaf.server.limits import FURTHEST, MOVE_TEXT, STUDY_MOVES
from fourleaf.server.values import TableClock
from fourleaf.server.wire.body import Body, Hex32, Name, SeatNumber

Number: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 53)]
StudyMove: TypeAlias = Annotated[str, Meta(max_length=MOVE_TEXT)] | Number


class BeginsFrom(Body, frozen=True, kw_only=True):
    """Where a table begins that does not begin as its rules say: one of `position`, `table` and `record` is named."""

    position: Annotated[str, Meta(max_length=LONGEST_LINE)] | None = None
    """A line of notation."""
    table: str | None = None
    """A table whose match is over, or one's own whose match goes on."""
    record: str | None = None
    """An imported record."""
    at: Annotated[int, Meta(ge=1, le=FURTHEST)] | None = None
    """The moment: an entry of the table's log, or the number of the record's moment; none where a match goes on."""
    seat: SeatNumber | None = None
    """Deal anew what this seat could not know; without one the match goes on as it stood, once it is over."""


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
    begins: BeginsFrom | None = None
    """Where it begins, if not as the rules say; options that are not named are those of that place."""


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


class StudyWish(Body, frozen=True, kw_only=True):
    """POST /api/studies: a position, and the moves whose outcome is asked for."""

    game: str
    position: Annotated[str, Meta(max_length=LONGEST_LINE)]
    """Where it begins, in the notation of the game."""
    moves: Annotated[list[StudyMove], Meta(max_length=STUDY_MOVES)] = field(default_factory=list)
    """What everybody does from there on, as numbers or as one types it; and what chance does, where it is scripted."""
    seat: SeatNumber = 0
    """Through whose eyes."""
    others: bool = False
    """Whether the other seats do the first thing that is legal; then the moves are those of `seat` alone."""
    since: Annotated[int, Meta(ge=0, le=STUDY_MOVES)] = 0
    """After how many of these moves the answer begins."""
    seed: Number = 0
    """From what the luck follows of which the moves say nothing."""
