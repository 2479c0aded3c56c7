"""What tables are given of the world around them, so that a simulation can give them another one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ParamSpec, Protocol, TypeAlias, TypeVar

from sqlalchemy import Connection

from fourleaf.server.clock import Clock
from fourleaf.server.storage.log import Log

if TYPE_CHECKING:
    from fourleaf.server.tables.table import Table
    from fourleaf.server.tables.table_state import TableState

P = ParamSpec("P")
T = TypeVar("T")
Write: TypeAlias = Callable[[Connection], None]
"""Something to be written in a transaction."""
RandomBytes: TypeAlias = Callable[[int], bytes]
"""So many bytes that nobody can foresee: for secrets, salts and the names of tables."""


class Effects(Protocol):
    """What a change of a table brings about elsewhere."""

    def also_written(self, table: Table, after: TableState) -> list[Write]:
        """What is written in the same transaction as new entries."""

    def follow(self, table: Table) -> None:
        """What is done once a change is durable."""

    def wait_anew(self, table: Table) -> None:
        """What is done when nothing was decided, but whom or what the table waits for may have changed."""


class InThread(Protocol):
    """Does something long without keeping everybody else waiting."""

    def __call__(self, work: Callable[P, T], /, *args: P.args, **more: P.kwargs) -> Awaitable[T]: ...


@dataclass(frozen=True)
class Environment:
    """Time, chance, storage, threads, and what follows a change."""

    storage: Log
    clock: Clock
    effects: Effects
    random_bytes: RandomBytes
    in_thread: InThread
