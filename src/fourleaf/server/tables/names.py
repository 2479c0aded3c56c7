"""What the people of a table are called now: their names are looked up, and the log only says what they were."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sqlalchemy import Connection, select

from fourleaf.server.storage import schema
from fourleaf.server.storage.entries import AnyEntry, Kept, Sat


def named_in(entries: Iterable[AnyEntry]) -> set[str]:
    """The people whom some entries name."""
    return {entry.person for entry in entries if isinstance(entry, Sat | Kept)}


def naming(names: dict[str, str], people: Iterable[str]) -> Callable[[Connection], None]:
    """Looks names up; within the transaction that seats somebody, none that was taken meanwhile is missed."""
    columns = schema.people.c
    query = select(columns.id, columns.name).where(columns.id.in_(list(people)))

    def work(connection: Connection) -> None:
        names.update({row.id: row.name for row in connection.execute(query)})

    return work
