"""Somebody at a table of ours who does one thing after the other, and understands what is said."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

import msgspec

from benchmarks.server.asking import Refused
from benchmarks.server.line import PATIENCE, Line
from benchmarks.server.ours import Hall, from_address

Json = dict[str, Any]


class Talker:
    """A guest who has started a table alone, and plays or watches there."""

    _ids = itertools.count()

    def __init__(self, hall: Hall, table: str, headers: dict[str, str], seat: int | None) -> None:
        self._hall = hall
        self._table = table
        self._headers = headers
        self._seat = seat
        self._line: Line | None = None
        self._awaited: tuple[str, asyncio.Future[Json]] | None = None
        self._size = 0
        self._arrived = asyncio.Event()
        self.now: Json = {}
        self.seq = 0
        self.played = 0
        """Moves that were seen."""
        self.sent = 0
        """Messages of a flood."""
        self.thrown_out = 0

    @classmethod
    async def at_a_table(cls, hall: Hall, number: int, seats: list[str] | None = None) -> Talker:
        """Set up a table with these seats, or for oneself and a bot, and start it."""
        chosen = seats or ["me", "random"]
        wish = {"game": hall.game, "seats": chosen, "name": f"talker {number}"}
        address = from_address(number)
        made, cookie = await hall.asker.ask("POST", "/api/tables", wish, **address)
        talker = cls(hall, made["id"], {"Cookie": cookie, **address}, 0 if "me" in chosen else None)
        await hall.asker.ask("POST", f"/api/tables/{made['id']}/start", **talker._headers)
        await talker.read_from_the_beginning()
        return talker

    async def read_from_the_beginning(self) -> int:
        """Open a new line, say hello and be told everything; how many bytes that were."""
        await self._enter()
        await asyncio.wait_for(self._arrived.wait(), PATIENCE)
        return self._size

    async def _enter(self) -> None:
        self.hang_up()
        self._arrived.clear()
        self._size = 0
        given, _ = await self._hall.asker.ask("POST", f"/api/tables/{self._table}/ticket", **self._headers)
        self._line = await self._hall.dial(self._table, self._headers, self._hear, self._lose)
        self._say(type="hello", since=0, ticket=given["ticket"], **({} if self._seat is None else {"seat": self._seat}))

    async def do(self, kind: str, **fields: Any) -> None:
        """Do something, and wait until it has happened."""
        name = f"t{next(self._ids)}"
        future: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._awaited = (name, future)
        self._say(type=kind, id=name, **fields)
        answer = await asyncio.wait_for(future, PATIENCE)
        if answer["type"] != "ack":
            raise Refused(f"{kind}: {answer['words']}")
        while self.seq < answer["seq"]:
            self._arrived.clear()
            await asyncio.wait_for(self._arrived.wait(), PATIENCE)

    async def flood(self, burst: int, pause: float) -> None:
        """Send more than anybody may, for ever; whoever is thrown out comes back."""
        while True:
            for _ in range(burst):
                if self._line is not None:
                    self._say(type="ping")
                    self.sent += 1
            await asyncio.sleep(pause)
            if self._line is None:
                # By then a hello is heard again.
                await asyncio.sleep(1.0)
                await self._enter()

    def hang_up(self) -> None:
        """Leave the line."""
        if self._line is not None:
            self._line.hang_up()
            self._line = None

    def _lose(self) -> None:
        self._line = None
        self.thrown_out += 1

    def _say(self, **fields: Any) -> None:
        assert self._line is not None
        self._line.say(msgspec.json.encode(fields))

    def _hear(self, _line: Line, frame: bytes) -> None:
        told: Json = msgspec.json.decode(frame)
        self._size += len(frame)
        if self._awaited and told.get("id") == self._awaited[0]:
            self._awaited[1].set_result(told)
            self._awaited = None
        elif told["type"] == "update":
            self.played += sum(entry["kind"] == "played" for entry in told["entries"])
            self.seq = told["seq"]
            self.now = told["now"] or self.now
            if not told["more"]:
                self._arrived.set()
