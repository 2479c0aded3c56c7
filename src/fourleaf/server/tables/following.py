"""What other nodes do at tables here: a notification says where to look, and every second it is looked in any case."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Protocol

import msgspec
from sqlalchemy import Connection, delete, func, select

from fourleaf.server.clock import Clock
from fourleaf.server.errors import Refused
from fourleaf.server.failpoints import arrives
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Transactions
from fourleaf.server.storage.entries import LogRow
from fourleaf.server.storage.log import BrokenLog, read_rows
from fourleaf.server.storage.sharing import KEPT
from fourleaf.server.tables import lobby
from fourleaf.server.tables.attendance import Attendance
from fourleaf.server.tables.bot_streams import BotStreams
from fourleaf.server.tables.chat import ChatRoom
from fourleaf.server.tables.neighbours import Neighbours
from fourleaf.server.tables.table import Table
from fourleaf.server.tables.tables import Tables

LOOK: Final = 1.0
"""Seconds after which it is looked in any case: what a lost notification costs at most."""
RETRY: Final = 0.5
"""Seconds after which a session that has ended is begun anew."""
logger = logging.getLogger("fourleaf.server")
Announced = Callable[[str], Awaitable[None]]
"""Does what an announcement asks for; it is told whom it is about."""


class Hears(Protocol):
    """Whoever brings what other nodes tell."""

    def heard(self) -> AsyncIterator[list[str]]:
        """What others have told, for as long as the session lives; first nothing, when it has begun to listen."""


@dataclass
class News:
    """Where to look."""

    tables: dict[str, int] = field(default_factory=dict)
    """Tables with a new entry, and its number."""
    chats: set[str] = field(default_factory=set)
    attended: set[str] = field(default_factory=set)
    announced: bool = False

    def add(self, news: Iterable[str]) -> None:
        """Read what was told."""
        for one in news:
            kind, _, rest = one.partition(":")
            table, _, seq = rest.partition(":")
            if kind == "t":
                self.tables[table] = max(int(seq), self.tables.get(table, 0))
            elif kind == "c":
                self.chats.add(table)
            elif kind == "a":
                self.attended.add(table)
            else:
                self.announced = True


class Following:
    """Keeps the tables of this node up with what happens at the others."""

    def __init__(
        self,
        database: Transactions,
        clock: Clock,
        nodes: Neighbours,
        tables: Tables,
        chat: ChatRoom,
        bot_streams: BotStreams,
        announced: Mapping[str, Announced],
    ) -> None:
        self._database = database
        self._clock = clock
        self._nodes = nodes
        self._tables = tables
        self._chat = chat
        self._bot_streams = bot_streams
        self._announced = announced
        """What is done about each kind of announcement."""
        self._told_of = News()
        self._news = asyncio.Event()
        self._number = 0
        """The last announcement that was read."""

    async def join(self) -> None:
        """Be one of the nodes, before anything is looked up that another could change."""
        newest = select(func.max(schema.news.c.number))
        self._number = await self._database.read(lambda connection: connection.scalar(newest) or 0)
        await self._nodes.beat()

    def hear(self, news: Sequence[str]) -> None:
        """Other nodes have told where to look."""
        self._told_of.add(news)
        self._news.set()

    async def listen_for_ever(self, line: Hears) -> None:
        """Hear what the others tell; a session that ends is begun anew."""
        while True:
            try:
                async for news in line.heard():
                    arrives(partial(self.hear, news), asyncio.get_running_loop().call_later)
            except Exception as error:
                logger.warning("nothing is heard of other nodes: %s", type(error).__name__)
            await self._clock.sleep(RETRY)

    async def follow_for_ever(self) -> None:
        """Look where something is new."""
        while True:
            await self._news.wait()
            self._news.clear()
            places, self._told_of = self._told_of, News()
            try:
                await self.look_at(places)
            except Refused as refusal:
                # Looked at again within a second.
                logger.warning("other nodes are not followed just now: %s", refusal.code)

    async def look_for_ever(self) -> None:
        """Look everywhere, again and again."""
        while True:
            await self._clock.sleep(LOOK)
            try:
                await self.look()
            except Refused as refusal:
                logger.warning("other nodes are not seen just now: %s", refusal.code)

    # Looking

    async def look(self) -> None:
        """Everything that could be new, in a few small questions and whatever they lead to."""
        fewer = await self._nodes.beat()
        people = self._bot_streams.people
        here, theirs = await self._database.read(
            lambda connection: (_here(connection, self._nodes.name), _theirs(connection, people))
        )
        places = News(announced=True, tables=dict.fromkeys(theirs, 0))
        for name, seq, number in here:
            places.tables[name] = seq or 0
            places.attended.add(name)
            table = self._tables.held(name)
            heard = None if table is None else table.heard_until
            if heard is not None and (number or 0) > heard:
                places.chats.add(name)
        await self.look_at(places)
        if fewer:
            await self._tables.wake(await self._orphans())

    async def look_at(self, places: News) -> None:
        """Follow what is new in some places, as far as it is here."""
        held = {name: table for name in places.tables if (table := self._tables.held(name)) is not None}
        attended = [table for name in places.attended if (table := self._tables.held(name)) is not None]
        people = self._bot_streams.people
        sought = Sought(
            behind={name: table.state.seq for name, table in held.items() if table.state.seq < places.tables[name]},
            attended=[table.id for table in attended],
            nodes=self._nodes.living - {self._nodes.name},
            strange=[name for name in places.tables if name not in held] if people else [],
            people=people,
            after=self._number if places.announced else None,
        )
        if sought:
            seen = await self._database.read(sought.look)
            self._number = max(self._number, seen.number)
            await asyncio.gather(*[self._take_in(held[name], rows) for name, rows in seen.rows.items()])
            await asyncio.gather(*[self._attended(table, seen.notes.get(table.id, {})) for table in attended])
            for name in seen.theirs:
                self._bot_streams.look(await self._tables.get(name))
            for kind, who in seen.announced:
                await self._announced[kind](who)
        for name in places.chats:
            table = self._tables.held(name)
            if table is not None:
                await self._chat.catch_up(table)

    async def _take_in(self, table: Table, rows: Sequence[LogRow]) -> None:
        """One table that cannot follow must not keep the others from it."""
        try:
            async with table.lock:
                await table.take_in(rows)
        except (Refused, MemoryError):
            raise
        except Exception:
            logger.exception("table %s is frozen", table.id)
            table.freeze()

    async def _attended(self, table: Table, elsewhere: Mapping[str, Attendance]) -> None:
        table.attended(elsewhere)
        if table.state.status == "locked" and elsewhere:
            async with table.lock:
                await lobby.begin(table)

    async def _orphans(self) -> Callable[[str], bool]:
        """Says which tables this node takes care of after another one has died: of those that nobody holds, some."""
        columns = schema.attendance.c
        query = select(columns.table).where(columns.node.in_(self._nodes.living)).distinct()
        held = await self._database.read(lambda connection: set(connection.scalars(query)))
        return lambda table: table not in held and self._nodes.takes(table)

    async def forget(self) -> None:
        """Throw away announcements that everybody has read, and nodes that are long dead."""
        number = schema.news.c.number
        read = delete(schema.news).where(number <= select(func.max(number) - KEPT).scalar_subquery())
        await self._database.write(lambda connection: connection.execute(read))
        await self._nodes.bury()


@dataclass
class Found:
    """What was found."""

    rows: dict[str, list[LogRow]]
    notes: dict[str, dict[str, Attendance]] = field(default_factory=dict)
    theirs: list[str] = field(default_factory=list)
    """Tables at which somebody sits who has a stream here."""
    announced: list[tuple[str, str]] = field(default_factory=list)
    """Of which kind, and about whom, in order."""
    number: int = 0
    """The last announcement."""


@dataclass(frozen=True)
class Sought:
    """What to look for, all of it by one reader."""

    behind: Mapping[str, int]
    """Tables with rows to come, and the last row that is known."""
    attended: Sequence[str]
    nodes: set[str]
    strange: Sequence[str]
    """Tables that are not here, and at which one of the people with a stream may sit."""
    people: Sequence[str]
    after: int | None
    """The last announcement that is known, if there may be others."""

    def __bool__(self) -> bool:
        return bool(self.behind or self.attended or self.strange or self.after is not None)

    def look(self, connection: Connection) -> Found:
        """Find it."""
        seen = Found({})
        for name, seq in self.behind.items():
            # Whoever does something at such a table is told; the others go on.
            with contextlib.suppress(BrokenLog):
                seen.rows[name] = read_rows(connection, name, seq)
        notes, seats, news = schema.attendance.c, schema.seats.c, schema.news.c
        if self.attended and self.nodes:
            others = select(schema.attendance).where(notes.table.in_(self.attended), notes.node.in_(self.nodes))
            for row in connection.execute(others):
                seen.notes.setdefault(row.table, {})[row.node] = msgspec.json.decode(row.note, type=Attendance)
        if self.strange:
            theirs = select(seats.table).where(seats.table.in_(self.strange), seats.person.in_(self.people)).distinct()
            seen.theirs.extend(connection.scalars(theirs))
        if self.after is not None:
            for row in connection.execute(select(schema.news).where(news.number > self.after).order_by(news.number)):
                seen.announced.append((row.kind, row.who))
                seen.number = row.number
        return seen


def _here(connection: Connection, node: str) -> list[tuple[str, int | None, int | None]]:
    """The tables that a node holds, with the newest entry and the newest line of chat of each."""
    attendance, entries, chat = schema.attendance.c, schema.entries.c, schema.chat.c
    newest = select(func.max(entries.seq)).where(entries.table == attendance.table).scalar_subquery()
    said = select(func.max(chat.number)).where(chat.table == attendance.table).scalar_subquery()
    query = select(attendance.table, newest, said).where(attendance.node == node)
    return [tuple(row) for row in connection.execute(query)]


def _theirs(connection: Connection, people: Sequence[str]) -> list[str]:
    """The open tables at which some people sit or are asked to."""
    if not people:
        return []
    seats, tables = schema.seats.c, schema.tables.c
    query = select(seats.table).join(schema.tables, tables.id == seats.table).where(seats.person.in_(people))
    return list(connection.scalars(query.where(schema.is_open).distinct()))
