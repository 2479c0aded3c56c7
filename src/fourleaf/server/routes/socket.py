"""/api/tables/ID/socket: one WebSocket a client, typed messages both ways."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Final

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from fourleaf.engine.errors import FourleafError
from fourleaf.server import wire
from fourleaf.server.errors import Illegal, Malformed, NotFound, Refused
from fourleaf.server.failpoints import failpoint
from fourleaf.server.limits import FRAME_BYTES
from fourleaf.server.routes.asking import ServicePart, person_of
from fourleaf.server.tables.connection import Connection
from fourleaf.server.tables.conversation import Conversation

BAD_FRAME: Final = 1008
NO_TABLE: Final = 4404
_decoder: Final = msgspec.json.Decoder(wire.Said)


@websocket("/api/tables/{table_id:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], table_id: FromPath[str], service: ServicePart) -> None:
    """Everything that happens at a table, and everything one can do there."""
    person = await person_of(socket, service)
    await socket.accept()
    try:
        table = await service.tables.get(table_id)
    except NotFound:
        await socket.close(code=NO_TABLE, reason="there is no such table")
        return
    connection = Connection(person.id if person else None, person.name if person else "")
    conversation = Conversation(service.room, table, connection)
    table.users += 1
    sending = asyncio.create_task(_send(socket, connection))
    try:
        await _receive(socket, connection, conversation)
    finally:
        table.users -= 1
        conversation.end()
        sending.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sending


async def _receive(socket: WebSocket[Any, Any, Any], connection: Connection, conversation: Conversation) -> None:
    while connection.closed_with is None:
        try:
            frame = await socket.receive_data(mode="text")
        except WebSocketDisconnect:
            return
        failpoint("received")
        message_id: str | None = None
        try:
            said = _read(frame)
            message_id = getattr(said, "id", None)
            await conversation.hear(said)
        except Refused as refusal:
            connection.send(_refusal(message_id, refusal))
        except FourleafError as error:
            connection.send(wire.Refusal(id=message_id, code="refused", words=str(error)))


def _read(frame: str) -> wire.Said:
    if len(frame.encode()) > FRAME_BYTES:
        raise Malformed(f"a message has at most {FRAME_BYTES} bytes")
    try:
        said: wire.Said = _decoder.decode(frame)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Malformed(f"this is not a message of the protocol: {error}") from None
    return said


def _refusal(message_id: str | None, refusal: Refused) -> wire.Refusal:
    clause = refusal.clause if isinstance(refusal, Illegal) else None
    return wire.Refusal(id=message_id, code=refusal.code, words=str(refusal), clause=clause or None)


async def _send(socket: WebSocket[Any, Any, Any], connection: Connection) -> None:
    while (text := await connection.next()) is not None:
        await socket.send_data(text.decode(), mode="text")
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code=connection.closed_with or 1000)
