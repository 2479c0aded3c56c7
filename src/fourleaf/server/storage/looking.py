"""A look at a whole database as of one moment, while servers go on; nothing is changed by it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from filelock import FileLock, Timeout
from sqlalchemy import URL, Column, Connection, Engine, Row, Table, create_engine, event, inspect, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from fourleaf.server.storage import schema
from fourleaf.server.storage.opening import ALONE, CONNECTING, NoDatabase, in_memory, shown

AT_ONCE: Final = 1000
"""Rows that are fetched together."""


@contextlib.contextmanager
def snapshot(url: URL) -> Iterator[Connection]:
    """One transaction that sees what was durable when it began, and cannot write."""
    engine = _looking_engine(url)
    try:
        with engine.connect() as connection:
            yield connection
    except DBAPIError as error:
        raise NoDatabase(f"cannot read {shown(url)}: {str(error.orig).partition(chr(10))[0]}") from None
    finally:
        engine.dispose()


def _looking_engine(url: URL) -> Engine:
    if url.get_backend_name() == "sqlite":
        if in_memory(url) or not Path(str(url.database)).is_file():
            raise NoDatabase(f"there is no database {url.database}")
        # Reading only, or the last to close would write the log of SQLite into its file.
        url = url.set(database=f"file:{quote(str(url.database))}", query={"mode": "ro", "uri": "true"})
        engine = create_engine(url, hide_parameters=True, poolclass=NullPool)
        event.listen(engine, "connect", _leave_transactions_to_us)
        event.listen(engine, "begin", _begin_look)
        return engine
    patience = {} if "connect_timeout" in url.query else {"connect_timeout": CONNECTING}
    try:
        engine = create_engine(url, hide_parameters=True, poolclass=NullPool, connect_args=patience)
    except ImportError:
        raise NoDatabase("PostgreSQL needs a driver: pip install 'fourleaf[postgres]'") from None
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def _leave_transactions_to_us(connection: Any, _: object) -> None:
    # Python's driver would have every question see another moment.
    connection.isolation_level = None


def _begin_look(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def columns_of(connection: Connection) -> dict[Table, list[Column[Any]]]:
    """Our tables in this database with the columns that they have at its step, each after those that it points to."""
    found = inspect(connection)
    there = set(found.get_table_names())
    return {
        table: [column for column in table.columns if column.name in names]
        for table in schema.METADATA.sorted_tables
        if table.name in there and (names := {column["name"] for column in found.get_columns(table.name)})
    }


def rows_in(connection: Connection, table: Table, columns: Sequence[Column[Any]]) -> Iterator[Row[Any]]:
    """All rows of a table in the order of its key, some at a time."""
    query = select(*columns).order_by(*table.primary_key)
    yield from connection.execute(query, execution_options={"yield_per": AT_ONCE})


def servers_on(connection: Connection, url: URL) -> int:
    """How many servers use a database now."""
    if url.get_backend_name() == "sqlite":
        beside = Path(f"{url.database}.lock")
        if not beside.exists():
            return 0
        try:
            with FileLock(beside, timeout=0):
                return 0
        except Timeout:
            return 1
    held = text(
        "SELECT count(DISTINCT pid) FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = :ours "
        "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    )
    return int(connection.scalar(held, {"ours": ALONE}) or 0)
