"""Names: whoever has an account is the only one who carries its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from sqlalchemy import Connection, bindparam, select, update

from fourleaf.server.errors import NotNow
from fourleaf.server.storage import schema
from fourleaf.server.storage.names import neutral_name
from fourleaf.server.texts import look_of

OWNERS: Final = select(schema.people.c.id).where(
    schema.people.c.look == bindparam("looks"), schema.people.c.kind == "account"
)
"""Whoever has an account whose name looks so."""


def must_be_free(connection: Connection, name: str, person: str | None) -> None:
    """A name that belongs to somebody else's account is refused, within the transaction that would take it."""
    if any(owner != person for owner in connection.scalars(OWNERS, {"looks": look_of(name)})):
        raise NotNow(name_taken(name))


def still_free(person: str, kind: str, name: str) -> Callable[[Connection], None]:
    """Refuses the seat to a guest whose name has become an account's since they asked, within its transaction."""

    def work(connection: Connection) -> None:
        if kind != "account":
            must_be_free(connection, name, person)

    return work


def all_free(person: str, names: Iterable[str | None]) -> Callable[[Connection], None]:
    """Refuses names of other people's accounts to those who share a person's device."""

    def work(connection: Connection) -> None:
        for name in names:
            if name is not None:
                must_be_free(connection, name, person)

    return work


def name_taken(name: str) -> str:
    """What somebody is told who wants the name of an account."""
    return f"somebody with an account is called {name} already, or looks so; choose another name"


def send_off(connection: Connection, name: str, owner: str) -> dict[str, str]:
    """Guests and bots who carry the name that an account takes get a neutral one; who is called what now."""
    columns = schema.people.c
    carrying = select(columns.id).where(columns.look == look_of(name), columns.kind != "account", columns.id != owner)
    people = list(connection.scalars(carrying))
    neutral = neutral_name(connection)
    change = update(schema.people).where(columns.id.in_(carrying))
    connection.execute(change.values(name=neutral, look=look_of(neutral)))
    return dict.fromkeys(people, neutral)
