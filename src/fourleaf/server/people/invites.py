"""Invites: a secret in a link that lets one person sit down once; only its hash is kept."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from sqlalchemy import Connection, delete, func, insert, select, update

from fourleaf.server import wire
from fourleaf.server.clock import Clock
from fourleaf.server.errors import NotFound, TooMuch
from fourleaf.server.limits import OPEN_INVITES
from fourleaf.server.people.guests import hashed
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Database

CANNOT_BE_USED = "this invite cannot be used; ask the host for a new one"
LASTS = 14 * 24 * 3600
"""Seconds for which an invite can be used."""


class Invites:
    """The invites of all tables."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def make(self, table: str, seat: int | None, base: str) -> wire.Invite:
        """A new invite to a table, or to one seat of it."""
        secret = secrets.token_urlsafe(24)
        invite = wire.Invite(
            id=secrets.token_urlsafe(9),
            seat=seat,
            group=False,
            secret=secret,
            link=f"{base}/t/{table}#{secret}",
            expires_at=self._clock.wall() + LASTS,
        )
        columns = schema.invites.c
        waiting = select(func.count()).where(
            columns.table == table, columns.used_by.is_(None), columns.expires_at > self._clock.wall()
        )

        def work(connection: Connection) -> None:
            if (connection.scalar(waiting) or 0) >= OPEN_INVITES:
                raise TooMuch(f"{OPEN_INVITES} invites of this table wait to be used; take one back first")
            connection.execute(
                insert(schema.invites).values(
                    id=invite.id, hash=hashed(secret), table=table, seat=seat, expires_at=invite.expires_at
                )
            )

        await self._database.write(work)
        return invite

    async def of(self, table: str) -> list[wire.InviteLine]:
        """The invites of a table, without their secrets."""
        query = select(schema.invites).where(schema.invites.c.table == table).order_by(schema.invites.c.expires_at)

        def work(connection: Connection) -> list[wire.InviteLine]:
            return [
                wire.InviteLine(
                    id=row.id,
                    seat=row.seat,
                    group=False,
                    expires_at=row.expires_at,
                    state="live" if row.used_by is None else "used",
                    seated=int(row.used_by is not None),
                )
                for row in connection.execute(query)
            ]

        return await self._database.read(work)

    async def revoke(self, table: str, invite: str) -> None:
        """Take an invite back."""
        gone = delete(schema.invites).where(schema.invites.c.table == table, schema.invites.c.id == invite)
        if (await self._database.write(lambda connection: connection.execute(gone).rowcount)) == 0:
            raise NotFound("there is no such invite")

    async def seat_of(self, table: str, secret: str) -> int | None:
        """The seat that an invite is for, None for any; unknown, used, revoked and expired ones are refused alike."""
        columns = schema.invites.c
        query = select(columns.seat).where(
            columns.table == table,
            columns.hash == hashed(secret),
            columns.used_by.is_(None),
            columns.expires_at > self._clock.wall(),
        )
        row = await self._database.read(lambda connection: connection.execute(query).first())
        if row is None:
            raise NotFound(CANNOT_BE_USED)
        seat: int | None = row.seat
        return seat

    def using(self, table: str, secret: str, person: str) -> Callable[[Connection], None]:
        """Uses an invite up in the transaction that seats somebody; of two who try at once, one is refused."""
        columns = schema.invites.c
        change = (
            update(schema.invites)
            .where(
                columns.table == table,
                columns.hash == hashed(secret),
                columns.used_by.is_(None),
                columns.expires_at > self._clock.wall(),
            )
            .values(used_by=person)
        )

        def work(connection: Connection) -> None:
            if connection.execute(change).rowcount == 0:
                raise NotFound(CANNOT_BE_USED)

        return work
