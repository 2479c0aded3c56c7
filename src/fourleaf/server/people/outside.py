"""Outside bots: programs that play with a token, of which only the hash is kept; each is a person marked as a bot."""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, delete, func, insert, select

from fourleaf.server import wire
from fourleaf.server.clock import Clock
from fourleaf.server.errors import NotFound, NotYours, TooMuch
from fourleaf.server.limits import OUTSIDE_BOTS
from fourleaf.server.people.guests import TOKEN, People, Person, hashed
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Database
from fourleaf.server.texts import clean_name

PREFIX = "fourleaf_bot_"
"""Tokens begin with it, so that a scanner for secrets finds one that was published by accident."""


class OutsideBots:
    """The outside bots of everybody."""

    def __init__(self, database: Database, people: People, clock: Clock) -> None:
        self._database = database
        self._people = people
        self._clock = clock

    async def make(self, owner: Person, name: str) -> wire.NewOutsideBot:
        """A new bot and its token."""
        if owner.kind == "bot":
            raise NotYours("a bot cannot have bots")
        chosen = clean_name(name)
        token = PREFIX + secrets.token_urlsafe(TOKEN)
        columns = schema.tokens.c
        count = select(func.count()).where(columns.owner == owner.id)

        def work(connection: Connection) -> Person:
            if (connection.scalar(count) or 0) >= OUTSIDE_BOTS:
                raise TooMuch(f"you have {OUTSIDE_BOTS} outside bots, which are the most; take one back first")
            bot = self._people.add(connection, chosen, "bot")
            connection.execute(
                insert(schema.tokens).values(
                    person=bot.id, owner=owner.id, hash=hashed(token), created_at=self._clock.wall()
                )
            )
            return bot

        bot = await self._database.write(work)
        return wire.NewOutsideBot(bot=bot.id, name=bot.name, token=token)

    async def of(self, owner: Person) -> list[wire.OutsideBot]:
        """The bots of one person, without their tokens."""
        columns = schema.tokens.c
        query = (
            select(columns.person, schema.people.c.name, columns.created_at)
            .join(schema.people, schema.people.c.id == columns.person)
            .where(columns.owner == owner.id)
            .order_by(columns.created_at)
        )

        def work(connection: Connection) -> list[wire.OutsideBot]:
            return [
                wire.OutsideBot(bot=row.person, name=row.name, created_at=row.created_at)
                for row in connection.execute(query)
            ]

        return await self._database.read(work)

    async def revoke(self, owner: Person, bot: str) -> None:
        """The token of a bot is worth nothing any more."""
        gone = delete(schema.tokens).where(schema.tokens.c.owner == owner.id, schema.tokens.c.person == bot)
        if (await self._database.write(lambda connection: connection.execute(gone).rowcount)) == 0:
            raise NotFound("you have no such bot")

    async def of_token(self, token: str) -> Person | None:
        """The bot that holds a token."""
        query = (
            select(schema.people.c.id, schema.people.c.name, schema.tokens.c.owner)
            .join(schema.tokens, schema.tokens.c.person == schema.people.c.id)
            .where(schema.tokens.c.hash == hashed(token))
        )
        row = await self._database.read(lambda connection: connection.execute(query).first())
        return None if row is None else Person(row.id, row.name, "bot", row.owner)
