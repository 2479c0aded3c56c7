"""/api/bots and /api/bot: outside bots, which play with a token over plain HTTP."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine
from typing import Any

from litestar import Router, delete, get, post
from litestar.di import Provide
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Stream

from fourleaf.server import wire
from fourleaf.server.errors import NotYours
from fourleaf.server.people.guests import Person
from fourleaf.server.routes.dependencies import ServicePart, Somebody, provide_outside_bot, provide_person
from fourleaf.server.service import Service
from fourleaf.server.storage.log import BrokenLog
from fourleaf.server.tables import commands
from fourleaf.server.tables.bot_streams import calls_to
from fourleaf.server.tables.connection import Connection
from fourleaf.server.tables.table import Requester, Table
from fourleaf.server.tables.table_session import TableSession

NDJSON = "application/x-ndjson"
STILL_HERE = 7.0
"""Seconds after which a stream with no news sends an empty line, so that both ends know the other is there."""


@post("/", summary="Make an outside bot")
async def make(data: JSONBody[wire.NameWish], person: Somebody, service: ServicePart) -> wire.NewOutsideBot:
    """A program that plays under its own name, marked as a bot; its token is shown this once."""
    return await service.outside_bots.make(person, data.name)


@get("/", summary="My outside bots")
async def mine(person: Somebody, service: ServicePart) -> list[wire.OutsideBot]:
    """Your outside bots, without their tokens."""
    return await service.outside_bots.of(person)


@delete("/{bot:str}", summary="Take a token back")
async def revoke(bot: FromPath[str], person: Somebody, service: ServicePart) -> None:
    """The token is worth nothing any more, and the bot's streams end; what it played stays."""
    await service.outside_bots.revoke(person, bot)
    service.connections.show_out(bot)


@get(
    "/stream",
    media_type=NDJSON,
    summary="Where the bot is needed",
    responses={
        200: ResponseSpec(
            wire.BotCall, description="One JSON object a line", media_type=NDJSON, generate_examples=False
        )
    },
)
async def stream(person: Somebody, service: ServicePart) -> Stream:
    """One line for each table where the bot sits, for each of its turns and for each end; empty lines in between."""
    place = Connection(person.id, person.name)
    service.connections.enter(person.id, place, None)
    return Stream(_calls(service, person, place), media_type=NDJSON)


@get(
    "/tables/{table_id:str}/stream",
    media_type=NDJSON,
    summary="One table as its bot sees it",
    responses={
        200: ResponseSpec(wire.Update, description="One JSON object a line", media_type=NDJSON, generate_examples=False)
    },
)
async def table_stream(
    table_id: FromPath[str], person: Somebody, service: ServicePart, since: FromQuery[int] = 0
) -> Stream:
    """The messages of the socket (docs/protocol.md), a line each, from entry `since` on, until the table is over."""
    table = await service.tables.get(table_id)
    seat = _seat_of(table, person)
    connection = Connection(person.id, person.name)
    service.connections.enter(person.id, connection, None)
    table_session = TableSession(service.session_parts, table, connection)
    try:
        await table_session.hear(wire.Hello(seat=seat, since=max(0, since)))
    except BaseException:
        service.connections.leave(person.id, connection)
        raise
    return Stream(_lines(service, table, connection, table_session), media_type=NDJSON)


@post("/tables/{table_id:str}/play", status_code=200, summary="Play")
async def play(
    table_id: FromPath[str], data: JSONBody[wire.BotPlay], person: Somebody, service: ServicePart
) -> wire.Ack:
    """A decision of the bot; the same `id` sent again does nothing a second time and gets the same answer."""
    async with service.tables.at(table_id) as table:
        by = Requester(person.id, data.id)
        return table.again(by) or await table.play(_seat_of(table, person), data.ply, data.action, by, data.seq)


@post("/tables/{table_id:str}/resign", status_code=200, summary="Resign")
async def resign(
    table_id: FromPath[str], data: JSONBody[wire.BotResign], person: Somebody, service: ServicePart
) -> wire.Ack:
    """The bot gives up."""
    async with service.tables.at(table_id, even_frozen=True) as table:
        by = Requester(person.id, data.id)
        return table.again(by) or await commands.resign(table, _seat_of(table, person), by)


@post("/tables/{table_id:str}/chat", status_code=200, summary="Chat")
async def chat(
    table_id: FromPath[str], data: JSONBody[wire.BotChat], person: Somebody, service: ServicePart
) -> wire.Ack:
    """One line of plain text to everybody at the table."""
    table = await service.tables.get(table_id)
    _seat_of(table, person)
    service.messages.take(person.id)
    said = wire.Chat(id=data.id, text=data.text)
    line = await service.chat.say(table_id, person.id, person.name, said, sits=True)
    if line is not None:
        table.tell_chat(line)
    return wire.Ack(id=data.id)


def _seat_of(table: Table, person: Person) -> int:
    seats = table.state.seats_of(person.id)
    if not seats:
        raise NotYours("the bot does not sit at this table: POST /api/tables/ID/join")
    return seats[0]


async def _calls(service: Service, person: Person, place: Connection) -> AsyncIterator[bytes]:
    stream = service.bot_streams.listen(person.id)
    try:
        for table in await service.tables.open_of(person.id):
            # One table that cannot be read must not keep the bot from the others.
            with contextlib.suppress(BrokenLog):
                for call in calls_to(await service.tables.get(table), person.id):
                    stream.tell(call)
            while stream.waits and (line := await stream.next()) is not None:
                yield line
        async with contextlib.aclosing(_with_signs_of_life(stream.next)) as lines:
            async for line in lines:
                if place.closed_with is not None:
                    return
                yield line or b"\n"
    finally:
        service.bot_streams.stop(person.id, stream)
        service.connections.leave(person.id, place)


async def _lines(
    service: Service, table: Table, connection: Connection, table_session: TableSession
) -> AsyncIterator[bytes]:
    table.users += 1
    try:
        async with contextlib.aclosing(_with_signs_of_life(connection.next)) as texts:
            async for text in texts:
                yield text + b"\n"
                if table.state.status == "over" and not connection.depth:
                    return
    finally:
        table.users -= 1
        table_session.end()
        service.connections.leave(connection.person or "", connection)


async def _with_signs_of_life(next_one: Callable[[], Coroutine[Any, Any, bytes | None]]) -> AsyncGenerator[bytes]:
    """What comes until nothing more does, and nothing at all from time to time when it takes long."""
    coming = asyncio.create_task(next_one())
    try:
        while True:
            # What is being fetched is waited for again, never begun anew: half a page must not be lost.
            await asyncio.wait({coming}, timeout=STILL_HERE)
            if not coming.done():
                yield b""
                continue
            text = coming.result()
            if text is None:
                return
            yield text
            coming = asyncio.create_task(next_one())
    finally:
        coming.cancel()


mine_router = Router(
    "/api/bots",
    route_handlers=[make, mine, revoke],
    dependencies={"person": Provide(provide_person)},
    tags=["outside bots"],
)
router = Router(
    "/api/bot",
    route_handlers=[stream, table_stream, play, resign, chat],
    dependencies={"person": Provide(provide_outside_bot)},
    tags=["outside bots"],
)
