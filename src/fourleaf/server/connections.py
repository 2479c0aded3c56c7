"""Who has sockets and streams open: so many a guest, and none that outlives its session."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Final

from fourleaf.server import wire
from fourleaf.server.errors import TooMuch
from fourleaf.server.limits import SOCKETS
from fourleaf.server.tables.connection import Connection

LOGGED_OUT: Final = 4401
"""The close code for somebody whose session has ended."""
RESTARTS: Final = 1012
"""The close code of a server that will be back."""


class OpenConnections:
    """Every open connection of this server."""

    def __init__(self) -> None:
        self._open: dict[str, dict[Connection, bytes | None]] = defaultdict(dict)
        self._closed = False
        self._empty = asyncio.Event()
        self._empty.set()

    def enter(self, who: str, connection: Connection, session: bytes | None) -> None:
        """Let a connection in; `who` is a person, or the address of a stranger."""
        if len(self._open[who]) >= SOCKETS:
            raise TooMuch(f"you have {SOCKETS} sockets open, which are the most; close one first")
        self._open[who][connection] = session
        self._empty.clear()
        if self._closed:
            _dismiss(connection)

    def leave(self, who: str, connection: Connection) -> None:
        """A connection has ended."""
        self._open[who].pop(connection, None)
        if not self._open[who]:
            del self._open[who]
        if not self._open:
            self._empty.set()

    def call(self, who: str, name: str) -> None:
        """A person is called so from now on, also where they are connected already."""
        for connection in self._open.get(who, {}):
            connection.name = name

    def show_out(self, who: str, session: bytes | None = None, why: str = "you have logged out") -> None:
        """Close the connections of a session, or all of a person's."""
        for connection, known_by in list(self._open.get(who, {}).items()):
            if session is None or known_by == session:
                connection.send(wire.Closing(why=why, retry=0.0))
                connection.close(LOGGED_OUT)

    def close(self) -> None:
        """The server stops: everybody who is here or still comes is told so and let go."""
        self._closed = True
        for held in self._open.values():
            for connection in held:
                _dismiss(connection)

    async def all_gone(self) -> None:
        """Wait until everybody has been told."""
        await self._empty.wait()

    @property
    def count(self) -> int:
        """How many are open."""
        return sum(len(held) for held in self._open.values())

    @property
    def longest_queue(self) -> int:
        """Messages that wait for the slowest reader."""
        return max((connection.depth for held in self._open.values() for connection in held), default=0)


def _dismiss(connection: Connection) -> None:
    connection.end_with(wire.Closing(why="the server restarts", retry=1.0), RESTARTS)
