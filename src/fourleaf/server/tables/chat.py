"""Chat: plain text beside the log; each line has a number, and of whoever is muted it is only known that they spoke."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Integer,
    Select,
    String,
    bindparam,
    delete,
    func,
    insert,
    literal,
    select,
)

from fourleaf.server import wire
from fourleaf.server.clock import Clock
from fourleaf.server.errors import TooMuch
from fourleaf.server.limits import (
    CHAT,
    CHAT_KEPT,
    CHAT_KEPT_OF_WATCHERS,
    CHAT_LINE,
    CHATTING,
    MUTES,
    WATCHERS_CHATTING,
)
from fourleaf.server.rates import Buckets
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Conflict, Transactions
from fourleaf.server.texts import clean_line

AT_TABLE: Final = bindparam("at_table", type_=String)


def _kept() -> Select[tuple[int]]:
    """The numbers of the lines that are kept: those who watch can push out each other's, never a player's."""
    columns = schema.chat.c
    sitting = select(schema.seats.c.person).where(schema.seats.c.table == AT_TABLE)

    def newest(whose: ColumnElement[bool], most: int) -> Select[tuple[int]]:
        lines = select(columns.number).where(columns.table == AT_TABLE, whose)
        return select(lines.order_by(columns.number.desc()).limit(most).subquery().c.number)

    by_players = newest(columns.person.in_(sitting), CHAT_KEPT)
    by_watchers = newest(columns.person.not_in(sitting), CHAT_KEPT_OF_WATCHERS)
    return select(by_players.union_all(by_watchers).subquery().c.number)


# Put together once: that costs more than to run them, and everybody who comes to a table asks.
LINES: Final = (
    select(schema.chat)
    .where(
        schema.chat.c.table == AT_TABLE, schema.chat.c.number > bindparam("after"), schema.chat.c.number.in_(_kept())
    )
    .order_by(schema.chat.c.number)
    .limit(bindparam("most", type_=Integer))
)
FORGOTTEN: Final = delete(schema.chat).where(schema.chat.c.table == AT_TABLE, schema.chat.c.number.not_in(_kept()))
MUTED: Final = select(schema.mutes.c.muted).where(schema.mutes.c.person == bindparam("by"))


class ChatRoom:
    """The chat of all tables."""

    def __init__(self, database: Transactions, clock: Clock, rates: float) -> None:
        self._database = database
        self._clock = clock
        self._chatting = Buckets(clock, CHATTING, rates, "lines of chat")
        self._watchers = Buckets(clock, WATCHERS_CHATTING, rates, "lines of chat by those who watch this table")

    async def say(self, table: str, person: str, name: str, message: wire.Chat, *, sits: bool) -> wire.ChatLine | None:
        """Keep a line; None when the same message was kept before."""
        text = clean_line(message.text, CHAT, "a line of chat")
        if await self._is_kept(table, person, message.id):
            return None
        cost = CHAT_LINE + len(text.encode()) + len(name.encode())
        if sits:
            self._chatting.take(f"{table} {person}", cost)
        else:
            self._watchers.take(table, cost)
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
            connection.execute(FORGOTTEN, {"at_table": table})
            return number

        try:
            number = await self._database.write(work)
        except Conflict:
            return None
        return wire.ChatLine(number=number, at=at, person=person, name=name, text=text)

    async def kept(self, table: str, after: int, most: int) -> list[wire.ChatLine]:
        """Lines after a number, oldest first."""
        chosen = {"at_table": table, "after": after, "most": most}

        def work(connection: Connection) -> list[wire.ChatLine]:
            return [
                wire.ChatLine(number=row.number, at=row.at, person=row.person, name=row.name, text=row.text)
                for row in connection.execute(LINES, chosen)
            ]

        return await self._database.read(work)

    async def carry(self, old: str, new: str) -> None:
        """The talk of a table goes on at another one, where nothing has been said yet."""
        columns = schema.chat.c
        same = [columns.number, columns.at, columns.person, columns.name, columns.text, columns.client_id]
        lines = select(literal(new, String), *same).where(columns.table == AT_TABLE, columns.number.in_(_kept()))
        carried = insert(schema.chat).from_select([columns.table, *same], lines)

        def work(connection: Connection) -> None:
            connection.execute(carried, {"at_table": old})

        try:
            await self._database.write(work)
        except Conflict:
            # Somebody was faster with a word of their own; it may stand first.
            return

    async def _is_kept(self, table: str, person: str, client_id: str) -> bool:
        columns = schema.chat.c
        query = select(columns.number).where(
            columns.table == table, columns.person == person, columns.client_id == client_id
        )
        return await self._database.read(lambda connection: connection.scalar(query)) is not None

    async def muted_by(self, person: str) -> frozenset[str]:
        """Whom somebody does not wish to hear."""
        return await self._database.read(lambda connection: frozenset(connection.scalars(MUTED, {"by": person})))

    async def mute(self, person: str, other: str, muted: bool) -> None:
        """Hear somebody no more, or again."""
        columns = schema.mutes.c

        count = select(func.count()).where(columns.person == person)

        def work(connection: Connection) -> None:
            connection.execute(delete(schema.mutes).where(columns.person == person, columns.muted == other))
            if muted:
                if (connection.scalar(count) or 0) >= MUTES:
                    raise TooMuch(f"you have muted {MUTES} people, which are the most; hear one of them again first")
                connection.execute(insert(schema.mutes).values(person=person, muted=other))

        await self._database.write(work)
