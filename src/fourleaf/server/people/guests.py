"""Guests: a cookie that nobody can guess, of which only the hash is kept, and a name of their own choice."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, delete, select, update

from fourleaf.server.clock import Clock
from fourleaf.server.errors import NotNow
from fourleaf.server.people.names import must_be_free, name_taken, send_off
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Conflict, Database, Target
from fourleaf.server.texts import clean_name, login_name, look_of

ON_ITS_WAY = 60.0
"""Seconds for which a new secret that was not shown yet is waited for before another one is given instead."""
TOKEN = 32
"""Bytes in the secret of a session."""
# Put together once: that costs more than to come in.
PEOPLE: Final = Target(schema.people)
SESSIONS: Final = Target(schema.sessions)
HOLDER: Final = (
    select(schema.people.c.id, schema.people.c.name, schema.people.c.kind, schema.sessions.c.replaces)
    .join(schema.sessions, schema.sessions.c.person == schema.people.c.id)
    .where(schema.sessions.c.hash == bindparam("shown"))
)
"""Whose secret is shown; put together once, for every request asks it."""


class Person(msgspec.Struct, frozen=True):
    """Somebody whom the server knows."""

    id: str
    name: str
    kind: str
    owner: str | None = None
    """Whose outside bot it is."""


class Newcomer(NamedTuple):
    """Somebody who comes in with what they do first: wholly or not at all."""

    person: Person
    token: str
    """The secret that they are known by once they are in."""
    come_in: Callable[[Connection], None]
    """Lets them in, within the transaction of what they came for."""


def _somebody(name: str, kind: str) -> Person:
    return Person(secrets.token_urlsafe(12), name, kind)


def hashed(token: str) -> bytes:
    """What is stored of a secret."""
    return sha256(token.encode()).digest()


class People:
    """Everybody who ever came in."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        renamed: Callable[[str, str], None],
        replaced: Callable[[str, bytes], None],
    ) -> None:
        self._database = database
        self._clock = clock
        self._renamed = renamed
        """Is told who is called what from now on."""
        self._replaced = replaced
        """Is told whose session is worth nothing any more because another one has taken its place."""

    async def of_token(self, token: str | None) -> Person | None:
        """Who holds this secret; the one that it was given instead of dies when it is first shown."""
        if not token:
            return None
        shown = {"shown": hashed(token)}
        row = await self._database.read(lambda connection: connection.execute(HOLDER, shown).first())
        if row is None:
            return None
        if row.replaces is not None:
            await self._end_replaced(hashed(token), row.replaces)
            self._replaced(row.id, row.replaces)
        return Person(row.id, row.name, row.kind)

    async def welcome(self, name: str) -> tuple[Person, str]:
        """A new guest, and the secret that they are known by."""
        newcomer = self.newcomer(name)
        await self._database.write(newcomer.come_in)
        return newcomer.person, newcomer.token

    def newcomer(self, name: str) -> Newcomer:
        """Somebody who comes in as a guest by what they do first."""
        person, token = _somebody(clean_name(name), "guest"), secrets.token_urlsafe(TOKEN)

        def come_in(connection: Connection) -> None:
            self._add(connection, person)
            self._begin_session(connection, token, person.id)

        return Newcomer(person, token, come_in)

    async def names(self, people: Iterable[str]) -> dict[str, str]:
        """What people are called now."""
        columns = schema.people.c
        query = select(columns.id, columns.name).where(columns.id.in_(list(people)))
        return await self._database.read(lambda connection: {row.id: row.name for row in connection.execute(query)})

    async def log_out(self, token: str) -> None:
        """The secret is worth nothing any more."""
        gone = delete(schema.sessions).where(schema.sessions.c.hash == hashed(token))
        await self._database.write(lambda connection: connection.execute(gone))

    async def renew(self, token: str) -> str | None:
        """Another secret for whoever holds this one, which dies when the new one is first shown.

        Not sooner: an answer that is lost on the way must not cost somebody their games. A new one that was given a
        moment ago and not shown yet stays the only one; else whoever else holds the old one could take it away.
        """
        columns, old = schema.sessions.c, hashed(token)
        moment_ago = self._clock.wall() - ON_ITS_WAY
        given = select(columns.hash).where(columns.replaces == old, columns.created_at > moment_ago)

        def work(connection: Connection) -> str | None:
            person = connection.scalar(select(columns.person).where(columns.hash == old))
            if person is None or connection.execute(given).first() is not None:
                return None
            connection.execute(delete(schema.sessions).where(columns.replaces == old))
            return self.begin_session(connection, person, replaces=old)

        return await self._database.write(work)

    def add(self, connection: Connection, name: str, kind: str) -> Person:
        """Somebody new, within a transaction."""
        person = _somebody(name, kind)
        self._add(connection, person)
        return person

    def call(self, connection: Connection, person: Person) -> None:
        """Somebody is called and is of a kind as told here, within a transaction."""
        must_be_free(connection, person.name, person.id)
        change = update(schema.people).where(schema.people.c.id == person.id)
        connection.execute(change.values(name=person.name, kind=person.kind, look=look_of(person.name)))

    def begin_session(self, connection: Connection, person: str, replaces: bytes | None = None) -> str:
        """A new secret by which a person is known, within a transaction."""
        token = secrets.token_urlsafe(TOKEN)
        self._begin_session(connection, token, person, replaces)
        return token

    def end_sessions(self, connection: Connection, person: str) -> None:
        """Every secret of a person is worth nothing any more, within a transaction."""
        connection.execute(delete(schema.sessions).where(schema.sessions.c.person == person))

    async def rename(self, person: Person, name: str) -> Person:
        """Take another name, also where one sits already. An account is logged in to by the new one."""
        renamed = msgspec.structs.replace(person, name=clean_name(name))

        def work(connection: Connection) -> dict[str, str]:
            self.call(connection, renamed)
            if renamed.kind != "account":
                return {}
            mine = update(schema.accounts).where(schema.accounts.c.person == person.id)
            connection.execute(mine.values(login=login_name(renamed.name)))
            return send_off(connection, renamed.name, person.id)

        try:
            others = await self._database.write(work)
        except Conflict:
            raise NotNow(name_taken(renamed.name)) from None
        self.tell({**others, person.id: renamed.name})
        return renamed

    def tell(self, renamed: dict[str, str]) -> None:
        """These are called so now, and it is durable."""
        for person, name in renamed.items():
            self._renamed(person, name)

    def _add(self, connection: Connection, person: Person) -> None:
        must_be_free(connection, person.name, None)
        PEOPLE.put(connection, [(person.id, person.name, person.kind, self._clock.wall(), look_of(person.name))])

    def _begin_session(self, connection: Connection, token: str, person: str, replaces: bytes | None = None) -> None:
        SESSIONS.put(connection, [(hashed(token), person, self._clock.wall(), replaces)])

    async def _end_replaced(self, session: bytes, replaced: bytes) -> None:
        columns = schema.sessions.c

        def work(connection: Connection) -> None:
            connection.execute(delete(schema.sessions).where(columns.hash == replaced))
            connection.execute(update(schema.sessions).where(columns.hash == session).values(replaces=None))

        await self._database.write(work)
