"""Devices: a browser in which somebody has logged in keeps a secret that says so, of which only the hash is kept.

Whoever guesses passwords from elsewhere uses up the tries of devices that an account does not know, never those of its
own (OWASP: "Slow Down Online Guessing Attacks with Device Cookies").
"""

from __future__ import annotations

import secrets
from typing import Final

from sqlalchemy import Connection, delete, insert, select

from fourleaf.server.clock import Clock
from fourleaf.server.people.guests import TOKEN, hashed
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Database

MOST: Final = 20
"""Devices that an account knows; a further one takes the place of the oldest."""


class Devices:
    """Every browser in which somebody has logged in."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def is_known(self, token: str | None, login: str) -> bool:
        """Whether an account has been logged in to from the device that holds this secret."""
        if not token:
            return False
        query = (
            select(schema.devices.c.person)
            .join(schema.accounts, schema.accounts.c.person == schema.devices.c.person)
            .where(schema.devices.c.hash == hashed(token), schema.accounts.c.login == login)
        )
        return await self._database.read(lambda connection: connection.execute(query).first() is not None)

    def add(self, connection: Connection, person: str) -> str:
        """The secret of a further device of an account, within a transaction."""
        columns = schema.devices.c
        token = secrets.token_urlsafe(TOKEN)
        known = select(columns.hash).where(columns.person == person).order_by(columns.created_at.desc(), columns.hash)
        oldest = list(connection.scalars(known))[MOST - 1 :]
        connection.execute(delete(schema.devices).where(columns.hash.in_(oldest)))
        connection.execute(
            insert(schema.devices).values(hash=hashed(token), person=person, created_at=self._clock.wall())
        )
        return token

    def forget(self, connection: Connection, person: str) -> None:
        """The account knows no device any more, within a transaction."""
        connection.execute(delete(schema.devices).where(schema.devices.c.person == person))
