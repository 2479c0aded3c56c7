"""Webhooks: addresses that people give, each with a secret that its notices are signed with."""

from __future__ import annotations

import base64
import hmac
import secrets
from hashlib import sha256
from urllib.parse import urlsplit

from sqlalchemy import Connection, delete, func, insert, select

from fourleaf.server.bodies import Hook, MakeHook, NewHook
from fourleaf.server.clock import Clock
from fourleaf.server.errors import Malformed, NotFound, TooMuch
from fourleaf.server.limits import HOOKS
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Database


class Hooks:
    """The webhooks of everybody."""

    def __init__(self, database: Database, clock: Clock, allow_private: bool) -> None:
        self._database = database
        self._clock = clock
        self._allow_private = allow_private

    async def make(self, person: str, wish: MakeHook) -> NewHook:
        """A new webhook and its secret."""
        self._check(wish.url)
        secret = secrets.token_bytes(32)
        hook = NewHook(id=secrets.token_urlsafe(12), url=wish.url, table=wish.table, secret=in_text(secret))
        count = select(func.count()).where(schema.hooks.c.person == person)

        def work(connection: Connection) -> None:
            if (connection.scalar(count) or 0) >= HOOKS:
                raise TooMuch(f"you have {HOOKS} webhooks, which are the most; remove one first")
            connection.execute(
                insert(schema.hooks).values(
                    id=hook.id,
                    person=person,
                    table=wish.table,
                    url=wish.url,
                    secret=secret,
                    failures=0,
                    sent_at=0.0,
                    created_at=self._clock.wall(),
                )
            )

        await self._database.write(work)
        return hook

    async def of(self, person: str) -> list[Hook]:
        """Somebody's webhooks, without their secrets."""
        query = select(schema.hooks).where(schema.hooks.c.person == person).order_by(schema.hooks.c.created_at)

        def work(connection: Connection) -> list[Hook]:
            return [
                Hook(id=row.id, url=row.url, table=row.table, failures=row.failures, created_at=row.created_at)
                for row in connection.execute(query)
            ]

        return await self._database.read(work)

    async def remove(self, person: str, hook: str) -> None:
        """Send nothing there any more."""
        columns = schema.hooks.c

        def work(connection: Connection) -> int:
            mine = select(columns.id).where(columns.person == person, columns.id == hook)
            connection.execute(delete(schema.notices).where(schema.notices.c.hook.in_(mine)))
            return connection.execute(delete(schema.hooks).where(columns.person == person, columns.id == hook)).rowcount

        if await self._database.write(work) == 0:
            raise NotFound("you have no such webhook")

    def _check(self, url: str) -> None:
        schemes = ("https", "http") if self._allow_private else ("https",)
        try:
            parts = urlsplit(url)
            fits = parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
        except ValueError:
            fits = False
        if not fits or parts.username or parts.password or not url.isascii() or any(mark.isspace() for mark in url):
            raise Malformed(f"a webhook is an address like {schemes[0]}://example.org/path, without a user or spaces")


def in_text(secret: bytes) -> str:
    """A secret as its owner gets it."""
    return "whsec_" + base64.b64encode(secret).decode()


def signature(secret: bytes, notice: str, at: int, body: bytes) -> str:
    """The signature of a notice, as Standard Webhooks has it."""
    signed = f"{notice}.{at}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(secret, signed, sha256).digest()).decode()
