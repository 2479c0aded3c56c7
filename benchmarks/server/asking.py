"""Requests over HTTP, many at once, without a jar of cookies that all guests would share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final, TypeVar

import httpcore
import msgspec

T = TypeVar("T")
U = TypeVar("U")
AT_ONCE: Final = 16
"""Requests that are on their way at a time."""


class Refused(Exception):
    """The server did not do what the bench asked of it."""


class Asker:
    """Everybody's browser, as far as requests go."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._pool = httpcore.AsyncConnectionPool(max_connections=AT_ONCE, max_keepalive_connections=AT_ONCE)

    async def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[Any, str]:
        """The answer, and the cookie that came with it."""
        written = b"" if body is None else msgspec.json.encode(body)
        usual = {"Origin": self.address, "Content-Type": "application/json", "Content-Length": str(len(written))}
        sent = [(name, value) for name, value in {**usual, **headers}.items()]
        answer = await self._pool.request(method, self.address + path, headers=sent, content=written)
        if answer.status >= 300:
            raise Refused(f"{method} {path}: {answer.status} {answer.content.decode()}")
        return msgspec.json.decode(answer.content or b"null"), _cookie(answer.headers)

    async def close(self) -> None:
        """Hang up."""
        await self._pool.aclose()


def _cookie(headers: Iterable[tuple[bytes, bytes]]) -> str:
    given = [value for name, value in headers if name.lower() == b"set-cookie"]
    return given[-1].partition(b";")[0].decode() if given else ""


async def each(things: Iterable[T], does: Callable[[T], Awaitable[U]]) -> list[U]:
    """Do the same with all of them, some at a time; the results in their order."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def one(thing: T) -> U:
        async with turn:
            return await does(thing)

    async with asyncio.TaskGroup() as together:
        tasks = [together.create_task(one(thing)) for thing in things]
    return [task.result() for task in tasks]
