"""Whoever comes late is sent everything, in order and once, as fast as they read; who does not read costs nothing."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import os
import socket as sockets
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Origin

from fourleaf.engine.state import WATCHER
from fourleaf.server import limits, wire
from fourleaf.server.clock import RealClock
from fourleaf.server.service import Service
from fourleaf.server.serving import HardSocket
from fourleaf.server.storage import entries as log
from fourleaf.server.tables import lobby
from fourleaf.server.tables.connection import TOO_SLOW, Connection
from fourleaf.server.tables.table import Requester, Table
from fourleaf.server.tables.table_session import TableSession
from tests.server.club import PATIENCE, Club, Guest, Json, Socket, open_club, run, settings_for
from tests.server.routes.test_outside import OutsideBot


class Reader:
    """Somebody at a table who reads when the test says so."""

    def __init__(self, service: Service, table: Table, person: str | None, name: str = "") -> None:
        self.connection = Connection(person, name)
        self.table_session = TableSession(service.session_parts, table, self.connection)
        self.told: list[Json] = []

    async def read(self, most: int = 1_000_000) -> None:
        while most and self.connection.depth:
            text = await self.connection.next()
            assert text is not None
            self.told.append(json.loads(text))
            most -= 1

    @property
    def entries(self) -> list[Json]:
        """Everything since the eyes that it looks through now began at the beginning."""
        entries: list[Json] = []
        for told in self.told:
            if told["type"] == "update":
                again = told["entries"] and told["entries"][0]["seq"] == 1
                entries = [*([] if again else entries), *told["entries"]]
        return entries

    @property
    def lines(self) -> list[int]:
        return [told["number"] for told in self.told if told["type"] == "chat"]

    @property
    def now(self) -> Json:
        now: Json = next(told["now"] for told in reversed(self.told) if told.get("now"))
        return now


class Room:
    """A table of Flip & Slide, where both seats are Oak's, and people who look at it."""

    def __init__(self, service: Service) -> None:
        self.service = service

    async def open(self, seats: list[str], started: bool) -> None:
        await self.service.open()
        self.oak, _ = await self.service.people.welcome("Oak")
        wish = wire.CreateTable(game="flipslide", seats=seats)
        self.table = await self.service.tables.create(wish, self.oak.id, self.oak.name)
        if started:
            async with self.table.lock:
                await lobby.start(self.table, self.oak.id)

    async def go_to_and_fro(self, times: int) -> None:
        """Play and take back, two entries a time."""
        state = self.table.state
        assert state.match is not None
        played = log.Played(seat=state.actor, action=state.match.legal[0], chance=(), by="person")
        both: list[log.AnyEntry] = [played, log.WentBack(seat=state.actor, ply=state.ply)]
        async with self.table.lock:
            await self.table.append(*both * times)

    def reader(self, person: str | None = None) -> Reader:
        return Reader(self.service, self.table, person)


@contextlib.asynccontextmanager
async def at_a_table(
    folder: Path, database: str | None = None, *, seats: list[str] | None = None, started: bool = True
) -> AsyncIterator[Room]:
    chosen = {} if database is None else {"database": database}
    room = Room(Service(settings_for(folder, **chosen), RealClock()))
    await room.open(seats or ["me", "me"], started)
    try:
        yield room
    finally:
        room.service.say_goodbye()
        await room.service.close()


def test_two_hundred_long_lines_of_chat_reach_a_newcomer(database_url: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, database=database_url)) as club:
            oak = await club.guest("\N{FOUR LEAF CLOVER}" * limits.NAME)
            table = await oak.table("treasure", ["me", "open"])
            socket = await oak.sit_down(table, 0)
            # All together, so that they share transactions.
            for number in range(limits.CHAT_KEPT + 5):
                await socket.say("chat", id=f"{number}", text="\N{FOUR LEAF CLOVER}" * limits.CHAT)
            await socket.until(lambda told: told["type"] == "chat" and told["number"] == limits.CHAT_KEPT + 5)
            elm = await club.guest("Elm")
            late = await elm.sit_down(table)
            await late.until(lambda told: told["type"] == "presence")
            lines = [told["number"] for told in late.journal if told["type"] == "chat"]
            assert lines == list(range(6, limits.CHAT_KEPT + 6))
            assert sum(map(len, late.frames)) > limits.QUEUE_BYTES / 4

    run(story())


def test_thousands_of_entries_reach_a_newcomer_and_then_the_live_ones(database_url: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path, database=database_url)) as club:
            oak = await club.guest("Oak")
            room = Room(club.service)
            room.table = await club.service.tables.get(await oak.table("flipslide", ["me", "me"]))
            await oak.post(f"/api/tables/{room.table.id}/start")
            await room.go_to_and_fro(1200)
            socket = await oak.sit_down(room.table.id, 0)
            assert [entry["seq"] for entry in socket.entries] == list(range(1, room.table.state.seq + 1))
            assert sum(map(len, socket.frames)) > limits.QUEUE_BYTES
            assert (await socket.do("play", ply=socket.now["ply"], action=socket.now["legal"][0]["action"]))[
                "type"
            ] == "ack"
            await socket.follow(room.table.state.seq)
            assert [entry["seq"] for entry in socket.entries] == list(range(1, room.table.state.seq + 1))
            for since in (1, 1000, room.table.state.seq - 1, room.table.state.seq, room.table.state.seq + 1):
                again = await oak.sit_down(room.table.id, 0, since)
                expected = socket.entries[since if since <= room.table.state.seq else 0 :]
                assert again.entries == expected
                assert again.now == socket.now

    run(story())


class Crowd:
    """Readers who read when they like, among moves, going back, chat, looking through another seat and leaving."""

    def __init__(self, room: Room, seed: int) -> None:
        self.room = room
        self.rng = Random(seed)
        self.readers: list[Reader] = []
        self.talker = room.reader(room.oak.id)
        self.said = 0

    async def come(self) -> None:
        reader = self.room.reader(self.room.oak.id if self.rng.random() < 0.7 else None)
        seat = self.rng.randrange(2) if reader.connection.person else None
        await reader.table_session.hear(wire.Hello(seat=seat))
        self.readers.append(reader)

    async def play(self) -> None:
        await self.room.go_to_and_fro(self.rng.choice([1, 1, 1, 30]))

    async def chat(self) -> None:
        self.said += 1
        await self.talker.table_session.hear(wire.Chat(id=f"{self.said}", text=f"line {self.said}"))

    async def look(self) -> None:
        reader = self.rng.choice(self.readers)
        if reader.connection.person is not None:
            await reader.table_session.hear(wire.Look(seat=self.rng.randrange(2), since=0))

    async def leave(self) -> None:
        if self.rng.random() < 0.2:
            self.readers.pop(self.rng.randrange(len(self.readers))).table_session.end()

    async def read(self) -> None:
        await self.rng.choice(self.readers).read(self.rng.randrange(6))

    async def step(self) -> None:
        deeds = [self.come, self.play, self.chat]
        if self.readers:
            deeds += [self.look, self.leave, self.read, self.read, self.read]
        # What happens at the same time happens in any order.
        await asyncio.gather(self.rng.choice(deeds)(), self.play() if self.rng.random() < 0.3 else self.chat())
        await self.talker.read()


@pytest.mark.parametrize("seed", range(12))
def test_whatever_happens_while_somebody_catches_up_is_told_once(seed: int, tmp_path: Path) -> None:
    async def story() -> None:
        async with at_a_table(tmp_path) as room:
            crowd = Crowd(room, seed)
            await room.go_to_and_fro(crowd.rng.randrange(100))
            await crowd.talker.table_session.hear(wire.Hello(seat=0))
            for _ in range(100):
                await crowd.step()
            for reader in crowd.readers:
                await reader.read()
                assert [entry["seq"] for entry in reader.entries] == list(range(1, room.table.state.seq + 1))
                assert reader.lines == crowd.talker.lines
                assert reader.lines == sorted(set(reader.lines))
                fresh = room.reader(reader.connection.person)
                seat = None if reader.connection.seat == WATCHER else reader.connection.seat
                await fresh.table_session.hear(wire.Hello(seat=seat))
                await fresh.read()
                assert fresh.entries == reader.entries
                assert fresh.now == reader.now
                fresh.table_session.end()

    run(story())


def test_who_catches_up_and_does_not_read_is_never_cut_off_and_holds_nothing_up(tmp_path: Path) -> None:
    async def story() -> None:
        async with at_a_table(tmp_path) as room:
            await room.go_to_and_fro(1000)
            reader, live = room.reader(), room.reader()
            await reader.table_session.hear(wire.Hello())
            await reader.read(3)
            await live.table_session.hear(wire.Hello())
            await live.read()
            for _ in range(2 * limits.QUEUE_MESSAGES):
                await room.go_to_and_fro(1)
            # Whoever is live and does not read is cut off; whoever catches up has the log to read from.
            assert live.connection.closed_with == TOO_SLOW
            assert await live.connection.next() is None
            assert reader.connection.closed_with is None
            assert not reader.connection._waiting
            await reader.read()
            assert [entry["seq"] for entry in reader.entries] == list(range(1, room.table.state.seq + 1))
            assert reader.connection in room.table.connections

    run(story())


def test_a_reader_that_stops_reading_stops_nobody_else(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            room = Room(club.service)
            room.table = await club.service.tables.get(await oak.table("flipslide", ["me", "me"]))
            await oak.post(f"/api/tables/{room.table.id}/start")
            await room.go_to_and_fro(700)
            live = await oak.sit_down(room.table.id, 0, room.table.state.seq)
            slow = await _dial_slowly(club, oak, room.table)
            await slow.say("hello")
            first = await slow.hear()
            assert first["more"]
            for _ in range(20):
                assert (await live.do("play", ply=live.now["ply"], action=live.now["legal"][0]["action"]))["seq"]
                await live.follow(room.table.state.seq)
                assert (await live.do("undo", ply=live.now["undo"]["free"][0]))["seq"]
                await live.follow(room.table.state.seq)
            [coming] = room.table.coming
            assert coming.depth <= 3
            assert room.table.present == {0, 1}
            await slow.until(lambda told: told["type"] == "presence")
            assert [entry["seq"] for entry in slow.entries] == list(range(1, room.table.state.seq + 1))
            assert room.table.coming == set()

    run(story())


def test_a_reader_that_never_reads_again_is_let_go(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            room = Room(club.service)
            room.table = await club.service.tables.get(await oak.table("flipslide", ["me", "me"]))
            await oak.post(f"/api/tables/{room.table.id}/start")
            await room.go_to_and_fro(700)
            slow = await _dial_slowly(club, oak, room.table)
            await slow.say("hello")
            await slow.hear()
            lines = [one for one in gc.get_objects() if isinstance(one, HardSocket)]
            [line] = [one for one in lines if one.client == slow.line.local_address]
            async with asyncio.timeout(PATIENCE):
                while line.writable.is_set():
                    await asyncio.sleep(0.01)
                # What a minute without an answer leads to, at once.
                line.ping_timeout = 0.1
                line.send_keepalive_ping()
                while club.service.connections.count:
                    await asyncio.sleep(0.01)
            assert not room.table.coming
            slow.line.transport.abort()
            oak.sockets.remove(slow)

    run(story())


async def _dial_slowly(club: Club, guest: Guest, table: Table) -> Socket:
    """A socket with next to no room for what is not read."""
    narrow = sockets.socket()
    narrow.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 16384)
    narrow.connect(("127.0.0.1", club.port))
    narrow.setblocking(False)
    ticket = (await guest.post(f"/api/tables/{table.id}/ticket"))["ticket"]
    line = await connect(
        f"ws://127.0.0.1:{club.port}/api/tables/{table.id}/socket",
        origin=Origin(club.url),
        additional_headers={"Cookie": f"fourleaf={guest.http.cookies['fourleaf']}"},
        sock=narrow,
        max_size=None,
        max_queue=1,
        ping_interval=None,
    )
    _narrow_other_end(narrow.getsockname())
    socket = Socket(line, ticket)
    guest.sockets.append(socket)
    return socket


def _narrow_other_end(address: tuple[str, int]) -> None:
    """The server runs in this process: what its system keeps for a reader would hold the whole log."""
    for number in range(3, 1024):
        with contextlib.suppress(OSError), sockets.socket(fileno=os.dup(number)) as end:
            if end.getpeername() == address:
                end.setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDBUF, 16384)


def test_who_loses_the_seat_while_catching_up_reads_on_as_a_watcher(tmp_path: Path) -> None:
    async def story() -> None:
        async with at_a_table(tmp_path, seats=["me", "open"], started=False) as room:
            table = room.table
            elm, _ = await room.service.people.welcome("Elm")
            ash, _ = await room.service.people.welcome("Ash")
            async with table.lock:
                await lobby.sit(table, wire.Join(seat=1), elm.id, "Elm")
                for number in range(3 * limits.ENTRIES_A_MESSAGE):
                    await lobby.commit(table, 1, f"{number:064x}", Requester(elm.id))
            reader = room.reader(elm.id)
            await reader.table_session.hear(wire.Hello(seat=1))
            await reader.read(1)
            async with table.lock:
                await lobby.kick(table, 1, room.oak.id)
                await lobby.sit(table, wire.Join(seat=1), ash.id, "Ash")
                await lobby.start(table, room.oak.id)
            await room.go_to_and_fro(60)
            await reader.read()
            watcher = room.reader()
            await watcher.table_session.hear(wire.Hello())
            await watcher.read()
            assert reader.connection.seat == WATCHER
            assert reader.entries == watcher.entries
            assert reader.now == watcher.now

    run(story())


def test_a_look_through_other_eyes_gives_up_what_was_being_told(tmp_path: Path) -> None:
    async def story() -> None:
        async with at_a_table(tmp_path) as room:
            await room.go_to_and_fro(200)
            reader = room.reader(room.oak.id)
            await reader.table_session.hear(wire.Hello(seat=0))
            await reader.read(2)
            reader.told.clear()
            page = asyncio.create_task(reader.connection.next())
            await asyncio.sleep(0)
            await reader.table_session.hear(wire.Look(seat=1, since=0))
            text = await page
            assert text is not None
            reader.told.append(json.loads(text))
            await reader.read()
            assert [entry["seq"] for entry in reader.entries] == list(range(1, room.table.state.seq + 1))
            assert reader.now["seat"] == 1

    run(story())


def test_a_wish_that_is_said_while_catching_up_is_done_and_its_ack_comes_first(tmp_path: Path) -> None:
    async def story() -> None:
        async with at_a_table(tmp_path) as room:
            await room.go_to_and_fro(500)
            state = room.table.state
            assert state.match is not None
            reader = room.reader(room.oak.id)
            await reader.table_session.hear(wire.Hello(seat=0))
            await reader.read(1)
            wish = wire.Play(id="early", ply=state.ply, action=state.match.legal[0])
            await reader.table_session.hear(wish)
            await reader.read()
            kinds = [told.get("id") or told.get("seq") for told in reader.told]
            assert kinds.index("early") < kinds.index(room.table.state.seq)
            assert [entry["seq"] for entry in reader.entries] == list(range(1, room.table.state.seq + 1))

    run(story())


def test_a_server_that_closes_tells_those_who_catch_up_too(tmp_path: Path) -> None:
    async def story() -> None:
        reader: Reader | None = None
        async with at_a_table(tmp_path) as room:
            await room.go_to_and_fro(500)
            reader = room.reader()
            room.service.connections.enter("reader", reader.connection, None)
            await reader.table_session.hear(wire.Hello())
            await reader.read(2)
        last = await reader.connection.next()
        assert last is not None
        assert json.loads(last)["type"] == "closing"
        assert await reader.connection.next() is None
        assert reader.connection.closed_with == 1012

    run(story())


def test_who_leaves_while_catching_up_is_gone(tmp_path: Path) -> None:
    async def story() -> None:
        async with at_a_table(tmp_path) as room:
            reader = room.reader()
            await reader.table_session.hear(wire.Hello())
            # The last page is being made, and the table is held for it.
            reading = asyncio.create_task(reader.connection.next())
            while not room.table.lock.locked():
                await asyncio.sleep(0)
            reader.table_session.end()
            await asyncio.wait({reading}, timeout=0.2)
            assert not room.table.connections
            assert not room.table.coming
            reading.cancel()

    run(story())


def test_an_outside_bot_reads_a_long_table_from_its_stream(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            bot = OutsideBot(club, (await oak.post("/api/bots", name="Clover"))["token"])
            made = (await bot.post("/api/tables", game="flipslide", seats=["me", "me"])).json()
            await bot.post(f"/api/tables/{made['id']}/start")
            room = Room(club.service)
            room.table = await club.service.tables.get(made["id"])
            await room.go_to_and_fro(1500)
            entries: list[Json] = []
            resigned = False
            async for told in bot.lines(f"/api/bot/tables/{made['id']}/stream"):
                entries += told["entries"] if told["type"] == "update" else []
                if not resigned:
                    resigned = True
                    await bot.post(f"/api/bot/tables/{made['id']}/resign", id="enough")
            assert [entry["seq"] for entry in entries] == list(range(1, room.table.state.seq + 1))
            assert room.table.state.status == "over"
            await bot.http.aclose()

    run(story())


def test_an_outside_bot_is_called_to_every_table_where_it_sits(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            made = await oak.post("/api/bots", name="Clover")
            bot = OutsideBot(club, made["token"])
            hosts = [await club.guest(f"Elm {number}") for number in range(4)]
            sat = set()
            for host in hosts:
                for _ in range(15):
                    table = await host.table("treasure", ["me", "open"], public=True)
                    assert (await bot.post(f"/api/tables/{table}/join")).status_code == 200
                    sat.add(table)
            calls = bot.lines("/api/bot/stream")
            assert {(await anext(calls))["table"] for _ in sat} == sat
            await bot.http.aclose()

    run(story())
