"""Rated matches without a network: real tables, a real log, and whatever people do at them."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random

import msgspec
from sqlalchemy import Connection, select

import fourleaf
from fourleaf.engine.record import USUAL
from fourleaf.server import wire
from fourleaf.server.people.ratings import BOT, Standing
from fourleaf.server.people.settling import settling
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Database
from fourleaf.server.storage.log import Log, promise
from fourleaf.server.tables import entries as log
from fourleaf.server.tables import lobby, talk
from fourleaf.server.tables.entries import About
from fourleaf.server.tables.fold import Fold
from fourleaf.server.tables.luck import luck_of
from fourleaf.server.tables.table import SERVER, By, Table
from tests.server.manual_clock import ManualClock

DAY = 24 * 3600.0


@dataclass
class Hall:
    """Where rated matches are played, one after the other."""

    database: Database
    storage: Log
    seed: int
    """Of the luck of every table."""
    clock: ManualClock = field(default_factory=ManualClock)
    numbers: itertools.count[int] = field(default_factory=itertools.count)

    async def match(self, seats: list[str], owners: dict[str, str] | None = None, game: str = "treasure") -> Match:
        """A rated match that has begun: names of people, and of bots as `bot:greedy`."""
        owners = owners or {}
        table_id = f"table{next(self.numbers)}"
        wishes = [who.removeprefix(BOT) if who.startswith(BOT) else "open" for who in seats]
        wish = wire.CreateTable(game=game, seats=wishes, rated=True)
        [created, *rest], _, _ = lobby.opening(table_id, wish, "host", "Host", About(), USUAL)
        assert isinstance(created, log.Created)
        secret = sha256(f"{self.seed} {table_id}".encode()).digest()
        commitment = luck_of(table_id, fourleaf.game(game), created.options, secret).commitment.hex()
        created = msgspec.structs.replace(created, commitment=commitment)
        table = Table(Fold(table_id, {commitment: secret}), self.storage, self.clock)
        table.beside = lambda table, after: (
            [settling(after)] if after.status == "over" and table.fold.status != "over" else []
        )
        await table.append(created, *rest, also=promise(table_id, commitment, secret, self.clock.wall()))
        for seat, who in enumerate(seats):
            if not who.startswith(BOT):
                about = About(outside=who in owners, owner=owners.get(who))
                await table.append(log.Sat(seat=seat, person=who, name=who, about=about))
        await lobby.start(table, "host")
        return Match(self, table)

    async def standings(self, game: str = "treasure") -> dict[str, Standing]:
        """What everybody is rated now."""

        def work(connection: Connection) -> dict[str, Standing]:
            rows = connection.execute(select(schema.ratings).where(schema.ratings.c.game == game))
            return {row.person: Standing(row.name, row.mu, row.sigma, row.played) for row in rows}

        return await self.database.read(work)

    async def results(self, table: str) -> list[tuple[int, str, float | None]]:
        """Who is written down for a table: seat, person, and the strength after it."""
        columns = schema.results.c
        query = select(columns.seat, columns.person, columns.mu).where(columns.table == table).order_by(columns.seat)
        return await self.database.read(lambda connection: [tuple(row) for row in connection.execute(query)])


@dataclass
class Match:
    """A match at a rated table, and what its people have done to it."""

    hall: Hall
    table: Table
    left: set[str] = field(default_factory=set)
    away: set[str] = field(default_factory=set)
    clocked: set[str] = field(default_factory=set)
    """Whose last decision the clock made."""

    @property
    def fold(self) -> Fold:
        return self.table.fold

    def seat_of(self, person: str) -> int:
        return self.fold.seats_of(person)[0]

    @property
    def here(self) -> list[str]:
        """Who plays for themselves."""
        return sorted(self.fold.deciding)

    async def decide(self, rng: Random, by: str = "person") -> None:
        """The next decision, whoever makes it."""
        seat, match = self.fold.actor, self.fold.match
        assert match is not None
        held = self.fold.seats[seat]
        who = "bot" if held.bot else "stand_in" if held.stand_in else by
        await self.table.decide(seat, rng.choice(list(match.legal)), SERVER, who)
        if held.person is not None:
            (self.clocked.add if who == "clock" else self.clocked.discard)(held.person)

    async def play(self, rng: Random, rounds: int) -> None:
        """Until everybody has decided so often, or it is over."""
        while self.fold.status == "playing" and self.least < rounds:
            await self.decide(rng)

    async def finish(self, rng: Random) -> None:
        while self.fold.status == "playing":
            await self.decide(rng)

    @property
    def least(self) -> int:
        """How often each seat has decided at least."""
        return min(self.fold.deciders.count(seat) for seat in range(len(self.fold.seats)))

    async def leave(self, person: str) -> None:
        self.left.add(person)
        await talk.leave(self.table, person)

    async def resign(self, person: str) -> None:
        self.left.add(person)
        await talk.resign(self.table, self.seat_of(person), By(person))

    async def go_away(self, person: str) -> None:
        self.away.add(person)
        await talk.stand_in(self.table, self.seat_of(person), "away")

    async def come_back(self, person: str) -> None:
        self.away.discard(person)
        await talk.come_back(self.table, self.seat_of(person), By(person))

    async def let_lie(self) -> None:
        held = self.fold.seats[self.fold.actor]
        if held.played_by is None and held.person is not None:
            self.left.add(held.person)
        await talk.let_lie(self.table)


@contextlib.asynccontextmanager
async def open_hall(folder: Path, seed: int = 0) -> AsyncIterator[Hall]:
    database = Database(f"sqlite:///{folder / 'hall.sqlite'}")
    database.open()
    try:
        yield Hall(database, Log(database), seed)
    finally:
        database.close()
