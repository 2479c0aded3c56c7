"""Tickets: each lets one socket of the person who asked for it in, once, at one table and within a minute."""

from __future__ import annotations

import secrets
from typing import Final

from sqlalchemy import bindparam, delete

from fourleaf.server.clock import Clock
from fourleaf.server.errors import NotYours
from fourleaf.server.limits import TICKET_LASTS
from fourleaf.server.people.guests import hashed
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Database, Rows, Target

# Put together once: that costs more than to tear one.
TICKETS: Final = Target(schema.tickets)
TORN: Final = delete(schema.tickets).where(
    schema.tickets.c.hash == bindparam("shown"),
    schema.tickets.c.table == bindparam("at_table"),
    schema.tickets.c.person.is_not_distinct_from(bindparam("by")),
    schema.tickets.c.expires_at > bindparam("now"),
)


class Tickets:
    """All tickets that wait to be used; kept in the database, so that any node takes them, and only one does."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def make(self, table: str, person: str | None) -> str:
        """A ticket to a table."""
        ticket = secrets.token_urlsafe(24)
        row = (hashed(ticket), table, person, self._clock.wall() + TICKET_LASTS)
        await self._database.write(lambda connection: None, [Rows(TICKETS, [row])])
        return ticket

    async def use(self, ticket: str, table: str, person: str | None) -> None:
        """Tear a ticket; unknown, used, expired and other people's ones are refused alike."""
        shown = {"shown": hashed(ticket), "at_table": table, "by": person, "now": self._clock.wall()}
        if (await self._database.write(lambda connection: connection.execute(TORN, shown).rowcount)) == 0:
            raise NotYours("this ticket cannot be used; ask for a new one: POST /api/tables/ID/ticket")

    async def throw_away(self) -> None:
        """Forget tickets that nobody used in time."""
        late = delete(schema.tickets).where(schema.tickets.c.expires_at <= self._clock.wall())
        await self._database.write(lambda connection: connection.execute(late))
