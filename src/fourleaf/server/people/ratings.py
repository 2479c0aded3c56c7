"""Results and ratings: written in the transaction that ends a table, so that each match counts once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from statistics import fmean
from typing import Final

import msgspec
from openskill.models import PlackettLuce
from sqlalchemy import Connection, delete, insert, select

import fourleaf
from fourleaf.server import bodies, wire
from fourleaf.server.errors import NotFound
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Database
from fourleaf.server.tables.fold import Fold, Seat

BEST: Final = 100
"""Lines in the list of the best."""
PAGE: Final = 50
"""Matches in one page of a history."""
BOT: Final = "bot:"
"""What the server's own bots are called where people have an id."""
MODEL: Final = PlackettLuce()


class Standing(msgspec.Struct, frozen=True):
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


def settling(fold: Fold) -> Callable[[Connection], None]:
    """Writes how everybody ended and, at a rated table, what they are rated now."""
    ending = fold.ending
    assert ending is not None

    def work(connection: Connection) -> None:
        counts = fold.created.rated and ending.why != "abandoned"
        after = _rate(connection, fold, ending.ranks) if counts else {}
        rows = [
            {
                "table": fold.table,
                "seat": seat,
                "person": person,
                "game": fold.created.game,
                "why": ending.why,
                "score": ending.scores[seat],
                "rank": ending.ranks[seat],
                "seats": len(fold.seats),
                "mu": after[person].mu if person in after else None,
                "sigma": after[person].sigma if person in after else None,
                "ended_at": fold.changed_at,
            }
            for seat, person in fold.people.items()
        ]
        if rows:
            connection.execute(insert(schema.results), rows)

    return work


def _rate(connection: Connection, fold: Fold, ranks: list[int]) -> dict[str, Standing]:
    who = [_known_as(seat) for seat in fold.seats]
    if len(set(who)) < 2:
        return {}
    game = fold.created.game
    before = _standings(
        connection, game, {key: seat.bot or seat.name or "" for key, seat in zip(who, fold.seats, strict=True)}
    )
    teams = [[MODEL.rating(before[key].mu, before[key].sigma)] for key in who]
    copies = defaultdict(list)
    for key, [copy] in zip(who, MODEL.rate(teams, ranks=[float(rank) for rank in ranks]), strict=True):
        copies[key].append(copy)
    after = {
        key: Standing(
            before[key].name,
            fmean(one.mu for one in several),
            fmean(one.sigma for one in several),
            before[key].played + 1,
        )
        for key, several in copies.items()
    }
    columns = schema.ratings.c
    connection.execute(delete(schema.ratings).where(columns.game == game, columns.person.in_(after)))
    rows = [
        {"game": game, "person": key, "changed_at": fold.changed_at, **msgspec.structs.asdict(standing)}
        for key, standing in after.items()
    ]
    connection.execute(insert(schema.ratings), rows)
    return after


def _known_as(seat: Seat) -> str:
    return seat.person or f"{BOT}{seat.bot}"


def _standings(connection: Connection, game: str, names: dict[str, str]) -> dict[str, Standing]:
    """Everybody's strength so far; locked, so that two tables that end at once count one after the other."""
    columns = schema.ratings.c
    query = select(schema.ratings).where(columns.game == game, columns.person.in_(names)).with_for_update()
    known = {
        row.person: Standing(names[row.person], row.mu, row.sigma, row.played) for row in connection.execute(query)
    }
    return {key: known.get(key, Standing(name)) for key, name in names.items()}


class Ratings:
    """What was written when tables ended."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: str) -> list[wire.Rating]:
        """Somebody's ratings, one a game."""
        query = select(schema.ratings).where(schema.ratings.c.person == person).order_by(schema.ratings.c.game)

        def work(connection: Connection) -> list[wire.Rating]:
            return [
                wire.Rating(
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

    async def best(self, game: str) -> bodies.RatingList:
        """The best at a game."""
        if game not in fourleaf.games():
            raise NotFound(f"there is no game {game!r}")
        columns = schema.ratings.c
        order = (columns.mu - 3 * columns.sigma).desc()
        query = select(schema.ratings).where(columns.game == game).order_by(order, columns.person).limit(BEST)
        bots = select(schema.people.c.id).where(schema.people.c.kind == "bot")

        def work(connection: Connection) -> list[bodies.RankedPerson]:
            rows = list(connection.execute(query))
            ids = [row.person for row in rows]
            outside = set(connection.scalars(bots.where(schema.people.c.id.in_(ids))))
            return [
                bodies.RankedPerson(
                    name=row.name,
                    person=None if row.person.startswith(BOT) else row.person,
                    bot=row.person.startswith(BOT) or row.person in outside,
                    rating=shown(row.mu, row.sigma),
                    mu=row.mu,
                    sigma=row.sigma,
                    played=row.played,
                )
                for row in rows
            ]

        return bodies.RatingList(game=game, ratings=await self._database.read(work))

    async def history(self, person: str, offset: int) -> bodies.History:
        """Somebody's matches that are over, the newest first."""
        columns = schema.results.c
        order = (columns.ended_at.desc(), columns.table, columns.seat)
        query = select(schema.results).where(columns.person == person).order_by(*order)

        def work(connection: Connection) -> list[bodies.PlayedGame]:
            return [
                bodies.PlayedGame(
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
        return bodies.History(games=found[:PAGE], more=len(found) > PAGE)
