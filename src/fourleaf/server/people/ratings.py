"""Ratings and results as they are read: of one person, and the list of the best."""

from __future__ import annotations

from typing import Final

import msgspec
from openskill.models import PlackettLuce
from sqlalchemy import Connection, func, or_, select

import fourleaf
from fourleaf.server import wire
from fourleaf.server.errors import NotFound
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Database

BEST: Final = 100
"""Lines in the list of the best."""
PAGE: Final = 50
"""Matches in one page of a history."""
BOT: Final = "bot:"
"""What the server's own bots are called where people have an id."""
MODEL: Final = PlackettLuce()


class Strength(msgspec.Struct, frozen=True):
    """Somebody's strength at a game."""

    name: str
    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    played: int = 0

    @property
    def rating(self) -> float:
        """What one can be sure of."""
        return shown(self.mu, self.sigma)


def shown(mu: float, sigma: float) -> float:
    """A rating as people read it: three times the doubt below the strength, so that nobody rises by one lucky match."""
    return round(mu - 3 * sigma, 2)


class Ratings:
    """What was written when tables ended."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: str) -> list[wire.RatingInfo]:
        """Somebody's ratings, one a game."""
        query = select(schema.ratings).where(schema.ratings.c.person == person).order_by(schema.ratings.c.game)

        def work(connection: Connection) -> list[wire.RatingInfo]:
            return [
                wire.RatingInfo(
                    game=row.game, rating=shown(row.mu, row.sigma), mu=row.mu, sigma=row.sigma, played=row.played
                )
                for row in connection.execute(query)
            ]

        return await self._database.read(work)

    async def at(self, game: str, person: str) -> float | None:
        """Somebody's rating at one game."""
        columns = schema.ratings.c
        query = select(columns.mu, columns.sigma).where(columns.game == game, columns.person == person)
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else shown(row.mu, row.sigma)

    async def best(self, game: str) -> wire.RatingList:
        """The best at a game: accounts, outside bots whose owner has one, and the server's own bots."""
        if game not in fourleaf.games():
            raise NotFound(f"there is no game {game!r}")
        columns, people = schema.ratings.c, schema.people.c
        accounts = select(schema.accounts.c.person)
        owned = select(schema.tokens.c.person).where(schema.tokens.c.owner.in_(accounts))
        listed = or_(columns.person.startswith(BOT), columns.person.in_(accounts), columns.person.in_(owned))
        query = (
            select(schema.ratings, func.coalesce(people.name, columns.name).label("called"), people.kind)
            .outerjoin(schema.people, people.id == columns.person)
            .where(columns.game == game, listed)
            .order_by((columns.mu - 3 * columns.sigma).desc(), columns.person)
            .limit(BEST)
        )

        def work(connection: Connection) -> list[wire.RankedPerson]:
            return [
                wire.RankedPerson(
                    name=row.called,
                    person=None if row.kind is None else row.person,
                    bot=row.kind in (None, "bot"),
                    rating=shown(row.mu, row.sigma),
                    mu=row.mu,
                    sigma=row.sigma,
                    played=row.played,
                )
                for row in connection.execute(query)
            ]

        return wire.RatingList(game=game, ratings=await self._database.read(work))

    async def history(self, person: str, offset: int) -> wire.History:
        """Somebody's matches that are over, the newest first."""
        columns = schema.results.c
        order = (columns.ended_at.desc(), columns.table, columns.seat)
        query = select(schema.results).where(columns.person == person).order_by(*order)

        def work(connection: Connection) -> list[wire.PlayedGame]:
            return [
                wire.PlayedGame(
                    table=row.table,
                    game=row.game,
                    seat=row.seat,
                    seats=row.seats,
                    why=row.why,
                    score=row.score,
                    rank=row.rank,
                    rating=None if row.mu is None else shown(row.mu, row.sigma),
                    ended_at=row.ended_at,
                )
                for row in connection.execute(query.offset(offset).limit(PAGE + 1))
            ]

        found = await self._database.read(work)
        return wire.History(games=found[:PAGE], more=len(found) > PAGE)
