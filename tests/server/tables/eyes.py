"""Everybody at a table of one device, told of it entry by entry, who puts together what they are told."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from fourleaf.engine.state import CHANCE
from fourleaf.games import GAMES
from fourleaf.server import wire
from fourleaf.server.clock import RealClock
from fourleaf.server.service import Service
from fourleaf.server.tables import lobby
from fourleaf.server.tables.connection import Connection
from fourleaf.server.tables.table import Table
from fourleaf.server.tables.table_session import TableSession
from tests.server.club import settings_for

Json = dict[str, Any]
HOST = "oak"
BACK = 5


@asynccontextmanager
async def begun(game: str, folder: Path) -> AsyncIterator[tuple[Service, Table]]:
    """A match that has just begun, every seat of which is the host's."""
    service = Service(settings_for(folder), RealClock())
    await service.open()
    seats = max(2, GAMES[game].seats[0])
    table = await service.tables.create(wire.CreateTable(game=game, seats=["me"] * seats), HOST, "Oak")
    async with table.lock:
        await lobby.start(table, HOST)
    yield service, table
    await service.close()


class Eyes:
    """Somebody at a table who puts together what they are told."""

    def __init__(self, service: Service, table: Table, changes: bool) -> None:
        self._service = service
        self._table = table
        self._changes = changes
        self.now: Json = {}
        self._seq = 0
        self.parts = 0
        """Views of which only a part was sent."""
        self.stood: dict[int, Json] = {}
        """How the match stood after each entry that was the last of an update."""
        self.entries: list[Json] = []

    async def come(self, seat: int | None) -> None:
        """Say hello through a seat, or as a watcher."""
        self.connection = Connection(HOST if seat is not None else None, "")
        self.session = TableSession(self._service.session_parts, self._table, self.connection)
        await self.session.hear(wire.Hello(seat=seat, changes=self._changes))
        await self.read()

    async def read(self) -> None:
        """All that waits."""
        while self.connection.depth:
            text = await self.connection.next()
            assert text is not None
            message = json.loads(text)
            if message["type"] == "update":
                self.entries += message["entries"]
                if message["now"] is not None:
                    self._stand(message["now"], message["seq"])

    def _stand(self, now: Json, seq: int) -> None:
        if now["since"] is not None:
            assert self._changes, "nobody is sent a part who did not ask for it"
            assert (now["since"], now["seat"]) == (self._seq, self.now["seat"])
            self.parts += 1
            now |= {"view": self.now["view"] | now["view"], "since": None}
        self.now, self._seq, self.stood[seq] = now, seq, now


async def decide(table: Table, everybody: list[Eyes], luck: Random, number: int) -> None:
    """One decision, or every fifth time one step back by who decided last; all seats agree, being one person's."""
    decided = [seat for seat in table.state.deciders if seat != CHANCE]
    last = everybody[decided[-1] if decided else table.state.actor]
    undo = last.now["undo"]
    back = undo and (undo["free"] or [undo["ask"]])[0]
    if back is not None and number % BACK == BACK - 1:
        await last.session.hear(wire.Undo(id=f"m{number}", ply=back))
        return
    eyes = everybody[table.state.actor]
    chosen = luck.choice(eyes.now["legal"])["action"]
    await eyes.session.hear(wire.Play(id=f"m{number}", ply=eyes.now["ply"], action=chosen))
