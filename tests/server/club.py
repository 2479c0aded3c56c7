"""A real server on a real port, and guests who come with a cookie and a socket."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket as sockets
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from fourleaf.server.app import create_app
from fourleaf.server.clock import Clock
from fourleaf.server.serving import Serving
from fourleaf.server.settings import Settings
from fourleaf.server.tables.bots import BotPool
from fourleaf.server.tables.tables import Begins, as_the_rules_say

T = TypeVar("T")
Json = dict[str, Any]
PATIENCE = 30.0
"""Seconds after which a test that waits for a message gives up; no test's outcome depends on it otherwise."""


def run(story: Coroutine[Any, Any, T]) -> T:
    """On the event loop that a server has on this machine."""
    with asyncio.Runner(loop_factory=uvicorn.Config("").get_loop_factory()) as runner:
        return runner.run(story)


def settings_for(folder: Path, **chosen: Any) -> Settings:
    usual: dict[str, Any] = {"database": f"sqlite:///{folder / 'club.sqlite'}", "bot_pace": 0.0, "rates": 1e6}
    return Settings(**{**usual, **chosen})


clubs_opened: Counter[str] = Counter()


def seeded_luck() -> Random:
    """The same luck whenever this test runs, other luck for each club that it opens."""
    test = os.environ["PYTEST_CURRENT_TEST"].rpartition(" ")[0]
    clubs_opened[test] += 1
    return Random(f"{test}, {clubs_opened[test]}")


class Club:
    """A server that is open; its inner parts only where it runs in this process."""

    def __init__(self, service: Any, port: int) -> None:
        self.service = service
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.guests: list[Guest] = []

    async def guest(self, name: str) -> Guest:
        """Somebody who has come in."""
        guest = Guest(self, name)
        self.guests.append(guest)
        await guest.post("/api/me", name=name)
        return guest

    def stranger(self) -> Guest:
        """Somebody whom the server does not know."""
        guest = Guest(self, "stranger")
        self.guests.append(guest)
        return guest


@contextlib.asynccontextmanager
async def open_club(
    settings: Settings,
    clock: Clock | None = None,
    bots: BotPool | None = None,
    beginning: Begins = as_the_rules_say,
) -> AsyncIterator[Club]:
    app = create_app(settings, clock, bots, beginning, seeded_luck().randbytes)
    listener = sockets.socket()
    listener.bind(("127.0.0.1", 0))
    server = Serving(app)
    serving = asyncio.create_task(server.serve([listener]))
    while not server.started:
        if serving.done():
            serving.result()
        await asyncio.sleep(0.005)
    club = Club(app.state.service, listener.getsockname()[1])
    try:
        yield club
    finally:
        for guest in club.guests:
            await guest.go()
        server.should_exit = True
        await serving
        listener.close()


class Guest:
    """Somebody with a browser."""

    def __init__(self, club: Club, name: str) -> None:
        self.club = club
        self.name = name
        self.http = httpx.AsyncClient(base_url=club.url, headers={"Origin": club.url}, timeout=PATIENCE)
        self.sockets: list[Socket] = []

    async def ask(self, method: str, path: str, body: Json | None = None) -> httpx.Response:
        return await self.http.request(method, path, json=body)

    async def get(self, path: str) -> Any:
        answer = await self.ask("GET", path)
        assert answer.is_success, answer.text
        return answer.json()

    async def post(self, path: str, **body: Any) -> Any:
        answer = await self.ask("POST", path, body)
        assert answer.is_success, answer.text
        return answer.json()

    async def refused(self, path: str, **body: Any) -> Json:
        answer = await self.ask("POST", path, body)
        assert 400 <= answer.status_code < 500, answer.text
        problem: Json = answer.json()
        return problem

    async def table(self, game: str, seats: list[str], **more: Any) -> str:
        return str((await self.post("/api/tables", game=game, seats=seats, **more))["id"])

    async def sit_down(self, table: str, seat: int | None = None, since: int = 0, **takes: bool) -> Socket:
        """A socket that looks through a seat, with everything so far, and takes `changes` or `rows`."""
        socket = await self.dial(table)
        await socket.say("hello", **({} if seat is None else {"seat": seat}), since=since, **takes)
        await socket.until(lambda told: told["type"] == "update" and not told["more"])
        return socket

    async def dial(self, table: str, by: sockets.socket | None = None) -> Socket:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        address = f"ws://127.0.0.1:{self.club.port}/api/tables/{table}/socket"
        headers = {"Cookie": cookies} if cookies else {}
        answer = await self.ask("POST", f"/api/tables/{table}/ticket")
        ticket = str(answer.json().get("ticket", ""))
        # Without a bound on what is unread: a client that has stopped reading takes ten seconds to hang up.
        line = await connect(
            address, origin=Origin(self.club.url), additional_headers=headers, max_size=None, max_queue=None, sock=by
        )
        socket = Socket(line, ticket)
        self.sockets.append(socket)
        return socket

    async def go(self) -> None:
        for socket in self.sockets:
            await socket.hang_up()
        await self.http.aclose()


class Socket:
    """One end of a WebSocket that keeps a journal of everything it was told."""

    def __init__(self, line: ClientConnection, ticket: str = "") -> None:
        self.line = line
        self.ticket = ticket
        self.journal: list[Json] = []
        self.frames: list[str] = []
        self._ids = 0

    async def say(self, kind: str, **fields: Any) -> None:
        shown = {"ticket": self.ticket} if kind == "hello" else {}
        await self.line.send(json.dumps({"type": kind, **shown, **fields}))

    async def hear(self) -> Json:
        frame = await asyncio.wait_for(self.line.recv(), PATIENCE)
        assert isinstance(frame, str)
        self.frames.append(frame)
        told: Json = json.loads(frame)
        self.journal.append(told)
        return told

    async def until(self, fits: Callable[[Json], bool]) -> Json:
        """Listen until a message fits."""
        while not fits(told := await self.hear()):
            pass
        return told

    async def do(self, kind: str, **fields: Any) -> Json:
        """Say something and listen for its ack or refusal."""
        self._ids += 1
        name = fields.pop("id", f"{kind}-{self._ids}-{id(self)}")
        await self.say(kind, id=name, **fields)
        return await self.until(lambda told: told.get("id") == name)

    async def follow(self, seq: int) -> None:
        """Listen until an entry has been told."""
        if not any(told["type"] == "update" and told["seq"] >= seq for told in self.journal):
            await self.until(lambda told: told["type"] == "update" and told["seq"] >= seq)

    @property
    def now(self) -> Json:
        """How the match stands as far as this socket was told."""
        standing: Json = next(told["now"] for told in reversed(self.journal) if told.get("now"))
        return standing

    @property
    def table(self) -> Json:
        table: Json = next(told["table"] for told in reversed(self.journal) if told.get("table"))
        return table

    @property
    def entries(self) -> list[Json]:
        """Every entry of the log that this socket was told, in order."""
        return [entry for told in self.journal if told["type"] == "update" for entry in told["entries"]]

    async def hang_up(self) -> None:
        await self.line.close()


async def play_on(socket: Socket, choose: Callable[[Json], int] | None = None) -> None:
    """Play this seat to the end of the match."""
    seat = socket.now["seat"]
    while socket.table["status"] == "playing":
        standing = socket.now
        pause = standing["pause"]
        if pause is not None and seat in pause["waiting"]:
            await socket.do("on", pause=pause["seq"])
            if socket.now == standing:
                await socket.until(lambda told: told["type"] == "update")
        elif standing["actor"] == seat and standing["legal"]:
            action = choose(standing) if choose else standing["legal"][0]["action"]
            answer = await socket.do("play", ply=standing["ply"], action=action)
            assert answer["type"] in ("ack", "refused"), answer
            if answer["type"] == "ack":
                await socket.follow(answer["seq"])
        else:
            await socket.until(lambda told: told["type"] == "update")
