"""Several real nodes on one PostgreSQL, and people who go to any of them."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
from collections.abc import AsyncIterator

from tests.server.club import Club, Guest
from tests.server.test_crash import server

Node = tuple[Club, "subprocess.Popen[str]"]


class Nodes:
    """Some nodes, each a process, that can be killed and replaced."""

    def __init__(self, database: str, stack: contextlib.AsyncExitStack, news: str) -> None:
        self._database = database
        self._stack = stack
        self._news = news
        self.running: list[Node] = []

    @property
    def clubs(self) -> list[Club]:
        return [club for club, _ in self.running]

    async def start(self, count: int = 1) -> None:
        starting = [self._stack.enter_async_context(server(self._database, news=self._news)) for _ in range(count)]
        self.running += [await one for one in starting]

    async def replace(self, number: int) -> None:
        """Kill a node in the middle of whatever it does, and start another one."""
        _, process = self.running[number]
        process.kill()
        await asyncio.to_thread(process.wait)
        self.running[number] = await self._stack.enter_async_context(server(self._database, news=self._news))


@contextlib.asynccontextmanager
async def nodes(database: str, count: int = 3, news: str = "") -> AsyncIterator[Nodes]:
    """So many nodes; `news` says what becomes of notifications."""
    async with contextlib.AsyncExitStack() as stack:
        running = Nodes(database, stack, news)
        await running.start(count)
        yield running


def at(club: Club, guest: Guest) -> Guest:
    """The same person at another node, with the same cookie."""
    other = club.stranger()
    other.name = guest.name
    other.http.cookies = guest.http.cookies
    return other
