"""The nodes that share a database: which of them live, who is at which table there, and who does what is to be done.

Nothing rests on it. What a node writes is settled by the log, so that two who do the same only work for nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from fourleaf.server.clock import Clock
from fourleaf.server.errors import Busy
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Conflict, Rows, Target, Transactions
from fourleaf.server.tables.attendance import Attendance
from fourleaf.server.tables.table import Table

DEAD: Final = 4.0
"""Seconds after which a node whose heart does not beat is taken for dead."""
FORGOTTEN: Final = 60.0
"""Seconds after which nothing is kept of it."""
RETRY: Final = 0.5
"""Seconds after which a storage that did not take something is asked again."""
NOTES: Final = Target(schema.attendance, replaces=True)
logger = logging.getLogger("fourleaf.server")


def attendance_news(table: str) -> str:
    """What other nodes hear when somebody comes to a table or goes."""
    return f"a:{table}"


class Neighbours:
    """All nodes that share a database, as one of them sees them."""

    def __init__(self, database: Transactions, clock: Clock, name: str) -> None:
        self.name = name
        self._database = database
        self._clock = clock
        self._beats: dict[str, tuple[int, float]] = {}
        """Of each node the last beat, and when it was first seen on this node's own clock."""
        self._lived: set[str] = set()
        """Who lived when this node looked last."""
        self._told: dict[str, Attendance] = {}
        """What the others have been told of tables here."""
        self._untold: dict[str, Attendance | None] = {}
        self._news = asyncio.Event()

    @property
    def living(self) -> set[str]:
        """The names of all nodes that are not dead, this one included."""
        since = self._clock.steady() - DEAD
        return {self.name, *(node for node, (_, seen) in self._beats.items() if seen >= since)}

    def owns(self, table: Table) -> bool:
        """Whether this node does what is to be done at a table that it holds; of all that hold it one does."""
        return not table.elsewhere or self.name == _first({self.name, *table.elsewhere}, table.id)

    def takes(self, table: str) -> bool:
        """Whether this node takes care of a table that nobody holds."""
        return self.name == _first(self.living, table)

    # Living

    async def beat(self) -> bool:
        """Show that this node lives, and see which others do; whether fewer do than before."""
        mine = update(schema.nodes).where(schema.nodes.c.id == self.name).values(beats=schema.nodes.c.beats + 1)

        def work(connection: Connection) -> bool:
            if connection.execute(mine).rowcount:
                return False
            connection.execute(insert(schema.nodes), {"id": self.name, "beats": 1})
            return True

        if await self._database.write(work):
            # The others thought it dead, and forgot who is here.
            self._untold = {**self._told, **self._untold}
            self._told = {}
            self._news.set()
        rows = await self._database.read(lambda connection: list(connection.execute(select(schema.nodes))))
        self.see({row.id: row.beats for row in rows})
        before, self._lived = self._lived, self.living
        return bool(before - self._lived)

    def see(self, beats: Mapping[str, int]) -> None:
        """How often the heart of each node has beaten."""
        now = self._clock.steady()
        known = self._beats
        self._beats = {
            node: known[node] if node in known and known[node][0] == count else (count, now)
            for node, count in beats.items()
            if node != self.name
        }

    async def bury(self) -> None:
        """Forget nodes that are long dead, unless they are not."""
        since = self._clock.steady() - FORGOTTEN
        columns = schema.nodes.c
        for node, (beats, seen) in self._beats.items():
            if seen < since:
                gone = delete(schema.nodes).where(columns.id == node, columns.beats == beats)
                await self._database.write(lambda connection, gone=gone: connection.execute(gone))  # type: ignore[misc]

    async def leave(self) -> None:
        """Nobody need wait for this node to be dead."""
        gone = delete(schema.nodes).where(schema.nodes.c.id == self.name)
        await self._database.write(lambda connection: connection.execute(gone))

    # Telling who is here

    def attend(self, table: Table) -> None:
        """Somebody may have come to a table here, gone, or read something: the other nodes are told."""
        note = table.attendance
        if self._untold.get(table.id, self._told.get(table.id)) != note:
            self._untold[table.id] = note
            self._news.set()

    async def tell_for_ever(self) -> None:
        """Tell the other nodes, as soon as there is something to tell."""
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                await self.tell()
            except (Busy, Conflict):
                # Conflict: this node is not among the living; the next beat puts it there.
                await self._clock.sleep(RETRY)
                self._news.set()

    async def tell(self) -> None:
        """Write down what was not told yet."""
        untold, self._untold = self._untold, {}
        for table, note in untold.items():
            if note is None:
                self._told.pop(table, None)
            else:
                self._told[table] = note
        columns = schema.attendance.c
        notes = [(self.name, table, msgspec.json.encode(note)) for table, note in untold.items() if note is not None]
        empty = [table for table, note in untold.items() if note is None]
        gone = delete(schema.attendance).where(columns.node == self.name, columns.table.in_(empty))

        def work(connection: Connection) -> None:
            if empty:
                connection.execute(gone)

        try:
            await self._database.write(work, [Rows(NOTES, notes)], news=[attendance_news(table) for table in untold])
        except BaseException:
            self._untold = {**untold, **self._untold}
            raise


def _first(nodes: set[str], table: str) -> str:
    """The node that comes first at a table: each at some, so that all have their share."""
    return min(nodes, key=lambda node: sha256(f"{node} {table}".encode()).digest())
