"""What the people of a table are called now: their names are looked up, and the log only says what they were."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from sqlalchemy import Connection, bindparam, select

from fourleaf.server.storage import schema
from fourleaf.server.storage.entries import AnyEntry, Kept, Sat

CALLED: Final = select(schema.people.c.id, schema.people.c.name).where(
    schema.people.c.id.in_(bindparam("people", expanding=True))
)


def named_in(entries: Iterable[AnyEntry]) -> set[str]:
    """The people whom some entries name."""
    return {entry.person for entry in entries if isinstance(entry, Sat | Kept)}


def naming(names: dict[str, str], people: Iterable[str]) -> Callable[[Connection], None]:
    """Looks names up; within the transaction that seats somebody, none that was taken meanwhile is missed."""
    asked = {"people": list(people)}

    def work(connection: Connection) -> None:
        names.update({row.id: row.name for row in connection.execute(CALLED, asked)})

    return work
