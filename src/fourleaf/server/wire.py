"""Everything that goes over the wire: the messages of the socket and the bodies of the HTTP API.

docs/protocol.md shows each with an example. A field that is not named here is refused.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from fourleaf.engine.options import Options
from fourleaf.server.limits import CHAT, CLIENT_ID

ClientId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=CLIENT_ID)]
Hex32: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes in hex."""
Status: TypeAlias = Literal["gathering", "locked", "playing", "over"]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=7)]
Name: TypeAlias = str
"""What somebody is called: one line of at most 24 characters; any other is refused with the reason."""


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of a request or an answer."""


# What a table agrees on


class LiveClock(Body, frozen=True, kw_only=True, tag="live", tag_field="kind"):
    """Each seat has a bank of seconds, and gets an increment for every decision."""

    bank: Annotated[int, Meta(ge=5, le=24 * 3600)]
    increment: Annotated[int, Meta(ge=0, le=3600)]
    then: Literal["stand_in", "move", "forfeit"] = "stand_in"
    """What happens when a bank is empty: a bot plays on, one move is made for the seat, or the seat resigns."""


class DaysClock(Body, frozen=True, kw_only=True, tag="days", tag_field="kind"):
    """Each decision may take so many days."""

    days: Annotated[int, Meta(ge=1, le=30)]
    then: Literal["stand_in", "move", "forfeit"] = "move"


TableClock: TypeAlias = LiveClock | DaysClock


class CreateTable(Body, frozen=True, kw_only=True):
    """POST /api/tables."""

    game: str
    seats: Annotated[list[str], Meta(min_length=1, max_length=8)]
    """For each seat `open`, `me`, or the name of a bot."""
    options: Options = {}
    public: bool = False
    rated: bool = False
    hints: bool = True
    """Whether seats may ask for hints; a rated table has none."""
    clock: TableClock | None = None
    grace: Annotated[int, Meta(ge=10, le=7 * 24 * 3600)] | None = 300
    """Seconds after which a bot stands in for a seat that has gone; null for never."""
    name: Name | None = None
    """What the person who creates it is called, if they have no name yet."""


class Join(Body, frozen=True, kw_only=True):
    """POST /api/tables/ID/join."""

    seat: SeatNumber | None = None
    """The seat to take; the first open one if none is named."""
    invite: str | None = None
    name: Name | None = None
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


class Invite(Body, frozen=True, kw_only=True):
    """A new invite; its secret is shown this once."""

    id: str
    seat: int | None
    group: bool
    secret: str
    link: str
    expires_at: float


class InviteLine(Body, frozen=True, kw_only=True):
    """An invite in the host's list."""

    id: str
    seat: int | None
    group: bool
    expires_at: float
    state: Literal["live", "used", "expired"]
    """Live only while it would seat somebody: the table gathers, and a seat that it is for is open."""
    seated: int
    """How many have sat down by it."""


class Invited(Body, frozen=True, kw_only=True):
    """POST /api/tables/ID/invited: whether a link would seat whoever asks."""

    invite: str


class Welcome(Body, frozen=True, kw_only=True):
    """The link would seat whoever asks; any other is refused."""

    seat: int | None
    """The one seat that it is for; null for any."""
    group: bool


class NameWish(Body, frozen=True, kw_only=True):
    """POST /api/me: come in as a guest, or take another name."""

    name: Name


class Rating(Body, frozen=True, kw_only=True):
    """How strong somebody is at a game, by openskill."""

    game: str
    rating: float
    """What one can be sure of: `mu` - 3 `sigma`; everybody begins at 0."""
    mu: float
    sigma: float
    played: int


class Me(Body, frozen=True, kw_only=True):
    """Who the server takes one for."""

    person: str
    name: str
    kind: Literal["guest", "account", "bot"]
    ratings: list[Rating] = []
    """One for each game of which a rated match was finished."""


class SeatInfo(Body, frozen=True, kw_only=True):
    """A seat as everybody sees it."""

    seat: int
    person: str | None = None
    name: str | None = None
    kept_for: str | None = None
    """The name of somebody who is asked to play again and has not answered yet; nobody else can sit here."""
    bot: str | None = None
    """The bot that this seat belongs to."""
    stand_in: str | None = None
    """The bot that plays for the person who is away."""
    present: bool = False
    resigned: bool = False
    luck: Literal["none", "seat", "server"] = "none"
    """Who brings this seat's entropy."""
    outside: bool = False
    """A program plays this seat over the API of outside bots."""
    rating: float | None = None
    """The person's rating at this game when they sat down."""


class Luck(Body, frozen=True, kw_only=True):
    """What everybody may know of a table's luck."""

    commitment: str
    seat_commitments: list[str | None]
    roster: str | None = None
    words: str | None = None
    """The roster as words that the seats can compare aloud."""
    entropy: list[str] | None = None
    secret: str | None = None
    """Only once the match is over."""
    taken_back: int = 0
    """How often the table agreed to go back past luck, which was then drawn anew."""


class Question(Body, frozen=True, kw_only=True):
    """Somebody asks to go back; every other person at the table answers."""

    seq: int
    seat: int
    ply: int
    lines: list[str]
    """What would be undone, as this viewer may hear it."""
    waiting: list[int]
    """The seats that have not answered yet."""
    luck: bool = False
    """Whether luck would be taken back, and drawn anew."""


class Ending(Body, frozen=True, kw_only=True):
    """How a table ended."""

    why: Literal["played", "resigned", "abandoned", "closed"]
    """Closed: by its host before the match began."""
    scores: list[int]
    ranks: list[int]


class TableInfo(Body, frozen=True, kw_only=True):
    """A table as everybody may see it; GET /api/tables/ID."""

    id: str
    game: str
    title: str
    rules_version: int
    options: Options
    public: bool
    rated: bool
    hints: bool
    clock: TableClock | None
    grace: int | None
    status: Status
    host: str
    """The person who may start, kick and invite."""
    seats: list[SeatInfo]
    mine: list[int]
    """The seats of whoever asks."""
    asked: list[int] = []
    """The seats kept for whoever asks: `join` takes them all, `leave` says no."""
    may_sit: bool = False
    """Whether whoever asks could sit down now without an invite."""
    sent_away: bool = False
    """Whether the host sent away whoever asks, and they do not sit here."""
    actor: int
    ply: int
    seq: int
    luck: Luck
    ending: Ending | None = None
    rematch: str | None = None
    """The table at which the same people are asked to play again."""
    created_at: float = 0.0
    frozen: bool = False
    """Under repair: nothing can be done here, and nothing is lost."""


class SummarySeat(Body, frozen=True, kw_only=True):
    """A seat in a list of tables."""

    name: str | None = None
    bot: str | None = None
    kept_for: str | None = None


class TableSummary(Body, frozen=True, kw_only=True):
    """A table in a list."""

    id: str
    game: str
    status: Status
    seats: list[SummarySeat]
    actor: int
    ply: int
    created_at: float
    changed_at: float
    my_turn: bool = False
    asked: bool = False
    """Whether a seat is kept for whoever asks, who has not answered yet."""


class TableList(Body, frozen=True, kw_only=True):
    """GET /api/tables and GET /api/me/tables, the newest first."""

    tables: list[TableSummary]
    more: bool = False


class OptionInfo(Body, frozen=True, kw_only=True):
    """A named variant of a game."""

    name: str
    values: list[bool | int | str]
    meaning: str


class GameInfo(Body, frozen=True, kw_only=True):
    """A game that can be played here."""

    name: str
    title: str
    summary: str
    credit: str
    seats: list[int]
    options: list[OptionInfo]
    version: int


class GameList(Body, frozen=True, kw_only=True):
    """GET /api/games."""

    games: list[GameInfo]
    bots: list[str]
    """The names that a seat can be given to."""


class Rules(Body, frozen=True, kw_only=True):
    """GET /api/games/NAME/rules."""

    text: str
    """Markdown; each clause is `- **T2.5** text`."""


class ChanceEvent(Body, frozen=True, kw_only=True):
    """One draw of a match that is over, with the odds it had: whoever has the key draws it again."""

    legal: list[int]
    odds: list[int]
    action: int


class Ticket(Body, frozen=True, kw_only=True):
    """POST /api/tables/ID/ticket: lets one socket in, once, within a minute."""

    ticket: str


class Problem(Body, frozen=True, kw_only=True):
    """What every refused request is answered with."""

    code: str
    words: str
    clause: str | None = None


# What a client says


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """A message of the socket."""


class Hello(Message, frozen=True, kw_only=True, tag="hello"):
    """The first message: whose eyes to look through, and what is known already."""

    seat: SeatNumber | None = None
    """One of one's own seats; without one, as a watcher."""
    since: Annotated[int, Meta(ge=0)] = 0
    """The number of the last entry that the client has."""
    ticket: Annotated[str, Meta(max_length=100)] = ""


class Play(Message, frozen=True, kw_only=True, tag="play"):
    """Play a legal action for the seat one looks through."""

    id: ClientId
    ply: Annotated[int, Meta(ge=0)]
    """How many actions the match has had, as far as the client knows."""
    action: int | Annotated[str, Meta(max_length=200)]
    """The number of the action, or the move as one would type it."""
    seq: Annotated[int, Meta(ge=0)] | None = None
    """The last entry that the client has: a ply comes again after going back, and then what was wished is stale."""


class Undo(Message, frozen=True, kw_only=True, tag="undo"):
    """Go back to how the match stood after so many actions; at once where it is free, else everybody is asked."""

    id: ClientId
    ply: Annotated[int, Meta(ge=0)]


class Answer(Message, frozen=True, kw_only=True, tag="answer"):
    """Yes or no to somebody who asks to go back."""

    id: ClientId
    question: int
    """The number of the entry that asks."""
    yes: bool


class Resign(Message, frozen=True, kw_only=True, tag="resign"):
    """Give up; a bot plays the seat to the end if others play on."""

    id: ClientId


class ComeBack(Message, frozen=True, kw_only=True, tag="return"):
    """Take the seat back from the bot that stands in."""

    id: ClientId


class Commit(Message, frozen=True, kw_only=True, tag="commit"):
    """fairluck1, step 2, for a seat of one's own."""

    id: ClientId
    seat: SeatNumber
    commitment: Hex32


class OpenEntropy(Message, frozen=True, kw_only=True, tag="open"):
    """fairluck1, step 4, for a seat of one's own."""

    id: ClientId
    seat: SeatNumber
    entropy: Hex32


class Chat(Message, frozen=True, kw_only=True, tag="chat"):
    """One line of plain text to everybody at the table."""

    id: ClientId
    text: Annotated[str, Meta(min_length=1, max_length=2 * CHAT)]


class Mute(Message, frozen=True, kw_only=True, tag="mute"):
    """Hear somebody's chat no more, or again."""

    id: ClientId
    person: Annotated[str, Meta(max_length=24)]
    muted: bool


class Hint(Message, frozen=True, kw_only=True, tag="hint"):
    """Ask what a strong bot would do in this seat."""

    id: ClientId


class Why(Message, frozen=True, kw_only=True, tag="why"):
    """Ask why a wish is not legal now."""

    id: ClientId
    wish: int | Annotated[str, Meta(max_length=200)]


class Look(Message, frozen=True, kw_only=True, tag="look"):
    """Look through the eyes of another seat of one's own (several seats on one device)."""

    seat: SeatNumber | None = None
    since: Annotated[int, Meta(ge=0)] = 0


class Ping(Message, frozen=True, kw_only=True, tag="ping"):
    """Ask for the time."""


Said: TypeAlias = (
    Hello | Play | Undo | Answer | Resign | ComeBack | Commit | OpenEntropy | Chat | Mute | Hint | Why | Look | Ping
)


# What the server says


class Happening(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One action as one viewer sees it."""

    ply: int
    """How many actions came before it."""
    actor: int
    """Who decided: a seat, or -1 for chance."""
    glimpse: int
    """The action as far as this viewer sees it; -1 for nothing but that it happened."""
    line: str
    """The line of the log."""
    move: Any = None
    """The move spelled out, where the viewer sees the whole action."""
    event: int | None = None
    """For chance: the number of the chance event, which never comes again, also after going back."""
    seal: str | None = None
    """For chance: binds the outcome (fairluck1, step 7)."""
    salt: str | None = None
    """For chance whose outcome the viewer sees: checks the seal."""


class Seen(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One entry of the table's log as one viewer sees it."""

    seq: int
    at: float
    kind: str
    """created, sat, kept, declined, left, kicked, given, committed, locked, voided, started, played, asked, answered,
    undone, resigned, stood_in, returned, ended, rematched."""
    seat: int | None = None
    name: str | None = None
    bot: str | None = None
    by: str | None = None
    """played: person, bot, stand_in, fallback or clock. stood_in: left, away or clock."""
    ply: int | None = None
    """asked, undone: how far back."""
    yes: bool | None = None
    seats: list[int] | None = None
    """voided: who did not open."""
    happened: list[Happening] = []
    """started, played: what was done and what chance did next."""
    undone: list[str] = []
    """asked, undone: the lines that go, the newest first."""
    ending: Ending | None = None
    table: str | None = None
    """rematched: where; `seat` is who asks."""


class LegalMove(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may be played now."""

    action: int
    move: Any
    """The move spelled out in the fields of its game; `type` says which kind."""


class Undoable(msgspec.Struct, frozen=True, kw_only=True):
    """How far one may go back."""

    free: list[int]
    """Plies that one may go back to at once, the nearest first; the last is the beginning of one's turn."""
    ask: int | None
    """The ply before one's last decision, if the others must agree and can be asked."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How the match stands for one viewer."""

    seat: int
    """-3 for a watcher."""
    ply: int
    actor: int
    """A seat, -1 chance, -2 over."""
    view: Any
    prompt: str
    legal: list[LegalMove]
    """Empty unless the viewer decides."""
    undo: Undoable | None = None
    question: Question | None = None
    banks: list[float] | None = None
    """Seconds left to each seat on a live clock, when the actor's turn began."""
    deadline: float | None = None
    """Wall time at which the actor's clock runs out."""


class Answered(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """A message of the server."""


class Update(Answered, frozen=True, kw_only=True, tag="update"):
    """Entries of the log in order, and, in the last message of a row, how everything stands after them."""

    seq: int
    """The number of the last entry up to here."""
    hash: str
    """The hash of that entry, chained to all before it."""
    entries: list[Seen]
    table: TableInfo | None = None
    """None when nothing but moves has changed since the last one."""
    now: Standing | None = None
    """None before the match starts, and while more entries follow."""
    more: bool = False


class Ack(Answered, frozen=True, kw_only=True, tag="ack"):
    """It is done and kept for good; `seq` and `hash` are of the entry that keeps it, if there is one."""

    id: str
    seq: int | None = None
    hash: str | None = None


class Refusal(Answered, frozen=True, kw_only=True, tag="refused"):
    """It cannot be done, and nothing has changed."""

    id: str | None
    code: str
    words: str
    clause: str | None = None


class ChatLine(Answered, frozen=True, kw_only=True, tag="chat"):
    """One line of chat."""

    number: int
    at: float
    person: str
    name: str
    text: str


class Away(msgspec.Struct, frozen=True, kw_only=True):
    """A seat whose person has gone, and when a bot will stand in."""

    seat: int
    stand_in_at: float


class Presence(Answered, frozen=True, kw_only=True, tag="presence"):
    """Who is connected, and who will be replaced when."""

    seats: list[int]
    watchers: int
    away: list[Away] = []


class HintLine(msgspec.Struct, frozen=True, kw_only=True):
    """One good move."""

    action: int
    move: Any
    share: float
    """How much of the thinking went into it; the most trusted move has the most."""
    rank: float
    """The rank to expect after it, 0 for a sure winner."""
    words: str
    """What speaks for it."""


class Advice(Answered, frozen=True, kw_only=True, tag="hint"):
    """What a strong bot would do: the best move, and all that it thought well of, the best first."""

    id: str
    action: int
    move: Any
    words: str
    hints: list[HintLine] = []


class Because(Answered, frozen=True, kw_only=True, tag="because"):
    """Why a wish is not legal; without a clause it is legal, or simply not one's turn."""

    id: str
    legal: bool
    words: str
    clause: str | None = None


class Pong(Answered, frozen=True, kw_only=True, tag="pong"):
    """The server's time."""

    at: float


class Closing(Answered, frozen=True, kw_only=True, tag="closing"):
    """The server closes this socket; come back after so many seconds."""

    why: str
    retry: float


Told: TypeAlias = Update | Ack | Refusal | ChatLine | Presence | Advice | Because | Pong | Closing
