"""What a table needs when nothing is to follow from it."""

from __future__ import annotations

import asyncio
import secrets

from fourleaf.server.clock import Clock
from fourleaf.server.storage.log import Log
from fourleaf.server.tables.environment import Effects, Environment, Write
from fourleaf.server.tables.table import Table
from fourleaf.server.tables.table_state import TableState


class NothingFollows:
    """Nobody has to do with a change but the table itself."""

    def also_written(self, table: Table, after: TableState) -> list[Write]:
        return []

    def follow(self, table: Table) -> None:
        pass

    def wait_anew(self, table: Table) -> None:
        pass


def around(storage: Log, clock: Clock, effects: Effects | None = None) -> Environment:
    """The machine as it is, with this storage, time and consequences."""
    return Environment(storage, clock, effects or NothingFollows(), secrets.token_bytes, asyncio.to_thread)
