"""Rated matches without a network: real tables, a real log, and whatever people do at them."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random

from sqlalchemy import Connection, select

from fourleaf.server import wire
from fourleaf.server.people.ratings import BOT, Strength
from fourleaf.server.people.results import settling
from fourleaf.server.storage import entries as log
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Database
from fourleaf.server.storage.entries import About, Decider
from fourleaf.server.storage.log import Log, promise
from fourleaf.server.tables import commands, lobby
from fourleaf.server.tables.environment import Write
from fourleaf.server.tables.table import SERVER, Requester, Table
from fourleaf.server.tables.table_state import TableState
from tests.server.manual_clock import ManualClock
from tests.server.quiet import NothingFollows, around

DAY = 24 * 3600.0


class Settling(NothingFollows):
    """All that follows in a hall: matches that end are settled."""

    def also_written(self, table: Table, after: TableState) -> list[Write]:
        return [settling(after)] if after.status == "over" and table.state.status != "over" else []


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
        secret = sha256(f"{self.seed} {table_id}".encode()).digest()
        entries, commitment = lobby.opening(table_id, wish, "host", "Host", About(), lobby.Start(), secret)
        environment = around(self.storage, self.clock, Settling())
        table = Table(TableState(table_id, {commitment: secret}), environment)
        await table.append(*entries, also=promise(table_id, commitment, secret, self.clock.wall()))
        for seat, who in enumerate(seats):
            if not who.startswith(BOT):
                about = About(outside=who in owners, owner=owners.get(who))
                await table.append(log.Sat(seat=seat, person=who, name=who, about=about))
        await lobby.start(table, "host")
        return Match(self, table)

    async def standings(self, game: str = "treasure") -> dict[str, Strength]:
        """What everybody is rated now."""

        def work(connection: Connection) -> dict[str, Strength]:
            rows = connection.execute(select(schema.ratings).where(schema.ratings.c.game == game))
            return {row.person: Strength(row.name, row.mu, row.sigma, row.played) for row in rows}

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
    def state(self) -> TableState:
        return self.table.state

    def seat_of(self, person: str) -> int:
        return self.state.seats_of(person)[0]

    @property
    def here(self) -> list[str]:
        """Who plays for themselves."""
        return sorted(self.state.deciding)

    async def decide(self, rng: Random, by: Decider = "person") -> None:
        """The next decision, whoever makes it."""
        seat, match = self.state.actor, self.state.match
        assert match is not None
        held = self.state.seats[seat]
        who: Decider = "bot" if held.bot else "stand_in" if held.stand_in else by
        await self.table.decide(seat, rng.choice(list(match.legal)), SERVER, who)
        if held.person is not None:
            (self.clocked.add if who == "clock" else self.clocked.discard)(held.person)

    async def play(self, rng: Random, rounds: int) -> None:
        """Until everybody has decided so often, or it is over."""
        while self.state.status == "playing" and self.least < rounds:
            await self.decide(rng)

    async def finish(self, rng: Random) -> None:
        while self.state.status == "playing":
            await self.decide(rng)

    @property
    def least(self) -> int:
        """How often each seat has decided at least."""
        return min(self.state.deciders.count(seat) for seat in range(len(self.state.seats)))

    async def leave(self, person: str) -> None:
        self.left.add(person)
        await commands.leave(self.table, person)

    async def resign(self, person: str) -> None:
        self.left.add(person)
        await commands.resign(self.table, self.seat_of(person), Requester(person))

    async def go_away(self, person: str) -> None:
        self.away.add(person)
        await commands.stand_in(self.table, self.seat_of(person), "away")

    async def come_back(self, person: str) -> None:
        self.away.discard(person)
        await commands.come_back(self.table, self.seat_of(person), Requester(person))

    async def let_lie(self) -> None:
        held = self.state.seats[self.state.actor]
        if held.played_by is None and held.person is not None:
            self.left.add(held.person)
        await commands.let_lie(self.table)


@contextlib.asynccontextmanager
async def open_hall(folder: Path, seed: int = 0) -> AsyncIterator[Hall]:
    database = Database(f"sqlite:///{folder / 'hall.sqlite'}")
    database.open()
    try:
        yield Hall(database, Log(database), seed)
    finally:
        database.close()
