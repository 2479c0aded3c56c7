"""What a client says over the socket."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from fourleaf.server.limits import CHAT
from fourleaf.server.wire.body import ClientId, Hex32, SeatNumber


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """A message of the socket."""


class Hello(Message, frozen=True, kw_only=True, tag="hello"):
    """The first message: whose eyes to look through, and what is known already."""

    seat: SeatNumber | None = None
    """One of one's own seats; without one, as a watcher."""
    since: Annotated[int, Meta(ge=0)] = 0
    """The number of the last entry that the client has."""
    ticket: Annotated[str, Meta(max_length=100)] = ""
    changes: bool = False
    """Whether the client puts views together: then it is sent only what has changed of a view, if it has the rest."""
    rows: bool = False
    """Whether the client takes luck in rows: then what it has missed tells once what came several times in a row."""


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


class GoOn(Message, frozen=True, kw_only=True, tag="on"):
    """I have read what the table waits for me to read."""

    id: ClientId
    pause: int
    """The number of the entry that the pause follows: what was meant for one pause ends no other."""


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


class AskHint(Message, frozen=True, kw_only=True, tag="hint"):
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
    Hello
    | Play
    | Undo
    | Answer
    | GoOn
    | Resign
    | ComeBack
    | Commit
    | OpenEntropy
    | Chat
    | Mute
    | AskHint
    | Why
    | Look
    | Ping
)
