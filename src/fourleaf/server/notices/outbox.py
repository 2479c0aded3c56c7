"""The outbox: a notice is written with the move that causes it, sent until it arrives, and replaced by a newer one."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Final

import httpcore
import msgspec
from sqlalchemy import Connection, Row, delete, insert, or_, select, update

from fourleaf.server.clock import Clock
from fourleaf.server.errors import Refused
from fourleaf.server.limits import HOOK_GAP, HOOK_SECONDS, HOOK_TRIES
from fourleaf.server.notices.hooks import signature
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Database
from fourleaf.server.tables.table import Table
from fourleaf.server.tables.table_state import TableState
from fourleaf.server.wire import Notice

LOOK: Final = 60.0
"""Seconds after which the outbox is looked into in any case: another node may have left something there."""
AT_ONCE: Final = 20
"""Notices that are sent at the same time."""
FIRST_WAIT: Final = 10.0
"""Seconds before the second try; each further wait is three times as long."""
GONE: Final = 410
"""The answer of a webhook that wants no more notices."""
logger = logging.getLogger("fourleaf.server")


class Outbox:
    """What waits to be sent to webhooks."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        base: str,
        network: httpcore.AsyncNetworkBackend,
        outcomes: Callable[[str], None],
    ) -> None:
        self._database = database
        self._clock = clock
        self._base = base
        self._pool = httpcore.AsyncConnectionPool(
            network_backend=network, max_connections=AT_ONCE, max_keepalive_connections=0
        )
        self._news = asyncio.Event()
        self._posted: set[str] = set()
        """The tables with a notice that is being written."""
        self._outcomes = outcomes
        """Is told of every try: arrived, failed, given_up or gone."""
        self._listening: set[str] = set()
        """The tables and the people that have had a webhook since the server began: for no other one is looked up.

        One server has a database; of webhooks made at another one it would have to be told like of its moves.
        """

    async def open(self) -> None:
        """Learn who has a webhook."""
        query = select(schema.hooks.c.person, schema.hooks.c.table)
        for hook in await self._database.read(lambda connection: list(connection.execute(query))):
            self.listen(hook.person, hook.table)

    def listen(self, person: str, table: str | None) -> None:
        """Somebody is about to have a webhook, for one table or for all of theirs."""
        self._listening.add(person if table is None else table)

    # Writing

    def posting(self, table: Table, after: TableState) -> Callable[[Connection], None] | None:
        """Writes a notice in the transaction that passes the turn to somebody, or ends the table."""
        kind = _worth_a_notice(table.state, after) if self._listening else None
        if kind is None:
            return None
        mover = turn_of(after)
        here = {connection.person for connection in table.connections}
        # Whoever looks at the table knows whose turn it is; a hook of the table itself is told of every turn.
        away = {mover} if kind == "turn" else set(after.people.values())
        people = [person for person in away - here if person in self._listening]
        if not people and table.id not in self._listening:
            return None
        hooks = schema.hooks.c
        told = or_(hooks.table == table.id, hooks.table.is_(None) & hooks.person.in_(people))
        body = msgspec.json.encode(self._notice(kind, after))
        now = self._clock.wall()
        self._posted.add(table.id)

        def work(connection: Connection) -> None:
            for hook in connection.execute(select(hooks.id, hooks.sent_at).where(told)):
                mine = (schema.notices.c.hook == hook.id) & (schema.notices.c.table == table.id)
                connection.execute(delete(schema.notices).where(mine))
                connection.execute(
                    insert(schema.notices).values(
                        hook=hook.id,
                        table=table.id,
                        id=secrets.token_urlsafe(12),
                        body=body,
                        tries=0,
                        due_at=max(now, hook.sent_at + HOOK_GAP),
                    )
                )

        return work

    def _notice(self, kind: str, after: TableState) -> Notice:
        seat = after.actor if kind == "turn" else None
        return msgspec.convert(
            {
                "type": kind,
                "table": after.table,
                "game": after.created.game,
                "seat": seat,
                "name": None if seat is None else after.called(after.seats[seat].person, after.seats[seat].name),
                "ply": after.ply,
                "link": f"{self._base}/t/{after.table}",
                "at": after.changed_at,
            },
            Notice,
        )

    # Sending

    def nudge(self, table: Table) -> None:
        """What was posted with the table's last change is durable now; what other tables posted may not be yet."""
        if table.id in self._posted:
            self._posted.discard(table.id)
            self._news.set()

    async def send_for_ever(self) -> None:
        """Look for what is due, again and again."""
        while True:
            self._news.clear()
            wait = LOOK
            try:
                wait = await self.send_due()
            except Refused as refusal:
                logger.warning("notices wait", extra={"code": refusal.code})
            waits = [asyncio.ensure_future(self._clock.sleep(wait)), asyncio.ensure_future(self._news.wait())]
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for waiting in waits:
                    waiting.cancel()

    async def send_due(self) -> float:
        """Send everything that is due now; the seconds until something else is."""
        notices, hooks = schema.notices.c, schema.hooks.c
        query = (
            select(schema.notices, hooks.url, hooks.secret)
            .join(schema.hooks, hooks.id == notices.hook)
            .order_by(notices.due_at)
            .limit(AT_ONCE)
        )
        waiting = await self._database.read(lambda connection: list(connection.execute(query)))
        due = [row for row in waiting if row.due_at <= self._clock.wall()]
        ends = await asyncio.gather(*[self._try(row) for row in due], return_exceptions=True)
        for end in ends:
            if isinstance(end, BaseException):
                # Only the storage can do this; by now every other notice has its own outcome.
                raise end
        if due:
            return 0.0
        return min(LOOK, waiting[0].due_at - self._clock.wall()) if waiting else LOOK

    async def _try(self, row: Row[tuple[object, ...]]) -> None:
        if not await self._claim(row):
            return
        status = await self._post(row)
        if status is not None and 200 <= status < 300:
            outcome = "arrived"
        elif status == GONE:
            outcome = "gone"
        else:
            outcome = "failed" if row.tries + 1 < HOOK_TRIES else "given_up"
        await self._database.write(lambda connection: _note(connection, row, outcome, self._clock.wall()))
        self._outcomes(outcome)

    async def _claim(self, row: Row[tuple[object, ...]]) -> bool:
        """Of two nodes that see the same notice one sends it; one that dies while sending leaves it due again later."""
        notices, now = schema.notices.c, self._clock.wall()
        wait = FIRST_WAIT * 3**row.tries
        mine = (notices.id == row.id) & (notices.tries == row.tries)
        soon = (schema.hooks.c.id == row.hook) & (schema.hooks.c.sent_at > now - HOOK_GAP)

        def work(connection: Connection) -> bool:
            if connection.execute(select(schema.hooks.c.id).where(soon)).first() is not None:
                connection.execute(update(schema.notices).where(mine).values(due_at=now + HOOK_GAP))
                return False
            claim = update(schema.notices).where(mine).values(tries=row.tries + 1, due_at=now + wait)
            connection.execute(update(schema.hooks).where(schema.hooks.c.id == row.hook).values(sent_at=now))
            return connection.execute(claim).rowcount == 1

        return await self._database.write(work)

    async def _post(self, row: Row[tuple[object, ...]]) -> int | None:
        at = int(self._clock.wall())
        headers: dict[bytes | str, bytes | str] = {
            "content-type": "application/json",
            "user-agent": "fourleaf",
            "webhook-id": row.id,
            "webhook-timestamp": str(at),
            "webhook-signature": signature(row.secret, row.id, at, row.body),
        }
        patience = dict.fromkeys(("connect", "read", "write", "pool"), HOOK_SECONDS)
        try:
            async with (
                asyncio.timeout(HOOK_SECONDS),
                self._pool.stream(
                    "POST", row.url, headers=headers, content=row.body, extensions={"timeout": patience}
                ) as answer,
            ):
                # A redirect is not followed and the body is not read: only the status matters.
                return int(answer.status)
        except Exception as error:
            # Whatever goes wrong on the way to one webhook, or in what it answers, is a failed try of that one alone.
            logger.info("a webhook was not reached", extra={"outcome": type(error).__name__})
            return None

    async def close(self) -> None:
        """Let go of connections."""
        await self._pool.aclose()


def turn_of(state: TableState) -> str | None:
    """The person who is to decide."""
    actor = state.actor
    return state.seats[actor].person if actor >= 0 and state.seats[actor].played_by is None else None


def _worth_a_notice(before: TableState, after: TableState) -> str | None:
    if not before.seq:
        return None
    if after.status == "over":
        return "over" if before.status != "over" else None
    mover = turn_of(after)
    return "turn" if mover is not None and mover != turn_of(before) else None


def _note(connection: Connection, row: Row[tuple[object, ...]], outcome: str, now: float) -> None:
    hooks, notices = schema.hooks.c, schema.notices.c
    if outcome != "failed":
        connection.execute(delete(schema.notices).where(notices.id == row.id))
    if outcome == "gone":
        connection.execute(delete(schema.notices).where(notices.hook == row.hook))
        connection.execute(delete(schema.hooks).where(hooks.id == row.hook))
    elif outcome == "arrived":
        connection.execute(update(schema.hooks).where(hooks.id == row.hook).values(failures=0, sent_at=now))
    elif outcome == "given_up":
        connection.execute(update(schema.hooks).where(hooks.id == row.hook).values(failures=hooks.failures + 1))
