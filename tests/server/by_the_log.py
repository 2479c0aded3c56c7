"""What is kept beside the logs of tables, held against what the logs say."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
from sqlalchemy import Connection, create_engine, select

from fourleaf.server.notices.outbox import _worth_a_notice
from fourleaf.server.storage import schema
from fourleaf.server.storage.log import read_rows
from fourleaf.server.tables.projection import summary
from fourleaf.server.tables.table_state import TableState


def states(connection: Connection, table: str) -> list[TableState]:
    """How a table stood after each entry of its log, the empty table first."""
    secrets = select(schema.secrets.c.commitment, schema.secrets.c.secret).where(schema.secrets.c.table == table)
    told = [TableState(table, {row[0]: row[1] for row in connection.execute(secrets)})]
    for row in read_rows(connection, table):
        after = told[-1].copy()
        after.follow(row)
        told.append(after)
    return told


def kept(connection: Connection, table: Any, key: str, name: str) -> list[dict[str, Any]]:
    return [dict(row._mapping) for row in connection.execute(select(table).where(table.c[key] == name))]


def must_be_by_the_log(database: str) -> int:
    """Lists, results and notices tell of each table what its log does; how many tables there are."""
    engine = create_engine(database)
    with engine.connect() as connection:
        tables = list(connection.scalars(select(schema.entries.c.table).distinct()))
        assert set(connection.scalars(select(schema.tables.c.id))) == set(tables)
        for table in tables:
            _must_tell_the_same(connection, table)
    engine.dispose()
    return len(tables)


def _must_tell_the_same(connection: Connection, table: str) -> None:
    told = states(connection, table)
    now = told[-1]
    (index,) = kept(connection, schema.tables, "id", table)
    assert index["summary"] == msgspec.json.encode(summary(now))
    assert (index["status"], index["turn_of"], index["changed_at"]) == (now.status, now.turn_of, now.changed_at)
    sitting = {row["seat"]: (row["person"], row["kept"]) for row in kept(connection, schema.seats, "table", table)}
    assert sitting == now.seating
    ends = {
        row["seat"]: (row["person"], row["score"], row["rank"], row["ended_at"])
        for row in kept(connection, schema.results, "table", table)
    }
    ending = now.ending
    assert ends == (
        {seat: (person, ending.scores[seat], ending.ranks[seat], now.changed_at) for seat, person in now.people.items()}
        if ending
        else {}
    )
    # Since the newest notice takes the place of the one before, it is that of the last change worth one.
    worth = [
        (kind, after.ply, after.changed_at)
        for before, after in pairwise(told)
        if (kind := _worth_a_notice(before, after)) is not None
    ]
    hooks = set(connection.scalars(select(schema.hooks.c.id).where(schema.hooks.c.table == table)))
    bodies = [msgspec.json.decode(row["body"]) for row in kept(connection, schema.notices, "table", table)]
    notices = [(body["type"], body["ply"], body["at"]) for body in bodies]
    assert notices == (worth[-1:] if hooks else [])
