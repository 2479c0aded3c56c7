"""Chat: plain text beside the log; each line has a number, and whoever is muted is not heard."""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, insert, select

from fourleaf.server import wire
from fourleaf.server.clock import Clock
from fourleaf.server.limits import CHAT, CHAT_KEPT, clean_line
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Conflict, Database


class ChatRoom:
    """The chat of all tables."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def say(self, table: str, person: str, name: str, message: wire.Chat) -> wire.ChatLine | None:
        """Keep a line; None when the same message was kept before."""
        text = clean_line(message.text, CHAT, "a line of chat")
        at = self._clock.wall()
        columns = schema.chat.c
        newest = select(func.max(columns.number)).where(columns.table == table)

        def work(connection: Connection) -> int:
            number = (connection.scalar(newest) or 0) + 1
            connection.execute(
                insert(schema.chat).values(
                    table=table, number=number, at=at, person=person, name=name, text=text, client_id=message.id
                )
            )
            return number

        try:
            number = await self._database.write(work)
        except Conflict:
            return None
        return wire.ChatLine(number=number, at=at, person=person, name=name, text=text)

    async def newest(self, table: str, muted: frozenset[str]) -> list[wire.ChatLine]:
        """The newest lines, oldest first, without those of muted people."""
        columns = schema.chat.c
        query = select(schema.chat).where(columns.table == table).order_by(columns.number.desc()).limit(CHAT_KEPT)

        def work(connection: Connection) -> list[wire.ChatLine]:
            return [
                wire.ChatLine(number=row.number, at=row.at, person=row.person, name=row.name, text=row.text)
                for row in connection.execute(query)
                if row.person not in muted
            ]

        return (await self._database.read(work))[::-1]

    async def muted_by(self, person: str) -> frozenset[str]:
        """Whom somebody does not wish to hear."""
        query = select(schema.mutes.c.muted).where(schema.mutes.c.person == person)
        return await self._database.read(lambda connection: frozenset(connection.scalars(query)))

    async def mute(self, person: str, other: str, muted: bool) -> None:
        """Hear somebody no more, or again."""
        columns = schema.mutes.c

        def work(connection: Connection) -> None:
            connection.execute(delete(schema.mutes).where(columns.person == person, columns.muted == other))
            if muted:
                connection.execute(insert(schema.mutes).values(person=person, muted=other))

        await self._database.write(work)
