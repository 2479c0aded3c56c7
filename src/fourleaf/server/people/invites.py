"""Invites: a secret in a link that lets one person sit down once, or a whole group; only its hash is kept."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, Final, Literal

from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, select, update

from fourleaf.server import wire
from fourleaf.server.clock import Clock
from fourleaf.server.errors import Malformed, NotFound, NotNow, TooMuch
from fourleaf.server.limits import OPEN_INVITES
from fourleaf.server.people.guests import hashed
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Database
from fourleaf.server.storage.entries import About
from fourleaf.server.tables.lobby import places
from fourleaf.server.tables.table import Table
from fourleaf.server.tables.table_state import TableState

CANNOT_BE_USED: Final = "this invite cannot be used; ask the host for a new one"
LASTS: Final = 14 * 24 * 3600
"""Seconds for which an invite can be used."""
SECRET: Final = 24
"""Bytes in the secret of an invite."""


class Invites:
    """The invites of all tables."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def make(self, table: str, wish: wire.MakeInvite, base: str) -> wire.Invite:
        """A new invite to a table or to one seat of it, for one person or for a group."""
        if wish.group and wish.seat is not None:
            raise Malformed("a link for a group is for any seat; make one without a seat")
        secret = secrets.token_urlsafe(SECRET)
        invite = wire.Invite(
            id=secrets.token_urlsafe(9),
            seat=wish.seat,
            group=wish.group,
            secret=secret,
            link=f"{base}/t/{table}#{secret}",
            expires_at=self._clock.wall() + LASTS,
        )
        waiting = select(func.count()).where(schema.invites.c.table == table, self._can_be_used)
        row = {"id": invite.id, "hash": hashed(secret), "table": table, "seat": invite.seat, "group": invite.group}

        def work(connection: Connection) -> None:
            if (connection.scalar(waiting) or 0) >= OPEN_INVITES:
                raise TooMuch(f"{OPEN_INVITES} invites of this table wait to be used; take one back first")
            connection.execute(insert(schema.invites).values(**row, expires_at=invite.expires_at))

        await self._database.write(work)
        return invite

    async def of(self, state: TableState) -> list[wire.InviteLine]:
        """The invites of a table, without their secrets."""
        query = (
            select(schema.invites).where(schema.invites.c.table == state.table).order_by(schema.invites.c.expires_at)
        )
        now = self._clock.wall()
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [_line(state, row, now) for row in rows]

    async def revoke(self, table: str, invite: str) -> None:
        """Take an invite back."""
        gone = delete(schema.invites).where(schema.invites.c.table == table, schema.invites.c.id == invite)
        if (await self._database.write(lambda connection: connection.execute(gone).rowcount)) == 0:
            raise NotFound("there is no such invite")

    async def found(self, state: TableState, secret: str, person: str | None) -> wire.Welcome:
        """What an invite is for; one that is unknown, used up, revoked, expired or not for this person is refused.

        All of them alike. A group's is not for whoever was sent away, and is used up when no seat is left.
        """
        columns = schema.invites.c
        query = select(columns.seat, columns.group).where(*self._this(state.table, secret))
        row = await self._database.read(lambda connection: connection.execute(query).first())
        if row is None or (row.group and not _is_for(state, person)):
            raise NotFound(CANNOT_BE_USED)
        return wire.Welcome(seat=row.seat, group=row.group)

    async def asked(self, table: Table, secret: str, person: str | None, about: About) -> wire.Welcome:
        """What an invite is for that would seat this person now; any other is refused, and all of them alike."""
        found = await self.found(table.state, secret, person)
        try:
            places(table, found.seat, person, about)
        except (NotNow, Malformed):
            raise NotFound(CANNOT_BE_USED) from None
        if found.seat is None and table.state.seats_of(person):
            raise NotFound(CANNOT_BE_USED)
        return found

    def using(self, table: str, secret: str) -> Callable[[Connection], None]:
        """Counts a use of an invite in the transaction that seats somebody; of two who use it up, one is refused."""
        change = update(schema.invites).where(*self._this(table, secret)).values(seated=schema.invites.c.seated + 1)

        def work(connection: Connection) -> None:
            if connection.execute(change).rowcount == 0:
                raise NotFound(CANNOT_BE_USED)

        return work

    @property
    def _can_be_used(self) -> ColumnElement[bool]:
        columns = schema.invites.c
        return (columns.group | (columns.seated == 0)) & (columns.expires_at > self._clock.wall())

    def _this(self, table: str, secret: str) -> tuple[ColumnElement[bool], ...]:
        columns = schema.invites.c
        return columns.table == table, columns.hash == hashed(secret), self._can_be_used


def _is_for(state: TableState, person: str | None) -> bool:
    """Whoever sits here already may ask again; a group's link seats nobody a second time."""
    if state.seats_of(person):
        return True
    return bool(state.open_to(person)) and not state.was_sent_away(person)


def _line(state: TableState, row: Row[Any], now: float) -> wire.InviteLine:
    return wire.InviteLine(
        id=row.id,
        seat=row.seat,
        group=row.group,
        expires_at=row.expires_at,
        state=_state(state, row, now),
        seated=row.seated,
    )


def _state(state: TableState, row: Row[Any], now: float) -> Literal["live", "used", "expired"]:
    """Live only while it would seat somebody who comes by it."""
    if row.seated and not row.group:
        return "used"
    if state.status != "gathering" or row.expires_at <= now:
        return "expired"
    seat_is_left = any(row.seat in (None, seat) for seat in state.open_to(None))
    return "live" if seat_is_left else "used"
