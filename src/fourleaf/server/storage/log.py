"""The log of every table: appended under (table, seq), each row chained to the one before, never changed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Final

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select
from sqlalchemy import Row as Found

from fourleaf.server.errors import Refused
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Row, Rows, Target, Transactions
from fourleaf.server.storage.entries import FIRST_HASH, Created, LogLine, LogRow, chained, decode, encode, promised

ENTRIES: Final = Target(schema.entries)
INDEX: Final = Target(schema.tables, replaces=True)
INDEXED: Final = attrgetter(*[column.name for column in schema.tables.columns if column.name != "id"])
ENTRIES_OF: Final = (
    select(schema.entries)
    .where(
        schema.entries.c.table == bindparam("of_table"),
        schema.entries.c.seq.between(bindparam("since"), bindparam("until")),
    )
    .order_by(schema.entries.c.seq)
)
SEATS_OF: Final = delete(schema.seats).where(schema.seats.c.table == bindparam("of_table"))
NEWEST_PROMISE: Final = (
    select(schema.promises.c.number, schema.promises.c.hash).order_by(schema.promises.c.number.desc()).limit(1)
)
LAST: Final = (1 << 31) - 1
"""The last number that an entry could have; a database counts no further."""
SALT: Final = 16
"""Bytes in the salt of a row."""


class BrokenLog(Refused):
    """A log is not the one that was written, or cannot be followed any more."""

    code = "broken_log"


class TableIndex(msgspec.Struct, frozen=True, kw_only=True):
    """What lists of tables are made from; it follows from the log and is written with it."""

    game: str
    status: str
    public: bool
    rated: bool
    host: str
    turn_of: str | None
    awake: bool
    created_at: float
    changed_at: float
    summary: bytes
    people: dict[int, tuple[str, bool]] | None
    """Who sits where, or has the seat kept for them; None when that has not changed."""


class Promise(msgspec.Struct, frozen=True, kw_only=True):
    """A commitment in the public list, chained to the one before."""

    number: int
    table: str
    commitment: str
    at: float
    hash: str


def rows_of(
    table: str, after: int, before: bytes, lines: Sequence[LogLine], random_bytes: Callable[[int], bytes]
) -> list[LogRow]:
    """The lines as rows that follow row number `after`, each with a salt of its own."""
    rows = []
    for seq, line in enumerate(lines, after + 1):
        salt = random_bytes(SALT)
        before = chained(table, seq, before, salt, encode(line))
        rows.append(LogRow(table=table, seq=seq, line=line, salt=salt, hash=before))
    return rows


class Log:
    """All logs, in one database."""

    def __init__(self, database: Transactions) -> None:
        self._database = database

    async def append(
        self, rows: Sequence[LogRow], index: TableIndex, also: Callable[[Connection], None] | None = None
    ) -> None:
        """Write rows for good, together with something else, or raise Conflict when one of them is there already."""
        table = rows[0].table
        kept = [Rows(ENTRIES, [_stored(row) for row in rows]), Rows(INDEX, [_indexed(table, index)])]

        def work(connection: Connection) -> None:
            if index.people is not None:
                _write_seats(connection, table, index.people)
            if also is not None:
                also(connection)

        await self._database.write(work, kept)

    async def read(self, table: str, since: int = 0, until: int | None = None) -> list[LogRow]:
        """The rows of a table after a number and up to another, checked against their hashes."""
        return await self._database.read(lambda connection: read_rows(connection, table, since, until))

    async def secrets(self, table: str) -> dict[str, bytes]:
        """The secrets of a table by what they were promised with."""
        query = select(schema.secrets.c.commitment, schema.secrets.c.secret).where(schema.secrets.c.table == table)
        return await self._database.read(lambda connection: {row[0]: row[1] for row in connection.execute(query)})

    async def beginnings(self, games: Sequence[str]) -> dict[str, Created]:
        """How each table of these games that is not over began, where that can be read."""
        tables, entries = schema.tables.c, schema.entries.c
        query = (
            select(entries.table, entries.line)
            .join(schema.tables, tables.id == entries.table)
            .where(tables.game.in_(games), tables.status != "over", entries.seq == 1)
        )

        def work(connection: Connection) -> dict[str, Created]:
            begun = {}
            for row in connection.execute(query):
                with contextlib.suppress(msgspec.DecodeError):
                    entry = decode(row.line).entry
                    if isinstance(entry, Created):
                        begun[row.table] = entry
            return begun

        return await self._database.read(work)

    async def promises(self, since: int, most: int) -> list[Promise]:
        """The public list of commitments after a number."""
        columns = schema.promises.c
        query = select(schema.promises).where(columns.number > since).order_by(columns.number).limit(most)

        def work(connection: Connection) -> list[Promise]:
            return [
                Promise(number=row.number, table=row.table, commitment=row.commitment, at=row.at, hash=row.hash.hex())
                for row in connection.execute(query)
            ]

        return await self._database.read(work)


def read_rows(connection: Connection, table: str, since: int = 0, until: int | None = None) -> list[LogRow]:
    """The rows of a table after a number and up to another, in order and checked."""
    chosen = {"of_table": table, "since": since, "until": LAST if until is None else until}
    found = list(connection.execute(ENTRIES_OF, chosen))
    before = FIRST_HASH
    if since:
        if not found or found[0].seq != since:
            raise BrokenLog(f"the log of table {table} has no entry {since}")
        before = bytes(found.pop(0).hash)
    rows: list[LogRow] = []
    for seq, row in enumerate(found, since + 1):
        before = _checked(table, seq, before, row)
        try:
            line = decode(row.line)
        except msgspec.DecodeError:
            raise BrokenLog(f"entry {seq} of table {table} cannot be read") from None
        rows.append(LogRow(table=table, seq=seq, line=line, salt=row.salt, hash=before))
    return rows


def _checked(table: str, seq: int, before: bytes, row: Found[tuple[object, ...]]) -> bytes:
    due = chained(table, seq, before, row.salt, row.line)
    if row.seq != seq or row.hash != due:
        raise BrokenLog(f"entry {seq} of table {table} is not the one that was written")
    return due


def _stored(row: LogRow) -> Row:
    line = row.line
    return (row.table, row.seq, encode(line), row.salt, row.hash, line.person, line.client_id)


def _indexed(table: str, index: TableIndex) -> Row:
    return (table, *INDEXED(index))


def _write_seats(connection: Connection, table: str, people: dict[int, tuple[str, bool]]) -> None:
    connection.execute(SEATS_OF, {"of_table": table})
    if people:
        sitting = [
            {"table": table, "seat": seat, "person": person, "kept": kept} for seat, (person, kept) in people.items()
        ]
        connection.execute(insert(schema.seats), sitting)


def promise(table: str, commitment: str, secret: bytes, at: float) -> Callable[[Connection], None]:
    """Keeps a secret and puts its commitment in the public list, each of which carries the hash of the one before."""

    def work(connection: Connection) -> None:
        connection.execute(insert(schema.secrets), {"table": table, "commitment": commitment, "secret": secret})
        last = connection.execute(NEWEST_PROMISE).first()
        number, before = (last.number + 1, last.hash) if last else (1, FIRST_HASH)
        due = promised(before, number, table, commitment)
        row = {"number": number, "table": table, "commitment": commitment, "at": at, "hash": due}
        connection.execute(insert(schema.promises), row)

    return work
