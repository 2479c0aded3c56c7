"""The entries of a table's log, as they are stored: everything that has ever happened at it."""

from __future__ import annotations

from hashlib import sha256
from typing import Final, Literal, TypeAlias

import msgspec

from fourleaf.engine.luck import framed, u64
from fourleaf.engine.options import Options
from fourleaf.engine.record import Beginning
from fourleaf.server.values import Ending, Source, TableClock


class Entry(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", forbid_unknown_fields=True):
    """Something that happened."""


class Created(Entry, frozen=True, kw_only=True, tag="created"):
    """A table is set up, and its luck is committed to."""

    game: str
    rules_version: int
    options: Options
    seats: int
    host: str
    public: bool
    rated: bool
    hints: bool
    clock: TableClock | None
    grace: int | None
    commitment: str
    beginning: Beginning | None = None
    """None at a table of record format 1, which had the same luck again after going back."""
    source: Source | None = None
    """None at a table that begins as its rules say."""


class About(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a seat shows of the person who sits in it."""

    outside: bool = False
    """A program that plays over the API of outside bots."""
    rating: float | None = None
    owner: str | None = None
    """Whose outside bot it is: at a rated table the two are one side."""


NOTHING_KNOWN: Final = About()


class Sat(Entry, frozen=True, kw_only=True, tag="sat"):
    """Somebody takes a seat."""

    seat: int
    person: str
    name: str
    commitment: str | None = None
    about: About = NOTHING_KNOWN
    called: str | None = None
    """What the player of this seat is called, where several share a person's device."""


class Kept(Entry, frozen=True, kw_only=True, tag="kept"):
    """A seat is kept for somebody who is asked to play again; nobody else can take it."""

    seat: int
    person: str
    name: str
    called: str | None = None


class Declined(Entry, frozen=True, kw_only=True, tag="declined"):
    """Somebody who was asked does not play again, and the seat is open."""

    seat: int
    name: str


class Given(Entry, frozen=True, kw_only=True, tag="given"):
    """A seat is given to a bot, or is open again when there is none."""

    seat: int
    bot: str | None


class Left(Entry, frozen=True, kw_only=True, tag="left"):
    """Somebody gets up before the match starts."""

    seat: int


class Kicked(Entry, frozen=True, kw_only=True, tag="kicked"):
    """The host sends somebody away before the match starts."""

    seat: int


class Committed(Entry, frozen=True, kw_only=True, tag="committed"):
    """A seat commits to its entropy."""

    seat: int
    commitment: str


class Locked(Entry, frozen=True, kw_only=True, tag="locked"):
    """The seats are fixed with what each has committed to; now they open."""

    commitments: tuple[str, ...]
    server_made: tuple[int, ...]
    """The seats whose entropy the server brings."""
    roster: str


class Voided(Entry, frozen=True, kw_only=True, tag="voided"):
    """A seat did not open: this start is void, and a new secret is committed to."""

    missing: tuple[int, ...]
    commitment: str


class Started(Entry, frozen=True, kw_only=True, tag="started"):
    """All seats have opened; the match begins with whatever chance does first."""

    entropy: tuple[str, ...]
    chance: tuple[int, ...]


Decider: TypeAlias = Literal["person", "bot", "stand_in", "fallback", "clock"]
"""Who took a decision."""


class Played(Entry, frozen=True, kw_only=True, tag="played"):
    """A decision, and all that chance does after it."""

    seat: int
    action: int
    chance: tuple[int, ...]
    by: Decider
    spent: float = 0.0
    """Seconds that are charged to the seat's clock."""


class Asked(Entry, frozen=True, kw_only=True, tag="asked"):
    """A seat asks the others to go back."""

    seat: int
    ply: int


class Replied(Entry, frozen=True, kw_only=True, tag="answered"):
    """A person answers for a seat."""

    seat: int
    question: int
    yes: bool


class WentBack(Entry, frozen=True, kw_only=True, tag="undone"):
    """The match stands again as it stood after so many actions; nothing is erased."""

    seat: int
    ply: int
    spent: float = 0.0
    """Seconds that are charged to the seat whose turn it was."""


class Resigned(Entry, frozen=True, kw_only=True, tag="resigned"):
    """A seat gives up."""

    seat: int


class StoodIn(Entry, frozen=True, kw_only=True, tag="stood_in"):
    """A bot plays for somebody who is away."""

    seat: int
    bot: str
    by: Literal["left", "away", "clock", "resigned"]
    spent: float = 0.0
    """Seconds that are charged to the seat, if it was its turn."""


class Returned(Entry, frozen=True, kw_only=True, tag="returned"):
    """Somebody takes the seat back from the bot."""

    seat: int


class Ended(Entry, frozen=True, kw_only=True, tag="ended"):
    """The table is over, and the secret of its luck is revealed."""

    ending: Ending
    secret: str


class Rematched(Entry, frozen=True, kw_only=True, tag="rematched"):
    """The same people are asked to play again at another table."""

    table: str
    seat: int | None = None
    """Who asks."""


AnyEntry: TypeAlias = (
    Created
    | Sat
    | Kept
    | Declined
    | Given
    | Left
    | Kicked
    | Committed
    | Locked
    | Voided
    | Started
    | Played
    | Asked
    | Replied
    | WentBack
    | Resigned
    | StoodIn
    | Returned
    | Ended
    | Rematched
)


class LogLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An entry with when it happened and who asked for it."""

    at: float
    entry: AnyEntry
    person: str | None = None
    client_id: str | None = None


class LogRow(msgspec.Struct, frozen=True, kw_only=True):
    """A line with its place in the log and the hash that chains it to the one before."""

    table: str
    seq: int
    line: LogLine
    salt: bytes
    hash: bytes


FIRST_HASH = bytes(32)
_encoder = msgspec.json.Encoder(order="deterministic")
_decoder = msgspec.json.Decoder(LogLine)


def encode(line: LogLine) -> bytes:
    """A line as it is stored."""
    return _encoder.encode(line)


def decode(text: bytes) -> LogLine:
    """A line as it was stored."""
    return _decoder.decode(text)


def chained(table: str, seq: int, before: bytes, salt: bytes, text: bytes) -> bytes:
    """The hash of a line. The salt keeps it from telling what the line hides: a hand has few cards to try."""
    return sha256(framed(before, table.encode(), u64(seq), salt, text)).digest()


def promised(before: bytes, number: int, table: str, commitment: str) -> bytes:
    """The hash of a promise in the public list."""
    return sha256(framed(before, u64(number), table.encode(), commitment.encode())).digest()
