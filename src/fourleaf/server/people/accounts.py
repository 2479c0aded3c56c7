"""Accounts: a name that lasts and a password, of which only its argon2 hash is kept; they keep the guest's games."""

from __future__ import annotations

import asyncio
import unicodedata
from typing import Final, NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import Connection, insert, select, update

from fourleaf.server.clock import Clock
from fourleaf.server.errors import NotNow, NotYours
from fourleaf.server.people.devices import Devices
from fourleaf.server.people.guests import People, Person
from fourleaf.server.people.names import name_taken, send_off
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Conflict, Database
from fourleaf.server.texts import clean_name, login_name

AT_ONCE: Final = 2
"""Hashes that are worked out at the same time: each takes 64 MiB for a moment."""
WRONG: Final = "there is no account of this name and password"


class Keys(NamedTuple):
    """The secrets that a browser gets when somebody logs in."""

    session: str
    device: str | None
    """None for a device that the account knows already."""


class Accounts:
    """Everybody who chose a name and a password."""

    def __init__(self, database: Database, people: People, devices: Devices, clock: Clock) -> None:
        self._database = database
        self._people = people
        self._devices = devices
        self._clock = clock
        self._hasher = PasswordHasher()
        self._room = asyncio.Semaphore(AT_ONCE)

    async def sign_up(self, visitor: Person | None, name: str, password: str) -> tuple[Person, Keys]:
        """An account for a guest, who keeps every game, or for somebody new; other guests give up its name."""
        if visitor is not None and visitor.kind != "guest":
            raise NotNow("you have an account already; log out first")
        shown = clean_name(name)
        hashed = await self._hash(password)
        now = self._clock.wall()

        def work(connection: Connection) -> tuple[Person, Keys, dict[str, str]]:
            if visitor is None:
                person = self._people.add(connection, shown, "account")
            else:
                person = Person(visitor.id, shown, "account")
                self._people.call(connection, person)
            connection.execute(
                insert(schema.accounts).values(
                    person=person.id, login=login_name(shown), password=hashed, created_at=now
                )
            )
            # Whoever knew the guest's secret must not know the account's.
            self._people.end_sessions(connection, person.id)
            return person, self._fresh_keys(connection, person.id), send_off(connection, shown, person.id)

        try:
            person, keys, others = await self._database.write(work)
        except Conflict:
            raise NotNow(name_taken(shown)) from None
        self._people.tell({**others, person.id: shown})
        return person, keys

    async def log_in(self, name: str, password: str, known_device: bool) -> tuple[Person, Keys]:
        """The account of this name and password, and the secrets of a new session and a new device."""
        columns = schema.accounts.c
        query = (
            select(schema.people.c.id, schema.people.c.name, columns.password)
            .join(schema.accounts, columns.person == schema.people.c.id)
            .where(columns.login == login_name(name))
        )
        row = await self._database.read(lambda connection: connection.execute(query).first())
        if row is None:
            # A name that nobody has costs the same time as a wrong password.
            await self._hash(password)
            raise NotYours(WRONG)
        if not await self._verify(row.password, password):
            raise NotYours(WRONG)
        person = Person(row.id, row.name, "account")
        fresh = await self._hash(password) if self._hasher.check_needs_rehash(row.password) else None

        def work(connection: Connection) -> Keys:
            if fresh is not None:
                connection.execute(update(schema.accounts).where(columns.person == person.id).values(password=fresh))
            if known_device:
                return Keys(self._people.begin_session(connection, person.id), None)
            return self._fresh_keys(connection, person.id)

        return person, await self._database.write(work)

    async def change_password(self, person: Person, old: str, new: str) -> Keys:
        """Another password; every session ends, every device is forgotten, and there is one new of each."""
        columns = schema.accounts.c
        query = select(columns.password).where(columns.person == person.id)
        known = await self._database.read(lambda connection: connection.scalar(query))
        if known is None:
            raise NotNow("a guest has no password; make an account first")
        if not await self._verify(known, old):
            raise NotYours("that is not your password")
        hashed = await self._hash(new)

        def work(connection: Connection) -> Keys:
            connection.execute(update(schema.accounts).where(columns.person == person.id).values(password=hashed))
            self._people.end_sessions(connection, person.id)
            self._devices.forget(connection, person.id)
            return self._fresh_keys(connection, person.id)

        return await self._database.write(work)

    def _fresh_keys(self, connection: Connection, person: str) -> Keys:
        return Keys(self._people.begin_session(connection, person), self._devices.add(connection, person))

    async def _hash(self, password: str) -> str:
        async with self._room:
            return await asyncio.to_thread(self._hasher.hash, _composed(password))

    async def _verify(self, hashed: str, password: str) -> bool:
        async with self._room:
            try:
                return await asyncio.to_thread(self._hasher.verify, hashed, _composed(password))
            except VerificationError:
                return False


def _composed(password: str) -> str:
    # Keyboards differ in how they compose an accent.
    return unicodedata.normalize("NFC", password)
