"""What is kept beside the logs of tables, held against what the logs say."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import msgspec
from sqlalchemy import Connection, create_engine, select

from fourleaf.server.notices.outbox import _worth_a_notice, turn_of
from fourleaf.server.people.results import settling
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
    """Lists, results, ratings and notices tell of each table what its log does; how many tables there are."""
    engine = create_engine(database)
    with engine.connect() as connection:
        tables = list(connection.scalars(select(schema.entries.c.table).distinct()))
        assert set(connection.scalars(select(schema.tables.c.id))) == set(tables)
        told = {table: states(connection, table) for table in tables}
        for table in tables:
            _must_tell_the_same(connection, table, told[table])
        assert _standings(connection) == _settled_anew([of_table[-1] for of_table in told.values()])
    engine.dispose()
    return len(tables)


def _settled_anew(tables: list[TableState]) -> list[list[tuple[Any, ...]]]:
    """What ratings would be if nothing were left but the logs."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        schema.METADATA.create_all(connection)
        for ended in sorted((state for state in tables if state.ending), key=lambda state: state.changed_at):
            settling(ended)(connection)
        return _standings(connection)


def _standings(connection: Connection) -> list[list[tuple[Any, ...]]]:
    """Everybody's rating, whom they met for it, and what each match made of it."""
    parts = (schema.ratings, schema.meetings, schema.results)
    return [sorted(tuple(row) for row in connection.execute(select(part))) for part in parts]


def _must_tell_the_same(connection: Connection, table: str, told: list[TableState]) -> None:
    now = told[-1]
    (index,) = kept(connection, schema.tables, "id", table)
    assert index == {
        "id": table,
        "game": now.created.game,
        "status": now.status,
        "public": now.created.public,
        "rated": now.created.rated,
        "host": now.created.host,
        "turn_of": turn_of(now),
        "awake": now.status == "locked" or (now.status == "playing" and turn_of(now) is None),
        "created_at": now.created_at,
        "changed_at": now.changed_at,
        "summary": msgspec.json.encode(summary(now)),
    }
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
    # The newest notice takes the place of the one before, so it is that of the last change worth one, if somebody
    # had asked for notices by then.
    hooks = list(connection.scalars(select(schema.hooks.c.created_at).where(schema.hooks.c.table == table)))
    worth = [
        (kind, after.ply, after.changed_at)
        for before, after in pairwise(told)
        if (kind := _worth_a_notice(before, after)) is not None and after.changed_at > min(hooks, default=math.inf)
    ]
    bodies = [msgspec.json.decode(row["body"]) for row in kept(connection, schema.notices, "table", table)]
    notices = [(body["type"], body["ply"], body["at"]) for body in bodies]
    assert notices == worth[-1:]
