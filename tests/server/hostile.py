"""What strangers send: every address of the API with values that no honest client has, as bytes on a connection."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from sqlalchemy import func, literal, select, union_all

from fourleaf.server.app import create_app
from fourleaf.server.settings import Settings
from fourleaf.server.storage import schema
from tests.server.club import PATIENCE, Club

IN_ADDRESSES: list[bytes] = [
    b"%00",
    b"x%00y",
    b"%FF",
    b"%C3%28",
    b"%ED%A0%80",
    b"%F0%9F%8D%80",
    b"%F0%9F%8D%80" * 100,
    b"\xff\xfe",
    b"%2F",
    b"%2f..%2f",
    b"%5C",
    b"%2e%2e",
    b"..",
    b"%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    b"%0d%0aX:%20y",
    b"%u0000",
    b"%",
    b"%zz",
    b"",
    b"'%20OR%20'1'='1",
    b"x" * 25,
    b"x" * 5000,
    b"2147483647",
    b"2147483648",
    b"-2147483649",
    b"9223372036854775807",
    b"9223372036854775808",
    b"1" * 400,
    b"1" * 5000,
    b"-1",
    b"1e3",
    b"NaN",
    b"%D9%A1",
    b"null",
]
"""Path segments and values of queries, as they stand in a request."""
IN_BODIES: list[bytes] = [
    b"null",
    b"true",
    b"-1",
    b"0",
    b"2147483648",
    b"9223372036854775807",
    b"9223372036854775808",
    b"18446744073709551616",
    b"1" * 400,
    b"1e400",
    b"1.5",
    b'""',
    b'" "',
    b'"\\u0000"',
    b'"a\\u0000b"',
    b'"\x00"',
    b'"\\ud800"',
    b'"\\udc00\\ud800"',
    b'"\xed\xa0\x80"',
    b'"\xff"',
    b'"\\u202e"',
    b'"' + b"x" * 39 + b'"',
    b'"' + b"x" * 41 + b'"',
    b'"' + b"y" * 3000 + b'"',
    '"🍀"'.encode(),
    ('"' + "🍀" * 24 + '"').encode(),
    ('"' + "e" + "\u0301" * 40 + '"').encode(),
    b'"../../x"',
    b'"\'; DROP TABLE people; --"',
    b"[]",
    b"{}",
    b"[" * 200 + b"]" * 200,
    b'{"a":' * 200 + b"1" + b"}" * 200,
]
"""Values of fields, as they stand in JSON."""
WHOLE_BODIES: list[bytes] = [
    b"",
    b"\x00",
    b"\xff\xfe",
    b"null",
    b"[]",
    b'"x"',
    b"{",
    b"[" * 60_000,
    b'{"a":' * 12_000,
    b'{"name":"x","name":"\\u0000"}',
    b"NaN",
    b"1" * 5000,
    b'{"\\u0000":1}',
    b'{"\xff":1}',
    "\ufeff{}".encode(),
    "{}".encode("utf-16"),
    b"x" * 70_000,
]
HEADERS: list[list[tuple[bytes, bytes]]] = [
    [(b"Authorization", b"Bearer \xff\xfe")],
    [(b"Authorization", b"Bearer a%00b")],
    [(b"Authorization", b"Bearer " + b"x" * 8000)],
    [(b"Authorization", b"Bearer \xed\xa0\x80")],
    [(b"Authorization", b"")],
    [(b"Cookie", b"fourleaf=\xff\xfe")],
    [(b"Cookie", b"fourleaf=\xed\xa0\x80")],
    [(b"Cookie", b"fourleaf=%00")],
    [(b"Cookie", b'fourleaf="\\000"')],
    [(b"Cookie", b'fourleaf="\\377"')],
    [(b"Cookie", b";;;===\xff;")],
    [(b"Cookie", b"fourleaf=" + b"x" * 8000)],
    [(b"Cookie", b"a=" + b"; a=".join([b"b"] * 2000))],
    [(b"Origin", b"\xff")],
    [(b"Origin", b"http://[")],
    [(b"Origin", b"null")],
    [(b"Host", b"\xff")],
    [(b"Host", b"[")],
    [(b"Host", b"[::1")],
    [(b"Host", b"x:99999999999999999999")],
    [(b"Content-Type", b"text/plain")],
    [(b"Content-Type", b"application/json; charset=utf-16")],
    [(b"Content-Type", b"application/json; charset=\xff")],
    [(b"Content-Type", b"application/x-www-form-urlencoded")],
    [(b"Content-Type", b"multipart/form-data")],
    [(b"Content-Type", b"multipart/form-data; boundary=\xff")],
    [(b"Content-Type", b"application/msgpack")],
    [(b"Content-Type", b"\xff")],
    [(b"Content-Type", b";;;")],
    [(b"Accept", b"\xff")],
    [(b"Accept", b"text/html;q=x")],
    [(b"Accept", b";q=1e999,*/*;q=")],
    [(b"Accept-Encoding", b"\xff, gzip;q=nan")],
    [(b"Content-Encoding", b"gzip")],
    [(b"Content-Length", b"-1")],
    [(b"Content-Length", b"x")],
    [(b"Content-Length", b"99999999999999999999")],
    [(b"X-Forwarded-For", b"\xff, ::::, 1.1.1.1:99999")],
    [(b"X-Forwarded-Proto", b"\xff")],
    [(b"Range", b"bytes=99999999999999999999-")],
    [(b"If-Modified-Since", b"\xff")],
    [(b"If-None-Match", b"\xff")],
    [(b"Expect", b"100-continue"), (b"Upgrade", b"websocket")],
    [(b"X-%d" % number, b"y") for number in range(90)],
    [(b"X-%d" % number, b"y") for number in range(5000)],
    [(b"X", b"y" * 70_000)],
]
METHODS = [b"GET", b"HEAD", b"OPTIONS", b"POST", b"PUT", b"PATCH", b"DELETE", b"TRACE", b"CONNECT", b"\xff", b"X" * 300]
FITTING: dict[str, dict[str, Any]] = {
    "/api/me": {"name": "Elm"},
    "/api/tables": {
        "game": "treasure",
        "seats": ["me", "open"],
        "options": {},
        "public": True,
        "rated": False,
        "hints": True,
        "clock": {"kind": "live", "bank": 60, "increment": 1},
        "grace": 60,
        "name": "Elm",
    },
    "/api/tables/{table_id}/join": {"seat": 1, "invite": "x", "name": "Elm", "commitment": "0" * 64},
    "/api/tables/{table_id}/kick": {"seat": 1},
    "/api/tables/{table_id}/seat": {"seat": 1, "who": "open"},
    "/api/tables/{table_id}/invites": {"seat": 1, "group": False},
    "/api/tables/{table_id}/invited": {"invite": "x"},
    "/api/account": {"name": "Elm", "password": "a long password"},
    "/api/login": {"name": "Elm", "password": "a long password"},
    "/api/account/password": {"old": "a long password", "new": "another password"},
    "/api/bots": {"name": "Clover"},
    "/api/hooks": {"url": "https://example.org/x", "table": "TABLE"},
    "/api/bot/tables/{table_id}/play": {"id": "a", "ply": 0, "action": 0},
    "/api/bot/tables/{table_id}/resign": {"id": "b"},
    "/api/bot/tables/{table_id}/chat": {"id": "c", "text": "hello"},
    "/api/records": {"format": 1, "game": "treasure", "rules_version": 1, "options": {}, "seats": 2, "actions": [0]},
    "/api/studies": {
        "game": "treasure",
        "position": "card 0 1+3 - 0/0/0/0 GR R3B1G3/R3Y1Y3 -/-",
        "moves": ["play B1", "take Y2", 0],
        "seat": 0,
        "others": False,
        "since": 1,
        "seed": 7,
    },
}
"""A body of each request that takes one."""
BESIDE = [
    "/",
    "/t/{page}",
    "/{page}",
    "/t/{page}/{page}",
    "/healthz",
    "/metrics",
    "/api/docs",
    "/api/docs/openapi.json",
    "/api/{page}",
]
"""Addresses that are no part of the description."""
ENDLESS = ("/api/bot/stream",)


@dataclass
class Request:
    """One request, as bytes."""

    method: bytes
    target: bytes
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""

    def text(self, usual: list[tuple[bytes, bytes]]) -> bytes:
        named = {name.lower() for name, _ in self.headers}
        length = [(b"Content-Length", b"%d" % len(self.body)), (b"Content-Type", b"application/json")]
        added = [pair for pair in [*usual, *(length if self.body else [])] if pair[0].lower() not in named]
        closing = [] if b"connection" in named else [(b"Connection", b"close")]
        lines = b"".join(b"%s: %s\r\n" % pair for pair in [*added, *closing, *self.headers])
        return b"%s %s HTTP/1.1\r\n%s\r\n%s" % (self.method, self.target, lines, self.body)


@dataclass
class Operation:
    """One address and method of the API."""

    path: str
    method: bytes
    queries: list[str]

    def target(self, table: str, values: dict[str, bytes]) -> bytes:
        """The address with these values where its places are, and elsewhere fitting ones."""
        parts = []
        for part in self.path.split("/"):
            if part.startswith("{"):
                name = part[1:-1]
                parts.append(values.get(name, table.encode() if name == "table_id" else b"x"))
            else:
                parts.append(part.encode())
        asked = [name.encode() + b"=" + values[name] for name in self.queries if name in values]
        return b"/".join(parts) + (b"?" + b"&".join(asked) if asked else b"")

    @property
    def places(self) -> list[str]:
        return [part[1:-1] for part in self.path.split("/") if part.startswith("{")] + self.queries


def operations() -> list[Operation]:
    """Everything that can be asked over HTTP."""
    described = create_app(Settings(database="sqlite://")).openapi_schema.to_schema()
    found = [
        Operation(
            path, method.upper().encode(), [one["name"] for one in asked.get("parameters", []) if one["in"] == "query"]
        )
        for path, item in described["paths"].items()
        for method, asked in item.items()
        if path not in ENDLESS
    ]
    return [*found, *(Operation(path, b"GET", []) for path in BESIDE)]


def one_odd_thing(table: str) -> Iterator[Request]:
    """Every request with one thing in it that is odd."""
    for operation in operations():
        fitting = FITTING.get(operation.path) if operation.method == b"POST" else None
        body = b"" if fitting is None else _written(fitting, table)
        for place in operation.places:
            for value in IN_ADDRESSES:
                yield Request(operation.method, operation.target(table, {place: value}), body=body)
        for odd in odd_bodies(fitting or {}, table):
            yield Request(operation.method, operation.target(table, {}), body=odd)
        if operation.path in ("/api/me", "/api/tables/{table_id}", "/{page}"):
            for headers in HEADERS:
                yield Request(operation.method, operation.target(table, {}), headers, body)
            for method in METHODS:
                yield Request(method, operation.target(table, {}))


def odd_bodies(fitting: dict[str, Any], table: str) -> Iterator[bytes]:
    """The body with one field after another replaced, and bodies that are none."""
    for name in fitting:
        rest = _written({key: one for key, one in fitting.items() if key != name}, table)
        gap = b", " if len(fitting) > 1 else b""
        for value in IN_BODIES:
            yield b'{"%s": %s%s%s' % (name.encode(), value, gap, rest[1:])
    yield from WHOLE_BODIES if fitting else []


def _written(body: dict[str, Any], table: str) -> bytes:
    return json.dumps(body).replace("TABLE", table).encode()


def many_odd_things(table: str, count: int, seed: int) -> Iterator[Request]:
    """Requests with several odd things, drawn with a seed."""
    rng = Random(seed)
    known = operations()
    for _ in range(count):
        operation = rng.choice(known)
        values = {place: rng.choice(IN_ADDRESSES) for place in operation.places if rng.random() < 0.5}
        method = operation.method if rng.random() < 0.9 else rng.choice(METHODS)
        headers = rng.choice(HEADERS) if rng.random() < 0.3 else []
        fitting = FITTING.get(operation.path, {})
        odd = {
            name: rng.choice(IN_BODIES) if rng.random() < 0.4 else json.dumps(one).encode()
            for name, one in fitting.items()
        }
        body = b"{" + b", ".join(b'"%s": %s' % (name.encode(), one) for name, one in odd.items()) + b"}"
        if rng.random() < 0.1:
            cut = rng.randrange(len(body) + 1)
            body = body[:cut] + bytes([rng.randrange(256)]) + body[cut:]
        yield Request(method, operation.target(table, values), headers, body if method != b"GET" else b"")


def frame(opcode: int, payload: bytes) -> bytes:
    """A frame as a client sends it, under a mask of zeros."""
    length = len(payload)
    size = bytes([0x80 | length]) if length < 126 else bytes([0x80 | 126]) + length.to_bytes(2, "big")
    return bytes([opcode]) + size + bytes(4) + payload


ODD_FRAMES: list[bytes] = [
    b"",
    b"GET / HTTP/1.1\r\n\r\n",
    frame(0x88, b""),
    frame(0x88, b"\x03"),
    frame(0x88, b"\x00\x00"),
    frame(0x88, b"\x03\xe8\xff\xfe"),
    frame(0x88, b"\x03\xe8\xed\xa0\x80"),
    frame(0x88, b"\xff\xff"),
    frame(0x88, b"\x03\xe8" + b"x" * 124),
    frame(0x81, b"\xff"),
    frame(0x01, b"\xe2\x98") + frame(0x80, b"\xff"),
    frame(0x80, b"x"),
    frame(0x01, b"x") + frame(0x01, b"y"),
    frame(0x09, b"x"),
    frame(0x89, b"x" * 200),
    frame(0x8A, b"\xff"),
    frame(0xC1, b"x"),
    frame(0x83, b"x"),
    frame(0x82, b"\x00"),
    frame(0x81, b"[" * 4000),
    frame(0x81, b'{"type":"hello","since":' + b"1" * 400 + b"}"),
    frame(0x81, b'{"type":"hello","ticket":"\\u0000"}'),
    frame(0x81, b'{"type":"hello","ticket":"\\ud800"}'),
    bytes([0x81, 0xFF]) + b"\xff" * 8 + bytes(4),
    bytes([0x81, 0x05]) + b"hello",
]
"""What follows a handshake, as bytes."""


def handshakes(table: str) -> Iterator[tuple[Request, bytes]]:
    """Sockets that begin or go on in an odd way."""
    upgrade = [
        (b"Connection", b"Upgrade"),
        (b"Upgrade", b"websocket"),
        (b"Sec-WebSocket-Version", b"13"),
        (b"Sec-WebSocket-Key", b"AAAAAAAAAAAAAAAAAAAAAA=="),
    ]
    plain = f"/api/tables/{table}/socket".encode()
    for value in IN_ADDRESSES:
        yield Request(b"GET", b"/api/tables/" + value + b"/socket", upgrade), b""
        yield Request(b"GET", plain + b"?x=" + value, upgrade), b""
    for headers in HEADERS:
        yield Request(b"GET", plain, [*upgrade, *headers]), b""
    for name, value in ((2, b"8"), (2, b"\xff"), (3, b""), (3, b"\xff"), (1, b"\xff")):
        yield (
            Request(
                b"GET", plain, [(one, value if place == name else usual) for place, (one, usual) in enumerate(upgrade)]
            ),
            b"",
        )
    for odd in ODD_FRAMES:
        yield Request(b"GET", plain, upgrade), odd


async def answer(club: Club, text: bytes) -> int:
    """The status of the answer to these bytes; 0 when the server only hangs up."""
    reading, writing = await asyncio.open_connection("127.0.0.1", club.port)
    try:
        writing.write(text)
        head = await asyncio.wait_for(reading.readline(), PATIENCE)
        await asyncio.wait_for(reading.read(), PATIENCE)
    except ConnectionError:
        return 0
    finally:
        writing.close()
    return int(head.split()[1]) if head else 0


async def shake_hands(club: Club, text: bytes, odd: bytes) -> int:
    """The status of a handshake, or the code with which the socket was closed; `odd` follows a handshake."""
    reading, writing = await asyncio.open_connection("127.0.0.1", club.port)
    try:
        writing.write(text)
        head = await asyncio.wait_for(reading.readline(), PATIENCE)
        if not head.startswith(b"HTTP/1.1 101"):
            return int(head.split()[1]) if head else 0
        await asyncio.wait_for(reading.readuntil(b"\r\n\r\n"), PATIENCE)
        writing.write(odd or frame(0x81, b"x"))
        # Somebody who was not let in is told so at once; nobody else is said goodbye to before they say it.
        heard = b"" if odd else await asyncio.wait_for(reading.read(2), PATIENCE)
        writing.write(frame(0x88, b""))
        return _closed_with(heard + await asyncio.wait_for(reading.read(), PATIENCE))
    except ConnectionError:
        return 0
    finally:
        writing.close()


def _closed_with(heard: bytes) -> int:
    """The code in the frame that ends what was heard; 1005 for none."""
    while len(heard) >= 2 and heard[0] != 0x88:
        long = heard[1] == 126
        heard = heard[4 + int.from_bytes(heard[2:4], "big") :] if long else heard[2 + heard[1] :]
    return int.from_bytes(heard[2:4], "big") if len(heard) >= 4 else 1005


def rows(club: Club) -> dict[str, int]:
    """How many rows each table of the database has."""
    counted = union_all(
        *(select(literal(name), func.count()).select_from(table) for name, table in schema.METADATA.tables.items())
    )
    found: dict[str, int] = club.service.database.read_now(lambda connection: dict(list(connection.execute(counted))))
    return found


class Complaints(logging.Handler):
    """Whatever the server logs as an error, or with an exception."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR or record.exc_info:
            error = record.exc_info[1] if record.exc_info else None
            self.heard.append(f"{record.name}: {record.getMessage()} {error!r}")
