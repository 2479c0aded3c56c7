"""One database: a single writer that commits in groups, readers beside it, and a schema that grows by itself."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar

from filelock import FileLock
from sqlalchemy import Connection, Engine, Table, create_engine, event
from sqlalchemy.exc import (
    DataError,
    DBAPIError,
    IntegrityError,
    NotSupportedError,
    ProgrammingError,
    StatementError,
)
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.pool import QueuePool

from fourleaf.server.errors import Busy, Malformed
from fourleaf.server.failpoints import failpoint
from fourleaf.server.storage.opening import (
    CONNECTING,
    PATIENCE,
    InUse,
    NoDatabase,
    hold_file,
    hold_session,
    in_memory,
    migrate,
    must_be_ours,
    must_take_writes,
    read_url,
    shown,
)

T = TypeVar("T")
Row: TypeAlias = tuple[object, ...]
"""The values of a row, in the order of the columns."""
MOST: Final = 64
"""Rows in a statement. A database prepares one for each power of two up to here, and keeps them all."""
MARKS: Final = {"sqlite": "?", "postgresql": "%s"}
"""How a driver has values marked."""
logger = logging.getLogger("fourleaf.server")


class Conflict(Exception):
    """Somebody else wrote this row first."""


@dataclass(frozen=True, eq=False)
class Target:
    """Where rows go. Its texts are put together once: that costs more than the rows themselves."""

    table: Table
    replaces: bool = False
    """Whether a row takes the place of the one with the same key; else that is a conflict."""
    _texts: dict[tuple[str, int], str] = field(default_factory=dict, repr=False)

    def put(self, connection: Connection, rows: Sequence[Row]) -> None:
        """Write the rows, in their order."""
        while rows:
            count = min(MOST, 1 << (len(rows).bit_length() - 1))
            text = self._text(connection.dialect.name, count)
            connection.exec_driver_sql(text, tuple(chain.from_iterable(rows[:count])))
            rows = rows[count:]

    def _text(self, dialect: str, count: int) -> str:
        text = self._texts.get((dialect, count))
        if text is None:
            text = self._texts[dialect, count] = self._put_together(MARKS[dialect], count)
        return text

    def _put_together(self, mark: str, count: int) -> str:
        names = [f'"{column.name}"' for column in self.table.columns]
        values = ", ".join([f"({', '.join([mark] * len(names))})"] * count)
        text = f'INSERT INTO "{self.table.name}" ({", ".join(names)}) VALUES {values}'  # noqa: S608 (names of the schema)
        if not self.replaces:
            return text
        keys = [f'"{column.name}"' for column in self.table.primary_key]
        news = ", ".join(f"{name} = excluded.{name}" for name in names if name not in keys)
        return f"{text} ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {news}"


class Rows(NamedTuple):
    """Some rows for one place, which go in together with the rows of everybody who writes at the same time."""

    target: Target
    rows: Sequence[Row]

    def put(self, connection: Connection) -> None:
        """Write them by themselves."""
        self.target.put(connection, self.rows)


class Transactions(Protocol):
    """What a database promises to whoever writes in it and reads from it."""

    async def write(self, work: Callable[[Connection], T], rows: Sequence[Rows] = ()) -> T:
        """Keep these rows and do this, wholly or not at all; returns when it is durable.

        Conflict where a row is there already. Work may be done twice, the first time in vain.
        """

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Look something up in all that is durable."""


@dataclass
class _QueuedWrite:
    work: Callable[[Connection], Any]
    rows: Sequence[Rows]
    done: asyncio.Future[Any]

    def alone(self, connection: Connection) -> Any:
        """What is to be done, when nothing else is done with it."""
        for rows in self.rows:
            rows.put(connection)
        return self.work(connection)


@dataclass
class _Answer:
    """What whoever waits for a write is told."""

    done: asyncio.Future[Any]
    result: Any = None
    problem: BaseException | None = None

    def tell(self) -> None:
        """Whoever has given up waiting is told nothing."""
        if self.done.done():
            return
        if self.problem is not None:
            self.done.set_exception(self.problem)
        else:
            self.done.set_result(self.result)


class Database:
    """Where everything is kept; `write` and `read` run off the event loop."""

    def __init__(self, url: str) -> None:
        self.url = read_url(url)
        self._lock: FileLock | None = None
        self._made: list[Path] = []
        """Files that were not there before: they go again when the database cannot be opened."""
        self._claim()
        self._writing = self._engine(writes=True)
        self._reading = self._engine(writes=False)
        self._gathered: dict[asyncio.AbstractEventLoop, list[_QueuedWrite]] = {}
        """What each event loop hands over to the writer when it has done all that it has in hand."""
        self._jobs: queue.SimpleQueue[_QueuedWrite | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_for_ever, name="fourleaf-writer", daemon=True)
        self.groups = 0
        """How many transactions there have been."""

    @property
    def waiting(self) -> int:
        """How many writes wait for the writer."""
        return self._jobs.qsize() + sum(map(len, self._gathered.values()))

    def open(self) -> None:
        """Bring the schema up to date and start the writer."""
        with self._untouched_if_it_fails(), self._connect_alone() as connection:
            migrate(connection)
        self._writer.start()

    def prepare(self, work: Callable[[Connection], None]) -> None:
        """Do this in one transaction instead of opening, and let go of the database."""
        with self._untouched_if_it_fails(), self._connect_alone() as connection, connection.begin():
            work(connection)
        self.close()

    @contextlib.contextmanager
    def _untouched_if_it_fails(self) -> Iterator[None]:
        try:
            if in_memory(self.url):
                raise NoDatabase("a database in memory keeps nothing; give --database sqlite:///FILE")
            with self._reading.connect() as connection:
                must_take_writes(connection, shown(self.url))
                must_be_ours(connection, shown(self.url))
            yield
        except BaseException as error:
            self._reading.dispose()
            self._writing.dispose()
            for path in self._made:
                path.unlink(missing_ok=True)
            self._release()
            if isinstance(error, DBAPIError):
                words = str(error.orig).partition("\n")[0]
                raise NoDatabase(f"cannot open {shown(self.url)}: {words}") from None
            raise

    def close(self) -> None:
        """Finish what waits and let go of the database, readers first so that the writer closes the log of SQLite."""
        if self._writer.is_alive():
            for loop in list(self._gathered):
                self._hand_over(loop)
            self._jobs.put(None)
            self._writer.join()
        self._reading.dispose()
        self._writing.dispose()
        self._release()

    async def write(self, work: Callable[[Connection], T], rows: Sequence[Rows] = ()) -> T:
        """Do this in the next transaction, together with whatever else waits; returns when it is durable."""
        loop = asyncio.get_running_loop()
        job = _QueuedWrite(work, rows, loop.create_future())
        # The writer is woken once for all that the loop has in hand now: two threads that take turns at every move
        # would cost more than the moves.
        gathered = self._gathered.setdefault(loop, [])
        gathered.append(job)
        if len(gathered) == 1:
            loop.call_soon(self._hand_over, loop)
        result: T = await job.done
        return result

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        for job in self._gathered.pop(loop, ()):
            self._jobs.put(job)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Look something up."""
        return await asyncio.to_thread(self.read_now, work)

    def read_now(self, work: Callable[[Connection], T]) -> T:
        """Look something up in this thread."""
        try:
            with self._reading.connect() as connection:
                return work(connection)
        except Exception as error:
            raise _told(error) from error

    # Within

    def _write_for_ever(self) -> None:
        while (job := self._jobs.get()) is not None:
            group = [job]
            last = False
            while not self._jobs.empty():
                another = self._jobs.get()
                if another is None:
                    last = True
                    break
                group.append(another)
            self._commit(group)
            if last:
                return

    def _commit(self, group: list[_QueuedWrite]) -> None:
        # Whoever has given up waiting is left out; from here on it is done whether they wait or not.
        group = [job for job in group if not job.done.cancelled()]
        try:
            answers = self._committed(group)
        except Exception as error:
            # Nothing of the group is kept, so nobody may be told that it is; and the writer must live on.
            logger.warning("a transaction failed: %s", type(error).__name__)
            busy = "the storage did not take it; please try again"
            answers = [_Answer(job.done, problem=Busy(busy)) for job in group]
        self.groups += 1
        failpoint("committed")
        _tell(answers)

    def _committed(self, group: list[_QueuedWrite]) -> list[_Answer]:
        """Nearly always all of a group can be kept; only when it cannot it is looked for which part of it can."""
        try:
            with self._writing.begin() as connection:
                answers = _together(connection, group)
                failpoint("inserted")
            return answers
        except Exception as error:
            if _is_storages_fault(error):
                raise
        with self._writing.begin() as connection:
            answers = [self._try(connection, job) for job in group]
            failpoint("inserted")
        return answers

    @staticmethod
    def _try(connection: Connection, job: _QueuedWrite) -> _Answer:
        """One job of a group; when it fails it leaves the others alone."""
        try:
            with connection.begin_nested():
                return _Answer(job.done, job.alone(connection))
        except Exception as error:
            # A storage that fails, or has gone back by itself, keeps nothing of the whole group.
            if _is_storages_fault(error) or not _still_writes(connection):
                raise
            return _Answer(job.done, problem=_told(error))

    def _engine(self, *, writes: bool) -> Engine:
        if self.url.get_backend_name() != "sqlite":
            return self._postgres_engine(writes=writes)
        engine = create_engine(
            self.url, hide_parameters=True, poolclass=QueuePool, pool_size=1 if writes else 4, max_overflow=0
        )
        event.listen(engine, "connect", _prepare_writer if writes else _prepare_reader)
        event.listen(engine, "begin", _begin_immediate if writes else _begin)
        return engine

    def _postgres_engine(self, *, writes: bool) -> Engine:
        patience = {} if "connect_timeout" in self.url.query else {"connect_timeout": CONNECTING}
        pool = {"pool_size": 1, "max_overflow": 0} if writes else {"pool_size": 4}
        try:
            engine = create_engine(self.url, hide_parameters=True, pool_pre_ping=True, connect_args=patience, **pool)
        except ImportError:
            raise NoDatabase("PostgreSQL needs a driver: pip install 'fourleaf[postgres]'") from None
        if writes:
            event.listen(engine, "connect", hold_session)
        return engine

    def _connect_alone(self) -> Connection:
        """The writing connection, once no other server has one; a server that has just died is waited for."""
        began = time.monotonic()
        said = False
        while True:
            try:
                return self._writing.connect()
            except InUse:
                if time.monotonic() > began + PATIENCE:
                    raise
                if not said:
                    logger.warning("another server uses the database; waiting %g seconds for it to go", PATIENCE)
                said = True
                time.sleep(0.5)

    def _claim(self) -> None:
        if self.url.get_backend_name() != "sqlite" or in_memory(self.url):
            return
        self._lock, self._made = hold_file(Path(str(self.url.database)))

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.release()


def _together(connection: Connection, group: Sequence[_QueuedWrite]) -> list[_Answer]:
    """All jobs of a group: the rows of all for one place by one statement, then whatever else there is to do."""
    gathered: dict[Target, list[Row]] = {}
    for job in group:
        for rows in job.rows:
            gathered.setdefault(rows.target, []).extend(rows.rows)
    for target, of_all in gathered.items():
        target.put(connection, of_all)
    return [_Answer(job.done, job.work(connection)) for job in group]


def _tell(answers: Sequence[_Answer]) -> None:
    """Wake each event loop once, however many wait in it."""
    loops: dict[asyncio.AbstractEventLoop, list[_Answer]] = {}
    for answer in answers:
        loops.setdefault(answer.done.get_loop(), []).append(answer)
    for loop, told in loops.items():
        # A loop that has ended has nobody left who waits.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(_tell_all, told)


def _tell_all(answers: Sequence[_Answer]) -> None:
    for answer in answers:
        answer.tell()


def _is_storages_fault(error: Exception) -> bool:
    """Whether the storage does not answer, rather than somebody asking for what cannot be."""
    told = _told(error)
    return isinstance(told, Busy) and told is not error


def _told(error: Exception) -> Exception:
    """What a failure of the driver means: somebody was first, the input cannot be kept, or the storage does not answer.

    Anything else is a mistake in this program and stays what it is.
    """
    cause = error.orig if isinstance(error, StatementError) else error
    if isinstance(error, IntegrityError):
        return Conflict(str(cause))
    if isinstance(error, DataError) or isinstance(cause, UnicodeError | OverflowError):
        return Malformed("this holds a text or a number that cannot be kept")
    # For SQLite a statement that makes no sense is an operational error like any other.
    mistaken = isinstance(error, ProgrammingError | NotSupportedError) or (
        getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR
    )
    if isinstance(error, NoConnection) or (isinstance(error, DBAPIError) and not mistaken):
        return Busy("the storage does not answer; please try again")
    return error


def _still_writes(connection: Connection) -> bool:
    """SQLite ends a transaction by itself when the disk is full; whatever came after would be kept one by one."""
    return connection.dialect.name != "sqlite" or bool(getattr(connection.connection, "in_transaction", False))


def _prepare_writer(connection: Any, _: object) -> None:
    # BEGIN is ours to say, or Python's driver breaks savepoints.
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")


def _prepare_reader(connection: Any, _: object) -> None:
    connection.isolation_level = None
    # A reader never writes and never moves the log of SQLite into its file: that is the writer's alone (before 3.51.3
    # two connections that do it at once can break the file).
    connection.execute("PRAGMA wal_autocheckpoint=0")
    connection.execute("PRAGMA query_only=ON")


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
