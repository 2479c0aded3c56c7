"""/api/tables/ID/socket: one WebSocket a client, typed messages both ways."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol

import msgspec
from litestar import WebSocket, websocket
from litestar.params import FromPath

from fourleaf.engine.errors import FourleafError
from fourleaf.server import wire
from fourleaf.server.connections import LOGGED_OUT
from fourleaf.server.errors import Illegal, Malformed, Nobody, NotNow, Refused, TooMuch
from fourleaf.server.failpoints import failpoint
from fourleaf.server.limits import DEPTH, FLOOD, FRAME_BYTES
from fourleaf.server.people.guests import hashed
from fourleaf.server.routes.dependencies import ServicePart, cookie_token, person_of
from fourleaf.server.routes.middleware import address_of, may_ask
from fourleaf.server.routes.validation import must_be_an_address, must_be_plain
from fourleaf.server.service import Service
from fourleaf.server.tables.connection import Connection
from fourleaf.server.tables.table import Table
from fourleaf.server.tables.table_session import TableSession

BAD_FRAME: Final = 1008
WENT_WRONG: Final = 1011
CLOSED_WITH: Final = {"not_found": 4404, "nobody": LOGGED_OUT, "too_much": 1013, "busy": 1013}
"""Close codes by why somebody is not let in."""
REASON_BYTES: Final = 100
"""Of the words with which a socket is closed; a frame that closes has room for 123."""
SLOWED: Final = 0.02
"""Seconds for which nothing more is read from a client that has sent too much; what it sends meanwhile waits."""
FAREWELL: Final = 5.0
"""Seconds that the last messages to a socket may take."""
logger = logging.getLogger("fourleaf.server")
_decoder: Final = msgspec.json.Decoder(wire.Said)


class Frames(Protocol):
    """The socket itself, below all that a text needs to go through only once."""

    async def receive(self) -> Any:
        """What comes next from the client, as ASGI tells it."""

    async def say(self, text: bytes) -> None:
        """Send one text, as soon as the client has read enough of what came before."""

    def say_at_once(self, *texts: bytes) -> bool:
        """Send some texts if the client has read enough of what came before; whether they were sent."""

    async def hang_up(self, code: int) -> None:
        """Close it with this code."""


@websocket("/api/tables/{table_id:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], table_id: FromPath[str], service: ServicePart) -> None:
    """Everything that happens at a table, and everything one can do there."""
    if not _may_shake_hands(service, socket):
        await socket.close(code=BAD_FRAME, reason="not from this page, or not so often")
        return
    await socket.accept()
    try:
        must_be_an_address(socket)
        person = await person_of(socket, service)
        table = await service.tables.get(table_id)
        connection = Connection(person.id if person else None, person.name if person else "")
        who = person.id if person else f"at {address_of(socket.scope)}"
        token = cookie_token(socket, service)
        service.connections.enter(who, connection, hashed(token) if token else None)
        try:
            # Whoever was shown out while they came in is not in.
            if person is not None and await person_of(socket, service) is None:
                raise Nobody("you have logged out")
        except Refused:
            service.connections.leave(who, connection)
            raise
    except Refused as refusal:
        reason = str(refusal).encode()[:REASON_BYTES].decode(errors="ignore")
        await socket.close(code=CLOSED_WITH.get(refusal.code, BAD_FRAME), reason=reason)
        return
    has_token = person is not None and person.kind == "bot"
    table_session = TableSession(service.session_parts, table, connection)
    table.users += 1
    # Taken out, so that the socket does not hold itself.
    frames: Frames = socket.scope["state"].pop("frames")
    reader = SocketReader(service, frames, connection, table_session, table_id, who, has_token)
    # Nothing of the request is kept for as long as somebody looks at a table; `HardSocket` goes on with this.
    socket.scope["state"]["talk"] = partial(_talk, reader, table)


async def _talk(reader: SocketReader, table: Table) -> None:
    """Hear and tell until one of both hangs up."""
    connection = reader.connection
    connection.at_once = reader.frames.say_at_once
    sending = asyncio.create_task(_send(reader.frames, connection))
    try:
        await reader.listen()
    except Exception:
        logger.exception("a socket failed")
        connection.close(WENT_WRONG)
    finally:
        table.users -= 1
        connection.at_once = None
        reader.service.connections.leave(reader.who, connection)
        reader.table_session.end()
        # A socket that we close is told why, unless it does not even read that.
        if connection.closed_with is None:
            sending.cancel()
        with contextlib.suppress(asyncio.CancelledError, TimeoutError):
            await asyncio.wait_for(sending, FAREWELL)


def _may_shake_hands(service: Service, socket: WebSocket[Any, Any, Any]) -> bool:
    try:
        service.requests.take(address_of(socket.scope))
    except TooMuch:
        return False
    return may_ask(service, socket)


@dataclass
class SocketReader:
    """What one client sends, frame by frame."""

    service: Service
    frames: Frames
    connection: Connection
    table_session: TableSession
    table: str
    who: str
    let_in: bool
    """Whether it has shown a ticket, or needs none because it came with a token."""
    refused_in_a_row: int = 0

    async def listen(self) -> None:
        """Until one of both hangs up."""
        while self.connection.closed_with is None:
            event = await self.frames.receive()
            if event["type"] == "websocket.disconnect":
                return
            failpoint("received")
            frame = event.get("text")
            if isinstance(frame, str):
                await self.heard(frame)
            else:
                self.connection.close(BAD_FRAME)

    async def heard(self, frame: str) -> None:
        """Do what one frame asks, or refuse it."""
        said: wire.Said | None = None
        try:
            said = _read(frame)
            self.service.messages.take(self.who)
            if not self.let_in:
                await self._check_ticket(said)
            await self.table_session.hear(said)
            self.refused_in_a_row = 0
            outcome = "done"
        except FourleafError as error:
            outcome = error.code if isinstance(error, Refused) else "refused"
            self.connection.send(_refusal(getattr(said, "id", None), error))
            self._count_refusals()
            if isinstance(error, TooMuch):
                await asyncio.sleep(SLOWED)
        kind = "none" if said is None else str(said.__struct_config__.tag)
        self.service.metrics.heard(kind, outcome)

    async def _check_ticket(self, said: wire.Said) -> None:
        """A page that carries somebody's cookie must have asked over HTTP first, where a browser lets nobody forge."""
        if not isinstance(said, wire.Hello):
            raise NotNow("say hello first")
        await self.service.tickets.use(said.ticket, self.table, self.connection.person)
        self.let_in = True

    def _count_refusals(self) -> None:
        self.refused_in_a_row += 1
        if self.refused_in_a_row >= FLOOD:
            self.connection.close(BAD_FRAME)


def _read(frame: str) -> wire.Said:
    # FAST: a character has four bytes at the most.
    if len(frame) > FRAME_BYTES // 4 and len(frame.encode()) > FRAME_BYTES:
        raise Malformed(f"a message has at most {FRAME_BYTES} bytes")
    try:
        said: wire.Said = _decoder.decode(frame)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Malformed(f"this is not a message of the protocol: {error}") from None
    # FAST: nothing else can hold U+0000, which JSON knows only so, or lie deeper than it has brackets.
    if "\\u0000" in frame or frame.count("{") + frame.count("[") > DEPTH:
        must_be_plain(said)
    return said


def _refusal(message_id: str | None, error: FourleafError) -> wire.WishRefused:
    clause = error.clause if isinstance(error, Illegal) else None
    code = error.code if isinstance(error, Refused) else "refused"
    return wire.WishRefused(id=message_id, code=code, words=str(error), clause=clause or None)


async def _send(frames: Frames, connection: Connection) -> None:
    try:
        while (text := await connection.next()) is not None:
            await frames.say(text)
    except Exception as error:
        # Whoever is told nothing any more must not be taken for somebody who is there: the client comes back.
        logger.info("a socket was not reached", extra={"outcome": type(error).__name__})
        connection.close(WENT_WRONG)
    with contextlib.suppress(RuntimeError, OSError):
        await frames.hang_up(connection.closed_with or 1000)
