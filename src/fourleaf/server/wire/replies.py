"""What the HTTP API around the tables answers."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import field

from fourleaf.engine.options import Options
from fourleaf.server.values import Ending, Source, Status, TableClock
from fourleaf.server.wire.body import Body


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


class Welcome(Body, frozen=True, kw_only=True):
    """The link would seat whoever asks; any other is refused."""

    seat: int | None
    """The one seat that it is for; null for any."""
    group: bool


class RatingInfo(Body, frozen=True, kw_only=True):
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
    ratings: list[RatingInfo] = field(default_factory=list)
    """One for each game of which a rated match was finished."""


class SeatInfo(Body, frozen=True, kw_only=True):
    """A seat as everybody sees it."""

    seat: int
    person: str | None = None
    name: str | None = None
    called: str | None = None
    """What the player of this seat is called, where several share the person's device."""
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


class LuckInfo(Body, frozen=True, kw_only=True):
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


class TableInfo(Body, frozen=True, kw_only=True):
    """A table as everybody may see it; GET /api/tables/ID."""

    id: str
    game: str
    title: str
    rules_version: int
    options: Options
    goal: str
    """What to play for at this table, in one sentence."""
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
    asked: list[int] = field(default_factory=list)
    """The seats kept for whoever asks: `join` takes them all, `leave` says no."""
    may_sit: bool = False
    """Whether whoever asks could sit down now without an invite."""
    sent_away: bool = False
    """Whether the host sent away whoever asks, and they do not sit here."""
    actor: int
    ply: int
    seq: int
    luck: LuckInfo
    ending: Ending | None = None
    rematch: str | None = None
    """The table at which the same people are asked to play again."""
    source: Source | None = None
    """Where it begins, if not as its rules say; which table or record is told to those who sit here."""
    created_at: float = 0.0
    frozen: bool = False
    """Under repair: nothing can be done here, and nothing is lost."""


class SummarySeat(Body, frozen=True, kw_only=True):
    """A seat in a list of tables."""

    name: str | None = None
    bot: str | None = None
    kept_for: str | None = None
    called: str | None = None
    """What the player of this seat is called, where several share the person's device."""
    resigned: bool = False


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
    clock: TableClock | None = None
    host: str | None = None
    """What the host is called."""
    hosted: bool = False
    """Whether whoever asks is the host."""
    my_turn: bool = False
    asked: bool = False
    """Whether a seat is kept for whoever asks, who has not answered yet."""
    resigned: bool = False
    """Whether whoever asks has resigned, and the others play on."""


class TableList(Body, frozen=True, kw_only=True):
    """GET /api/tables and GET /api/me/tables, the newest first."""

    tables: list[TableSummary]
    more: bool = False


class OptionInfo(Body, frozen=True, kw_only=True):
    """A named variant of a game."""

    name: str
    values: list[bool | int | str]
    """The usual one first."""
    meaning: str
    title: str
    """A few words above the choice, for people."""
    says: list[str]
    """For each value the sentence that a person reads instead of it."""


class BotInfo(Body, frozen=True, kw_only=True):
    """A bot as a person meets it at a table of one game."""

    bot: str
    """What a seat is given to."""
    names: list[str]
    """The first one at a table has the first name, another one like it the next."""
    says: str
    """What it does, to be read after its name."""


class GameInfo(Body, frozen=True, kw_only=True):
    """A game that can be played here."""

    name: str
    title: str
    summary: str
    credit: str
    seats: list[int]
    options: list[OptionInfo]
    bots: list[BotInfo]
    """The weakest first."""
    version: int


class GameList(Body, frozen=True, kw_only=True):
    """GET /api/games."""

    games: list[GameInfo]
    bots: list[str]
    """The names that a seat can be given to."""


class RulesPicture(Body, frozen=True, kw_only=True):
    """A position of a rulebook, as whoever decides in it sees it, or a watcher where nobody does."""

    position: str
    """The line of notation as it stands in the text."""
    seat: int
    """Whose eyes: a seat, or -3 for a watcher."""
    actor: int
    view: Any


class RulesText(Body, frozen=True, kw_only=True):
    """GET /api/games/NAME/rules."""

    text: str
    """Markdown; each clause is `- **T2.5** text`, and a fence `position` holds one line of notation."""
    pictures: list[RulesPicture]
    """What there is to draw of each position, in the order of the text."""


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
