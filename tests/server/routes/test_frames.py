"""Whatever comes over the socket: one answer, no crash, and the state as before unless the answer says otherwise."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any, get_args
from uuid import uuid4

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from fourleaf.server import wire
from fourleaf.server.clock import RealClock
from fourleaf.server.limits import FRAME_BYTES, QUEUE_MESSAGES
from fourleaf.server.routes.socket import SocketReader
from fourleaf.server.service import Service
from fourleaf.server.storage.entries import About
from fourleaf.server.tables import lobby
from fourleaf.server.tables.connection import Connection
from fourleaf.server.tables.table_session import TableSession
from tests.server.club import open_club, run, settings_for
from tests.server.hostile import frame

WHOLE_TEXT = 0x81
FRAMES_A_ROUND = 100
ROUNDS = 250
SAID = get_args(wire.Said)
KINDS = [str(kind.__struct_config__.tag) for kind in SAID]
FIELDS = sorted({field for kind in SAID for field in kind.__struct_fields__})
ODD_VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    2**31,
    2**63,
    2**64,
    10**40,
    1.5,
    1e308,
    "",
    "x",
    "x" * 41,
    "x" * 700,
    "\u202e",
    "\x00",
    "a\x00b",
    "x" * 25,
    "x" * 40,
    "\ud7ff",
    "roll",
    "play R1",
    "0" * 64,
    "f" * 64,
    [],
    [[[]]],
    {},
    {"type": "play"},
]
values = st.sampled_from(ODD_VALUES) | st.integers(-3, 80) | st.text(max_size=8)
messages = st.builds(
    lambda kind, fields: json.dumps({"type": kind, **fields}),
    st.sampled_from([*KINDS, "", "nothing"]),
    st.dictionaries(st.sampled_from([*FIELDS, "extra"]), values, max_size=4),
)
FITTING: list[dict[str, Any]] = [
    {"type": "play", "id": "p", "ply": 0, "action": 0},
    {"type": "undo", "id": "u", "ply": 0},
    {"type": "answer", "id": "a", "question": 3, "yes": True},
    {"type": "chat", "id": "c", "text": "hello"},
    {"type": "why", "id": "w", "wish": 5},
    {"type": "why", "id": "v", "wish": "roll"},
    {"type": "look", "seat": 1, "since": 0},
    {"type": "look", "seat": 0, "since": 1},
    {"type": "mute", "id": "m", "person": "x", "muted": True},
    {"type": "commit", "id": "k", "seat": 0, "commitment": "0" * 64},
    {"type": "open", "id": "o", "seat": 0, "entropy": "0" * 64},
    {"type": "hello", "seat": 0, "since": 0},
    {"type": "return", "id": "r"},
    {"type": "ping"},
]
fitting = st.sampled_from(FITTING)
nearly = st.builds(
    lambda message, field, value: json.dumps({**message, field: value}), fitting, st.sampled_from(FIELDS), values
)
cut = st.builds(lambda message, end: json.dumps(message)[:end], fitting, st.integers(0, 60))
odd_texts = st.sampled_from(
    ["", " ", "null", "[]", "[" * 2000, '{"a":' * 600, "1e999", '"\\ud800"', "NaN", "{}", "\x00", "é" * 2048]
)
frames = messages | nearly | cut | odd_texts | st.text(max_size=30)


class Quiet:
    """A table with one person in both seats and nobody else, reached without a socket."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.heard = 0

    async def open(self, game: str = "treasure") -> None:
        await self.service.open()
        person, _ = await self.service.people.welcome("Oak")
        wish = wire.CreateTable(game=game, seats=["me", "me"])
        self.table = await self.service.tables.create(wish, person.id, person.name, About())
        async with self.table.lock:
            await lobby.start(self.table, person.id)
        self.connection = Connection(person.id, person.name)
        table_session = TableSession(self.service.session_parts, self.table, self.connection)
        # `heard` is what `listen` does with each frame; the socket itself is for the tests below.
        no_socket: Any = None
        self.line = SocketReader(
            self.service, no_socket, self.connection, table_session, self.table.id, person.id, True
        )
        await table_session.hear(wire.Hello(seat=0))

    async def answers(self) -> list[Any]:
        told = []
        while self.connection.depth:
            text = await self.connection.next()
            assert text is not None
            told.append(msgspec.json.decode(text))
        return told

    async def send(self, frame: str) -> None:
        before = (self.table.state.seq, self.table.state.hash, self.table.state.ply)
        await self.answers()
        self.line.refused_in_a_row = 0
        await self.line.heard(frame)
        self.heard += 1
        told = await self.answers()
        assert told, frame
        assert self.connection.closed_with is None
        assert len(told) < QUEUE_MESSAGES
        if told[-1]["type"] == "refused":
            assert told[-1]["words"]
            assert (self.table.state.seq, self.table.state.hash, self.table.state.ply) == before, frame


def test_twenty_thousand_frames_in_process(database_url: str, tmp_path: Path) -> None:
    loop = asyncio.new_event_loop()
    quiet = Quiet(Service(settings_for(tmp_path, database=database_url), RealClock()))
    loop.run_until_complete(quiet.open())

    async def send_all(sent: list[str]) -> None:
        for text in sent:
            await quiet.send(text)

    rounds_here = ROUNDS if "sqlite" in database_url else ROUNDS // 5

    @settings(max_examples=rounds_here, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(st.lists(frames, min_size=FRAMES_A_ROUND, max_size=FRAMES_A_ROUND))
    def rounds(sent: list[str]) -> None:
        loop.run_until_complete(send_all(sent))

    try:
        rounds()
    finally:
        loop.run_until_complete(quiet.service.close())
        loop.close()
    assert quiet.heard >= 80 * rounds_here


def test_every_message_with_one_odd_field(database_url: str, tmp_path: Path) -> None:
    async def story() -> None:
        quiet = Quiet(Service(settings_for(tmp_path, database=database_url), RealClock()))
        await quiet.open("flipslide")
        try:
            for number, value in enumerate(ODD_VALUES):
                for message in FITTING:
                    for field in message:
                        await quiet.send(json.dumps({**message, "id": f"{number} {field}", field: value}))
                # What is played is kept with its id; and then it is taken back, so that the match goes on for ever.
                state = quiet.table.state
                assert state.match is not None
                quiet.connection.seat = state.actor
                play = {"type": "play", "ply": state.ply, "action": state.match.legal[0]}
                await quiet.send(json.dumps({**play, "id": value}))
                await quiet.send(json.dumps({"type": "undo", "id": f"back {number}", "ply": state.ply}))
                assert quiet.table.state.ply == state.ply
        finally:
            await quiet.service.close()

    run(story())


def test_frames_over_a_real_socket(tmp_path: Path) -> None:
    async def story(sent: list[str]) -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            table = await oak.table("treasure", ["me", "me"])
            await oak.post(f"/api/tables/{table}/start")
            socket = await oak.sit_down(table, 0)
            for frame in sent:
                await socket.line.send(frame)
                await socket.say("ping")
                await socket.until(lambda told: told["type"] == "pong")
            assert (await oak.ask("GET", f"/api/tables/{table}")).status_code == 200

    @settings(max_examples=1, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(st.lists(frames, min_size=200, max_size=200))
    def once(sent: list[str]) -> None:
        run(story(sent))

    once()


@pytest.mark.parametrize(
    ("payload", "opcode", "code"),
    [
        (b'{"type":"ping"}', 2, 1008),
        (b"\xff\xfe", 1, 1007),
        (b"\xed\xa0\x80", 1, 1007),
        (b"x" * 5000, 1, 1009),
        (b"x", 3, 1002),
    ],
    ids=["binary", "bad UTF-8", "a surrogate", "too large", "an unknown opcode"],
)
def test_a_frame_that_is_no_text_closes_the_socket(payload: bytes, opcode: int, code: int, tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            table = await oak.table("treasure", ["me", "random"])
            socket = await oak.sit_down(table, 0)
            head = bytes([0x80 | opcode])
            length = (
                bytes([0x80 | len(payload)])
                if len(payload) < 126
                else bytes([0x80 | 126]) + len(payload).to_bytes(2, "big")
            )
            socket.line.transport.write(head + length + bytes(4) + payload)
            with pytest.raises(ConnectionClosed) as closed:
                await socket.until(lambda told: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == code
            again = await oak.sit_down(table, 0)
            await again.say("ping")
            await again.until(lambda told: told["type"] == "pong")

    run(story())


def _ping(spaces: int = 0) -> bytes:
    return frame(WHOLE_TEXT, b'{"type":"ping"}' + b" " * spaces)


@pytest.mark.parametrize(
    ("packets", "pongs"),
    [
        ([_ping(), _ping()], 2),
        ([_ping() + _ping() + _ping()], 3),
        ([_ping()[:1], _ping()[1:9], _ping()[9:] + _ping()[:3], _ping()[3:]], 2),
        ([_ping(200)], 1),
        ([_ping(FRAME_BYTES - 15)], 1),
        ([frame(0x01, b'{"type":'), frame(0x80, b'"ping"}'), _ping()], 2),
        ([frame(0x89, b"are you there"), _ping()], 1),
    ],
)
def test_texts_are_heard_however_they_are_packed(tmp_path: Path, packets: list[bytes], pongs: int) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            socket = await oak.sit_down(await oak.table("treasure", ["me", "random"]), 0)
            for packet in packets:
                socket.line.transport.write(packet)
                # So that each is read by itself: the server answers something else meanwhile.
                await club.guest(f"Elm {uuid4().hex[:8]}")
            for _ in range(pongs):
                await socket.until(lambda told: told["type"] == "pong")

    run(story())


@pytest.mark.parametrize(
    ("packets", "code"),
    [
        ([frame(0x01, b'{"type":'), _ping()], 1002),
        ([_ping(FRAME_BYTES)], 1009),
        ([frame(WHOLE_TEXT, b"\xff")], 1007),
        ([b"\x81\x02{}"], 1002),
    ],
)
def test_a_text_that_breaks_the_protocol_closes_the_socket(tmp_path: Path, packets: list[bytes], code: int) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            socket = await oak.sit_down(await oak.table("treasure", ["me", "random"]), 0)
            for packet in packets:
                socket.line.transport.write(packet)
                await club.guest(f"Elm {uuid4().hex[:8]}")
            with pytest.raises(ConnectionClosed) as closed:
                await socket.until(lambda told: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == code

    run(story())


def test_texts_of_any_length_arrive_whole(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_club(settings_for(tmp_path)) as club:
            oak = await club.guest("Oak")
            table = await oak.table("treasure", ["me", "random"])
            socket = await oak.sit_down(table, 0)
            [connection] = (await club.service.tables.get(table)).connections
            for length in (50, 125, 126, 127, 65_535, 65_536, 200_000):
                connection.send_bytes(b'{"type":"long"}'.ljust(length))
                await socket.until(lambda told: told["type"] == "long")
                assert len(socket.frames[-1]) == length

    run(story())
