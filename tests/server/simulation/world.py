"""A club in a simulated world: servers that die, people whose sockets drop, and a witness of every message."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any, TypeVar

import msgspec
from librt.random import Random as Draws
from sqlalchemy import Connection as SqlConnection
from sqlalchemy import insert

from fourleaf.engine.errors import FourleafError
from fourleaf.engine.match import Match
from fourleaf.engine.state import WATCHER
from fourleaf.server import wire
from fourleaf.server.errors import Busy, Stale
from fourleaf.server.settings import Settings
from fourleaf.server.storage import schema
from fourleaf.server.storage.log import Log
from fourleaf.server.tables import lobby
from fourleaf.server.tables.bots import Counsel, Thought
from fourleaf.server.tables.chat import ChatRoom
from fourleaf.server.tables.connection import Connection
from fourleaf.server.tables.environment import Environment, Write
from fourleaf.server.tables.scheduler import Scheduler
from fourleaf.server.tables.table import Table
from fourleaf.server.tables.table_session import SessionParts, TableSession
from fourleaf.server.tables.table_state import TableState
from fourleaf.server.tables.tables import Tables
from tests.server.late_round import at_a_claim
from tests.server.simulation.memory import MemoryDatabase
from tests.server.simulation.truth import Json, Truth, compared
from tests.server.simulation.virtual_time import VirtualClock

T = TypeVar("T")
SETTINGS = Settings(database="sqlite:///nowhere.sqlite", bot_pace=0.3, open_within=5.0, rates=1e6)


class InstantBots:
    """Bots that decide at once, and alike whenever they are asked the same."""

    async def choose(self, match: Match, seat: int, name: str, seed: int) -> Thought:
        return Thought(match.legal[Draws(seed).randrange(len(match.legal))])

    async def advise(self, match: Match, seat: int) -> list[Counsel]:
        return [Counsel(match.legal[0], 1.0, 1.0, "it is the first")]


async def at_once(work: Callable[..., T], /, *args: Any, **more: Any) -> T:
    """What a thread would do, done here: a simulation has one thread."""
    return work(*args, **more)


@dataclass(frozen=True)
class OnlyKept:
    """All that follows a change: the server looks after the table."""

    scheduler: Scheduler

    def also_written(self, table: Table, after: TableState) -> list[Write]:
        return []

    def follow(self, table: Table) -> None:
        self.scheduler.look_after(table)

    def wait_anew(self, table: Table) -> None:
        self.scheduler.look_after(table)


class Server:
    """One server process; several of them share a database."""

    def __init__(self, world: World) -> None:
        scheduler = Scheduler(SETTINGS, InstantBots(), world.clock, lambda name, took: None)
        environment = Environment(Log(world.database), world.clock, OnlyKept(scheduler), world.luck.randbytes, at_once)
        self.tables = Tables(world.database, environment, scheduler, at_a_claim)
        self.parts = SessionParts(ChatRoom(world.database, world.clock, 1e6), InstantBots(), world.clock)


class Witnessed(Connection):
    """A socket's queue that shows everything to the truth before it is sent."""

    def __init__(self, world: World, truth: Truth, person: str | None) -> None:
        super().__init__(person, person or "")
        self._world = world
        self._truth = truth
        self._number = next(world.sockets)

    def __hash__(self) -> int:
        # By its number and not by its place in memory, or sets of sockets had another order in every run.
        return self._number

    def send_bytes(self, text: bytes) -> None:
        self._show(text)
        super().send_bytes(text)

    def caught_up(self, text: bytes) -> None:
        self._show(text)
        super().caught_up(text)

    def _show(self, text: bytes) -> None:
        for objection in self._truth.objections(msgspec.json.decode(text), self.seat, self.person):
            self._world.object(f"to {self.person} at {self._truth.table}: {objection}")


@dataclass
class Browser:
    """Somebody's page: it reads what it is sent, now and then its socket drops, and it comes back for the rest."""

    world: World
    truth: Truth
    person: str | None
    seat: int | None
    heard: list[Json] = field(default_factory=list)
    acks: dict[str, Json] = field(default_factory=dict)
    said: list[wire.Said] = field(default_factory=list)
    """What may be said a second time."""
    looked: bool = False
    """Whether it has asked, on this line, to be told anew."""
    now: Json | None = None
    connection: Witnessed | None = None
    session: TableSession | None = None

    async def come(self, server: Server) -> None:
        """Open a socket and say hello with what is known already."""
        table = await insisted(lambda: self._found_by(server))
        self.connection, self.looked = Witnessed(self.world, self.truth, self.person), False
        self.session = TableSession(server.parts, table, self.connection)
        self.world.start(self._read(self.connection))
        await self.say(wire.Hello(seat=self.seat, since=len(self.heard)))

    async def _found_by(self, server: Server) -> Table:
        """The table, at a server that has heard of what happened at the others."""
        table = await server.tables.get(self.truth.table)
        async with table.lock:
            await table.catch_up()
        return table

    def drop(self) -> None:
        """The line is cut; whatever waits in the queue is lost."""
        if self.session is not None and self.connection is not None:
            self.connection.close(1001)
            self.session.end()
        self.connection = self.session = None

    async def say(self, said: wire.Said) -> None:
        """Say something and take no for an answer; what was not answered at all can be said again."""
        session = self.session
        self.looked = self.looked or isinstance(said, wire.Look)
        if session is not None:
            with contextlib.suppress(FourleafError):
                await session.hear(said)

    async def _read(self, connection: Witnessed) -> None:
        while (text := await connection.next()) is not None:
            if connection is not self.connection:
                return
            self._take_in(msgspec.json.decode(text))
            await asyncio.sleep(self.world.luck.random() * 0.05)

    def _take_in(self, told: Json) -> None:
        if told["type"] == "ack":
            if self.acks.setdefault(told["id"], told) != told:
                self.world.object(f"{self.person} got two answers to {told['id']}")
        elif told["type"] == "update":
            seat = WATCHER if self.seat is None else self.seat
            # The last page and all that is new were looked at when they were sent.
            for objection in self.truth.objections(told, seat, self.person) if told["more"] else ():
                self.world.object(f"{self.person} reads: {objection}")
            # Whoever asks to be told anew may be told what was on its way already; nobody else is told a thing twice.
            known = len(self.heard) if self.looked else 0
            self.heard += [entry for entry in told["entries"] if entry["seq"] > known]
            numbers = [entry["seq"] for entry in self.heard]
            whole = len(numbers) == max(known, told["seq"])
            if numbers != list(range(1, len(numbers) + 1)) or not whole:
                self.world.object(f"{self.person} at {self.truth.table} was told {numbers[-5:]} of {told['seq']}")
            self.now = told["now"] or self.now


async def insisted(do: Callable[[], Awaitable[T]]) -> T:
    """Try again while the storage does not take it."""
    while True:
        try:
            return await do()
        except (Busy, Stale):
            await asyncio.sleep(0.2)


class Listening(logging.Handler):
    """Nothing of a world goes wrong unseen, also where the server lives on after it."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.ERROR)
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        fault = record.exc_info[1] if record.exc_info else None
        self._world.object(f"the server says: {record.getMessage()} {fault!r}")


class World:
    """Everything that a simulation has, and everything that its witness objects to."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.luck = Random(seed)
        self.clock = VirtualClock()
        self.script: list[str] = []
        self.objections: list[str] = []
        self.truths: dict[str, Truth] = {}
        self.database = MemoryDatabase(Random(seed + 1), self._committed)
        self.servers = [Server(self) for _ in range(self.luck.choice((1, 2)))]
        self.browsers: list[Browser] = []
        self.sockets = count()
        """The numbers of the sockets."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._looked_at: dict[Table, TableState] = {}

    def start(self, deed: Coroutine[Any, Any, None]) -> None:
        """Let something be done while other things are done."""
        task = asyncio.create_task(deed)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.object(f"somebody met {task.exception()!r}")

    def object(self, objection: str) -> None:
        self.script.append(f"    ! {objection}")
        self.objections.append(objection)

    def note(self, deed: str) -> None:
        self.script.append(f"{self.clock.steady():8.2f} {deed}")

    def _committed(self, connection: SqlConnection) -> None:
        for truth in self.truths.values():
            truth.grow(connection)

    async def table(self, wish: wire.CreateTable, people: list[str]) -> Truth:
        """A table at which these people sit, the first of them the host."""
        host, *guests = people
        rows = [{"id": person, "name": person, "kind": "guest", "created_at": 0.0, "look": person} for person in people]
        await insisted(lambda: self.database.write(lambda connection: connection.execute(insert(schema.people), rows)))
        tables = self.servers[0].tables
        made = await insisted(lambda: tables.create(wish, host, host))
        truth = self.truths[made.id] = Truth(made.id)
        await insisted(lambda: self.database.read(truth.grow))
        for person in guests:
            await insisted(lambda person=person: self._sit(tables, made.id, person))  # type: ignore[misc]
        return truth

    async def _sit(self, tables: Tables, table_id: str, person: str) -> None:
        async with tables.at(table_id) as table:
            await lobby.sit(table, wire.Join(), person, person)

    async def power_cut(self) -> None:
        """Every process is gone, whatever it was doing; others start over the same database."""
        for browser in self.browsers:
            browser.connection = browser.session = None
        going = asyncio.all_tasks() - {asyncio.current_task()}
        for task in going:
            task.cancel()
        await asyncio.gather(*going, return_exceptions=True)
        self.servers = [Server(self) for _ in self.servers]
        for server in self.servers:
            await insisted(server.tables.wake)

    def look_around(self) -> None:
        """Every table in memory stands as the log says, as far as it has followed it, and none is broken."""
        for server in self.servers:
            for table in server.tables.loaded:
                truth = self.truths.get(table.id)
                if table.frozen:
                    self.object(f"table {table.id} is frozen")
                elif truth is None or self._looked_at.get(table) is table.state:
                    continue
                elif table.state.seq <= truth.seq:
                    self._looked_at[table] = table.state
                    if compared(table.state) != compared(truth.states[table.state.seq]):
                        self.object(f"table {table.id} does not stand as its log says at entry {table.state.seq}")
                else:
                    self.object(f"table {table.id} has gone beyond its log")
