"""What the server says over the socket."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from fourleaf.server.values import Ending
from fourleaf.server.wire.body import Body
from fourleaf.server.wire.replies import TableInfo


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
    about: int
    """The seat that it is about: who decided, or for chance whose luck it was; -1 for nobody's."""
    move: Any
    """The move spelled out; what of it is hidden from the viewer is null."""
    event: int | None = None
    """For chance: the number of the chance event, which never comes again, also after going back."""
    seal: str | None = None
    """For chance: binds the outcome (fairluck1, step 7)."""
    salt: str | None = None
    """For chance whose outcome the viewer sees: checks the seal."""
    seals: str | None = None
    """In a row: instead of `seal` those of the row, 32 bytes each, in base64; ply and event are the first's."""
    salts: str | None = None
    """In a row whose outcome the viewer sees: instead of `seal` and `salt` the salts, from which the seals follow."""


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


class PendingQuestion(Body, frozen=True, kw_only=True):
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


class Pause(Body, frozen=True, kw_only=True):
    """Something was judged or laid open: until it is read nobody plays, no bot decides and no clock runs."""

    seq: int
    """The number of the entry that it follows; `on` names it."""
    waiting: list[int]
    """The seats whose people are here and have not said `on` yet."""
    until: float
    """Wall time at which the match goes on in any case."""


class MatchStanding(msgspec.Struct, frozen=True, kw_only=True):
    """How the match stands for one viewer."""

    seat: int
    """-3 for a watcher."""
    ply: int
    actor: int
    """A seat, -1 chance, -2 over."""
    view: Any
    since: int | None = None
    """Only for a client that asked for changes: the entry after which it was shown the rest of the view. What stands in
    `view` has changed since, field by field, and everything else stands as it was."""
    prompt: str
    legal: list[LegalMove]
    """Empty unless the viewer decides, and while others read."""
    undo: Undoable | None = None
    question: PendingQuestion | None = None
    banks: list[float] | None = None
    """Seconds left to each seat on a live clock, when the actor's turn began."""
    deadline: float | None = None
    """Wall time at which the actor's clock runs out."""
    pause: Pause | None = None
    """What is read before the match goes on; a play is the `on` of whoever plays, and refused while others read."""


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
    now: MatchStanding | None = None
    """None before the match starts, and while more entries follow."""
    more: bool = False


class Ack(Answered, frozen=True, kw_only=True, tag="ack"):
    """It is done and kept for good; `seq` and `hash` are of the entry that keeps it, if there is one."""

    id: str
    seq: int | None = None
    hash: str | None = None


class WishRefused(Answered, frozen=True, kw_only=True, tag="refused"):
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
    text: str | None
    """Null of somebody whom one has muted: then it is known who spoke, and nothing else."""


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


class HintAnswer(Answered, frozen=True, kw_only=True, tag="hint"):
    """What a strong bot would do: the best move, and all that it thought well of, the best first."""

    id: str
    action: int
    move: Any
    words: str
    then: Any = None
    """The other half of the best move, where that is half of one: a tile that is picked up, and where it goes."""
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


Told: TypeAlias = Update | Ack | WishRefused | ChatLine | Presence | HintAnswer | Because | Pong | Closing
