"""The bodies of the HTTP API around the tables: accounts, ratings, outside bots, webhooks and imported records."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta

from fourleaf.engine.options import Options
from fourleaf.server.limits import CHAT, HOOK_URL, PASSWORD_LEAST, PASSWORD_MOST
from fourleaf.server.wire import Body, ClientId, Happening, Name

Password: TypeAlias = Annotated[str, Meta(min_length=PASSWORD_LEAST, max_length=PASSWORD_MOST)]


class Account(Body, frozen=True, kw_only=True):
    """POST /api/account and POST /api/login: a name that lasts, and its password."""

    name: Name
    password: Password


class NewPassword(Body, frozen=True, kw_only=True):
    """POST /api/account/password."""

    old: Password
    new: Password


class RankedPerson(Body, frozen=True, kw_only=True):
    """One line of the list of the best."""

    name: str
    person: str | None
    """None for a bot of the server."""
    bot: bool
    rating: float
    mu: float
    sigma: float
    played: int


class RatingList(Body, frozen=True, kw_only=True):
    """GET /api/ratings: the best at a game, the strongest first."""

    game: str
    ratings: list[RankedPerson]


class PlayedGame(Body, frozen=True, kw_only=True):
    """A match that is over, as one of its seats."""

    table: str
    game: str
    seat: int
    seats: int
    why: Literal["played", "resigned", "abandoned"]
    score: int
    rank: int
    """0 for a winner."""
    rating: float | None
    """After the match, where it was rated."""
    ended_at: float


class History(Body, frozen=True, kw_only=True):
    """GET /api/me/history, the newest first."""

    games: list[PlayedGame]
    more: bool = False


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


class Called(Body, frozen=True, kw_only=True):
    """One line of GET /api/bot/stream."""

    type: Literal["asked", "table", "turn", "over"]
    """A seat that is kept for the bot's answer, a table where it sits, its turn at one, or the end of one."""
    table: str
    game: str
    seat: int
    ply: int


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
