"""Guests: a cookie that nobody can guess, of which only the hash is kept, and a name of their own choice."""

from __future__ import annotations

import secrets
from hashlib import sha256

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from fourleaf.server.clock import Clock
from fourleaf.server.limits import NAME, clean_line
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Database

TOKEN = 32
"""Bytes in the secret of a session."""


class Person(msgspec.Struct, frozen=True):
    """Somebody whom the server knows."""

    id: str
    name: str
    kind: str


def hashed(token: str) -> bytes:
    """What is stored of a secret."""
    return sha256(token.encode()).digest()


class People:
    """Everybody who ever came in."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def of_token(self, token: str | None) -> Person | None:
        """Who holds this secret."""
        if not token:
            return None
        query = (
            select(schema.people.c.id, schema.people.c.name, schema.people.c.kind)
            .join(schema.sessions, schema.sessions.c.person == schema.people.c.id)
            .where(schema.sessions.c.hash == hashed(token))
        )
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else Person(row.id, row.name, row.kind)

    async def welcome(self, name: str) -> tuple[Person, str]:
        """A new guest, and the secret that they are known by."""
        chosen = clean_line(name, NAME, "a name")

        def work(connection: Connection) -> tuple[Person, str]:
            person = self.add(connection, chosen, "guest")
            return person, self.begin_session(connection, person.id)

        return await self._database.write(work)

    async def forget(self, person: Person) -> None:
        """Somebody who came in a moment ago, and has nothing yet, has not come in."""

        def work(connection: Connection) -> None:
            self.end_sessions(connection, person.id)
            connection.execute(delete(schema.people).where(schema.people.c.id == person.id))

        await self._database.write(work)

    async def log_out(self, token: str) -> None:
        """The secret is worth nothing any more."""
        gone = delete(schema.sessions).where(schema.sessions.c.hash == hashed(token))
        await self._database.write(lambda connection: connection.execute(gone))

    def add(self, connection: Connection, name: str, kind: str) -> Person:
        """Somebody new, within a transaction."""
        person = Person(secrets.token_urlsafe(12), name, kind)
        connection.execute(
            insert(schema.people).values(id=person.id, name=name, kind=kind, created_at=self._clock.wall())
        )
        return person

    def begin_session(self, connection: Connection, person: str) -> str:
        """A new secret by which a person is known, within a transaction."""
        token = secrets.token_urlsafe(TOKEN)
        connection.execute(
            insert(schema.sessions).values(hash=hashed(token), person=person, created_at=self._clock.wall())
        )
        return token

    def end_sessions(self, connection: Connection, person: str) -> None:
        """Every secret of a person is worth nothing any more, within a transaction."""
        connection.execute(delete(schema.sessions).where(schema.sessions.c.person == person))

    async def rename(self, person: Person, name: str) -> Person:
        """Take another name; where one sits already the old one stays."""
        renamed = msgspec.structs.replace(person, name=clean_line(name, NAME, "a name"))
        change = update(schema.people).where(schema.people.c.id == person.id).values(name=renamed.name)
        await self._database.write(lambda connection: connection.execute(change))
        return renamed
