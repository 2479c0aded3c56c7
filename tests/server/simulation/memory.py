"""A database in memory that keeps the promises of the real one, and fails, hesitates and dies when it is told to."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, TypeVar

from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import StaticPool

from fourleaf.server.errors import Busy
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Conflict, Rows

T = TypeVar("T")


@dataclass
class Weather:
    """How often things go wrong, each from 0 to 1, and how long they take at most."""

    refuses: float = 0.0
    """A write is not taken, and nothing of it is kept."""
    unread: float = 0.0
    """A read is not answered."""
    slow: float = 0.0
    """Seconds before a write is durable, and again before whoever waits is told."""


class MemoryDatabase:
    """One database of a simulation: every write is a transaction, and durable before anybody hears of it."""

    def __init__(self, luck: Random, committed: Callable[[Connection], None] = lambda connection: None) -> None:
        self.weather = Weather()
        self.met: Counter[str] = Counter()
        """How often something has gone wrong."""
        self._luck = luck
        self._committed = committed
        """Is shown all that is durable, in the moment in which it is."""
        self._engine = create_engine("sqlite://", creator=_empty, poolclass=StaticPool)

    async def write(self, work: Callable[[Connection], T], rows: Sequence[Rows] = ()) -> T:
        await self._hesitate()
        if self._luck.random() < self.weather.refuses:
            self.met["refused"] += 1
            raise Busy("the storage did not take it; please try again")
        try:
            with self._engine.begin() as connection:
                for kept in rows:
                    kept.put(connection)
                result = work(connection)
        except IntegrityError as error:
            self.met["conflict"] += 1
            raise Conflict(str(error.orig)) from None
        with self._engine.connect() as connection:
            self._committed(connection)
        await self._hesitate()
        return result

    async def read(self, work: Callable[[Connection], T]) -> T:
        await self._hesitate()
        if self._luck.random() < self.weather.unread:
            self.met["unread"] += 1
            raise Busy("the storage does not answer; please try again")
        with self._engine.connect() as connection:
            return work(connection)

    def close(self) -> None:
        self._engine.dispose()

    async def _hesitate(self) -> None:
        await asyncio.sleep(self._luck.random() * self.weather.slow)


@cache
def _schema() -> bytes:
    """An empty database of today's schema, as bytes: it is made once and copied for every simulation."""
    engine = create_engine("sqlite://", poolclass=StaticPool)
    with engine.begin() as connection:
        schema.METADATA.create_all(connection)
        made: Any = connection.connection.driver_connection
        text: bytes = made.serialize()
    engine.dispose()
    return text


def _empty() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.deserialize(_schema())
    connection.execute("PRAGMA foreign_keys=ON")
    return connection
