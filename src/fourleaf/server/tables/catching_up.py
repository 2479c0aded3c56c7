"""Whoever comes late: the log and the chat as fast as they are read, then live, without a gap and without doubling."""

from __future__ import annotations

import logging
from collections import deque
from typing import Final

from msgspec.structs import replace

from fourleaf.engine.state import WATCHER
from fourleaf.server import wire
from fourleaf.server.errors import Busy
from fourleaf.server.limits import CHAT_A_PAGE, ENTRIES_A_MESSAGE, ROWS_A_PAGE
from fourleaf.server.tables.chat import ChatRoom
from fourleaf.server.tables.connection import ASK_AGAIN, Connection, encoded
from fourleaf.server.tables.rows import in_rows
from fourleaf.server.tables.table import BROKEN, Table
from fourleaf.server.tables.table_state import TableState

RETRY: Final = 0.5
"""Seconds after which a storage that did not answer is asked again."""
logger = logging.getLogger("fourleaf.server")


class Missed:
    """Something that one connection has missed of one table."""

    def __init__(self, table: Table, connection: Connection) -> None:
        self._table = table
        self._connection = connection

    async def next(self) -> bytes | None:
        """The next message of it, or ASK_AGAIN; None when nothing is left."""
        try:
            return await self._more()
        except Busy:
            await self._table.clock.sleep(RETRY)
            return ASK_AGAIN
        except Exception:
            logger.exception("table %s cannot be told", self._table.id)
            self._connection.close(BROKEN)
            return None

    async def _more(self) -> bytes | None:
        raise NotImplementedError


class MissedEntries(Missed):
    """The entries of the log after a number, a page at a time, each page folded on from the one before."""

    def __init__(self, table: Table, connection: Connection, since: int) -> None:
        super().__init__(table, connection)
        self._state = TableState(table.id, table.state.secrets, table.state.names)
        self._told = since if since <= table.state.seq else 0

    async def _more(self) -> bytes | None:
        table = self._table
        if not self._can_tell:
            # What the viewer knows is followed without a word: what comes after it is told from there.
            await table.retold(self._state, self._told, min(self._state.seq + ROWS_A_PAGE, self._told), WATCHER)
            return ASK_AGAIN
        if table.state.seq - self._told > ENTRIES_A_MESSAGE:
            told = await self._page(self._told + ENTRIES_A_MESSAGE)
            last, digest = told[-1]
            entries = [entry for entry, _ in told]
            return encoded(wire.Update(seq=last.seq, hash=digest, entries=entries, more=True))
        # Held so that nothing happens between the last page and the first live update; nobody who reads is waited for.
        async with table.lock:
            if self._can_tell and table.state.seq - self._told <= ENTRIES_A_MESSAGE:
                told = await self._page(table.state.seq)
                if self._connection.behind is self:
                    table.join(self._connection, [entry for entry, _ in told])
        return ASK_AGAIN

    @property
    def _can_tell(self) -> bool:
        return self._state.seq == self._told or self._table.state.seq == self._told

    async def _page(self, until: int) -> list[tuple[wire.Seen, str]]:
        if until == self._told:
            return []
        told = await self._table.retold(self._state, self._told, until, self._connection.seat)
        self._told = until
        return [(in_rows(entry), digest) for entry, digest in told] if self._connection.takes_rows else told


class MissedChat(Missed):
    """The lines of chat that are kept; what is said in the meantime is kept as well, and so read with them."""

    def __init__(self, table: Table, connection: Connection, chat: ChatRoom) -> None:
        super().__init__(table, connection)
        self.heard = 0
        self._chat = chat
        self._told = 0
        self._page: deque[wire.ChatLine] = deque()

    async def _more(self) -> bytes | None:
        if self._page:
            line = self._page.popleft()
            return encoded(replace(line, text=None) if line.person in self._connection.muted else line)
        heard = self.heard
        self._page.extend(await self._chat.kept(self._table.id, self._told, CHAT_A_PAGE))
        if self._page:
            self._told = self._page[-1].number
            return ASK_AGAIN
        if self.heard > heard:
            return ASK_AGAIN
        self._connection.send_bytes(self._table.presence())
        return None
