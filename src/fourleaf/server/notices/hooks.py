"""Webhooks: addresses that people give, each with a secret that its notices are signed with."""

from __future__ import annotations

import asyncio
import base64
import hmac
import secrets
import socket
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select

from fourleaf.server.clock import Clock
from fourleaf.server.errors import Malformed, NotFound, TooMuch
from fourleaf.server.limits import HOOKS
from fourleaf.server.notices.address import HookTarget, read_address
from fourleaf.server.notices.network import NotPublic, PublicOnly
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Database
from fourleaf.server.wire import Hook, MakeHook, NewHook

NO_SUCH_NAME: Final = (socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME))
"""The answers of a resolver that are definite; any other trouble may be over when a notice is due."""
LOOK_FOR: Final = 5.0
"""Seconds that a name may take to be looked up when its webhook is made."""


class Hooks:
    """The webhooks of everybody."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        network: PublicOnly,
        allow_private: bool,
        listen: Callable[[str, str | None], None],
    ) -> None:
        self._database = database
        self._listen = listen
        """Is told who is about to have a webhook, and for which table."""
        self._clock = clock
        self._network = network
        self._schemes = ("https", "http") if allow_private else ("https",)

    async def make(self, person: str, wish: MakeHook) -> NewHook:
        """A new webhook and its secret."""
        await self._look_up(read_address(wish.url, self._schemes))
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

        # Before it is there: between the two a turn may pass.
        self._listen(person, wish.table)
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

    async def _look_up(self, target: HookTarget) -> None:
        """A name that does not exist is refused now; one whose resolver is slow or silent has its tries later."""
        try:
            async with asyncio.timeout(LOOK_FOR):
                await self._network.allowed(target.host, target.port)
        except socket.gaierror as error:
            if error.errno in NO_SUCH_NAME:
                raise Malformed(self._not_found(target)) from None
        except (NotPublic, UnicodeError):
            # Said in the same words: which names there are inside the host's network is nobody's business.
            raise Malformed(self._not_found(target)) from None
        except (OSError, TimeoutError):
            pass

    def _not_found(self, target: HookTarget) -> str:
        where = "" if "http" in self._schemes else " on the open internet"
        return f"{target.host} cannot be found{where} from here; check how it is spelled"


def in_text(secret: bytes) -> str:
    """A secret as its owner gets it."""
    return "whsec_" + base64.b64encode(secret).decode()


def signature(secret: bytes, notice: str, at: int, body: bytes) -> str:
    """The signature of a notice, as Standard Webhooks has it."""
    signed = f"{notice}.{at}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(secret, signed, sha256).digest()).decode()
