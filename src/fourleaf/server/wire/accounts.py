"""Accounts, ratings and histories: what is asked and what is answered."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from fourleaf.server.limits import PASSWORD_LEAST, PASSWORD_MOST
from fourleaf.server.wire.body import Body, Name

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
    why: Literal["played", "resigned", "abandoned", "old_rules"]
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
