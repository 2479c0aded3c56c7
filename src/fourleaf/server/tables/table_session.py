"""What one client says over its socket, and what is done about it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatchmethod

from fourleaf.engine.state import WATCHER
from fourleaf.server import wire
from fourleaf.server.clock import Clock
from fourleaf.server.errors import NotNow, NotYours, Stale
from fourleaf.server.tables import commands, lobby
from fourleaf.server.tables.bots import Bots
from fourleaf.server.tables.catching_up import MissedChat, MissedEntries
from fourleaf.server.tables.chat import ChatRoom
from fourleaf.server.tables.connection import Connection
from fourleaf.server.tables.questions import hint, why_not
from fourleaf.server.tables.table import UNDER_REPAIR, Requester, Table


@dataclass(frozen=True)
class SessionParts:
    """What a session needs besides its table."""

    chat: ChatRoom
    bots: Bots
    clock: Clock


class TableSession:
    """One client at one table, from its hello to its end."""

    def __init__(self, parts: SessionParts, table: Table, connection: Connection) -> None:
        self._parts = parts
        self._table = table
        self._connection = connection
        self._greeted = False

    async def hear(self, said: wire.Said) -> None:
        """Do what a message asks, or refuse it."""
        if not self._greeted and not isinstance(said, wire.Hello):
            raise NotNow("say hello first")
        try:
            # FAST: of all that is said most are moves.
            await (self._play(said) if isinstance(said, wire.Play) else self._hear(said))
        except Stale:
            # Whoever still catches up is being told anyway.
            if self._connection in self._table.connections:
                self._connection.send(self._table.update(self._connection))
            raise

    def end(self) -> None:
        """The client has gone."""
        if self._greeted:
            self._greeted = False
            self._table.leave(self._connection)
            self._table.wait_anew()

    @singledispatchmethod
    async def _hear(self, said: wire.Said) -> None:
        raise NotImplementedError(type(said).__name__)

    @_hear.register
    async def _(self, said: wire.Hello) -> None:
        if self._greeted:
            raise NotNow("you have said hello already; `look` changes the seat")
        if self._connection.person is not None:
            self._connection.muted = await self._parts.chat.muted_by(self._connection.person)
        self._look_through(said.seat)
        self._connection.takes_changes, self._connection.takes_rows = said.changes, said.rows
        self._greeted = True
        self._catch_up(said.since, MissedChat(self._table, self._connection, self._parts.chat))
        self._table.wait_anew()

    @_hear.register
    async def _(self, said: wire.Look) -> None:
        self._look_through(said.seat)
        self._catch_up(said.since)

    @_hear.register
    async def _play(self, said: wire.Play) -> None:
        by = self._by(said.id)
        async with self._table.lock:
            if not self._answered(by):
                seat = self._table.own_seat(self._connection)
                await self._table.play(seat, said.ply, said.action, by, said.seq)

    @_hear.register
    async def _(self, said: wire.Undo) -> None:
        by = self._by(said.id)
        async with self._table.lock:
            if not self._answered(by):
                await commands.undo(self._table, self._table.own_seat(self._connection), said.ply, by)

    @_hear.register
    async def _(self, said: wire.Answer) -> None:
        by = self._by(said.id)
        async with self._table.lock:
            if not self._answered(by):
                await commands.answer(self._table, self._table.own_seat(self._connection), said.question, said.yes, by)

    @_hear.register
    async def _(self, said: wire.GoOn) -> None:
        async with self._table.lock:
            seat = self._table.own_seat(self._connection)
            self._table.has_read(seat, said.pause)
        # Whoever says it late or twice wished for what is so already.
        self._connection.send(wire.Ack(id=said.id))

    @_hear.register
    async def _(self, said: wire.Resign) -> None:
        by = self._by(said.id)
        async with self._table.lock:
            if not self._answered(by, even_frozen=True):
                await commands.resign(self._table, self._table.own_seat(self._connection), by)

    @_hear.register
    async def _(self, said: wire.ComeBack) -> None:
        by = self._by(said.id)
        async with self._table.lock:
            if not self._answered(by):
                await commands.come_back(self._table, self._table.own_seat(self._connection), by)

    @_hear.register
    async def _(self, said: wire.Commit) -> None:
        by = self._by(said.id)
        async with self._table.lock:
            if not self._answered(by):
                await lobby.commit(self._table, said.seat, said.commitment, by)

    @_hear.register
    async def _(self, said: wire.OpenEntropy) -> None:
        async with self._table.lock:
            await lobby.open_entropy(self._table, said.seat, said.entropy, Requester(self._connection.person))
        self._connection.send(wire.Ack(id=said.id))

    @_hear.register
    async def _(self, said: wire.Chat) -> None:
        person = self._known()
        sits = bool(self._table.state.seats_of(person))
        line = await self._parts.chat.say(self._table.id, person, self._connection.name, said, sits=sits)
        self._connection.send(wire.Ack(id=said.id))
        if line is not None:
            self._table.tell_chat(line)

    @_hear.register
    async def _(self, said: wire.Mute) -> None:
        person = self._known()
        await self._parts.chat.mute(person, said.person, said.muted)
        self._connection.muted = await self._parts.chat.muted_by(person)
        self._connection.send(wire.Ack(id=said.id))

    @_hear.register
    async def _(self, said: wire.AskHint) -> None:
        seat = self._table.own_seat(self._connection)
        self._connection.send(await hint(self._table.state, seat, said.id, self._parts.bots))

    @_hear.register
    async def _(self, said: wire.Why) -> None:
        seat = self._table.own_seat(self._connection)
        self._connection.send(why_not(self._table.state, seat, said))

    @_hear.register
    async def _(self, said: wire.Ping) -> None:
        self._connection.send(wire.Pong(at=self._parts.clock.wall()))

    # Within

    def _catch_up(self, since: int, chat: MissedChat | None = None) -> None:
        self._table.connections.discard(self._connection)
        self._table.coming.add(self._connection)
        self._connection.catch_up(MissedEntries(self._table, self._connection, since), chat)

    def _by(self, client_id: str) -> Requester:
        return Requester(self._connection.person, client_id, self._connection.send_with_next)

    def _answered(self, by: Requester, even_frozen: bool = False) -> bool:
        """Whether the same message was done before; then it gets the same answer and nothing happens."""
        ack = self._table.again(by)
        if ack is not None:
            self._connection.send(ack)
        elif self._table.frozen and not even_frozen:
            raise NotNow(UNDER_REPAIR)
        return ack is not None

    def _known(self) -> str:
        if self._connection.person is None:
            raise NotYours("choose a name first")
        return self._connection.person

    def _look_through(self, seat: int | None) -> None:
        if seat is None:
            self._connection.seat = WATCHER
            return
        if seat not in self._table.state.seats_of(self._connection.person):
            raise NotYours(f"seat {seat} is not yours")
        self._connection.seat = seat
