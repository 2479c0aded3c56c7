"""Our own server as a host starts it, and guests who set up tables and play at them."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from benchmarks.server.asking import Asker
from benchmarks.server.line import Hears, Line
from benchmarks.server.play import BenchTable, Told
from fourleaf.engine.state import OVER
from fourleaf.games import GAMES

FREELY: Final = 1e9
"""How many times the usual rates: all guests come from one address here."""


class Choice(msgspec.Struct):
    """A legal move, as far as its number."""

    action: int


class Reading(msgspec.Struct):
    """What is being read before the match goes on."""

    seq: int
    waiting: list[int]


class Standing(msgspec.Struct):
    """How the match stands: no more of it than a player without eyes needs."""

    ply: int
    actor: int
    legal: list[Choice]
    pause: Reading | None = None


class Message(msgspec.Struct):
    """Any message of the server's."""

    type: str
    now: Standing | None = None


_read: Final = msgspec.json.Decoder(Message).decode


def seats_of(game: str) -> int:
    """Two, or the fewest that the game is played by."""
    return max(2, GAMES[game].seats[0])


def serving(database: str, *words: str) -> tuple[subprocess.Popen[str], str]:
    """The server in a process of its own, and its address."""
    command = [sys.executable, "-m", "fourleaf", "serve", "--port", "0", "--database", database, "--log-level", "error"]
    server = subprocess.Popen(  # noqa: S603  # our own interpreter and our own words
        [*command, *(words or ("--rates", str(FREELY)))], stderr=subprocess.PIPE, text=True
    )
    assert server.stderr is not None
    for line in server.stderr:
        if line.startswith("fourleaf: http"):
            return server, line.split()[1]
    raise RuntimeError(f"the server did not start: exit {server.wait()}")


class Guest:
    """Somebody in a seat, with a cookie and a line, from an address of their own."""

    _ids = itertools.count()

    def __init__(self, table: BenchTable, seat: int, headers: dict[str, str]) -> None:
        self._table = table
        self.seat = seat
        self.headers = headers
        self.line: Line

    def hear(self, _line: Line, frame: bytes) -> None:
        """Updates go to the table; a refusal ends the run."""
        message = _read(frame)
        if message.type == "update" and message.now is not None:
            now = message.now
            if now.pause is not None:
                # Whoever has no eyes has read at once; what comes when all have is the answer to the move.
                if self.seat in now.pause.waiting:
                    self.line.say(b'{"type":"on","id":"m%d","pause":%d}' % (next(self._ids), now.pause.seq))
                return
            told = Told(now.ply, now.actor == OVER, [choice.action for choice in now.legal])
            self._table.hear(self.seat, told, len(frame))
        elif message.type in ("refused", "closing"):
            self._table.fail(f"the server said: {frame.decode()}")

    def play(self, told: Told, choice: int) -> None:
        """Send a move with an id that was never used."""
        self.line.say(b'{"type":"play","id":"m%d","ply":%d,"action":%d}' % (next(self._ids), told.ply, choice))

    def hang_up(self) -> None:
        """Leave."""
        self.line.hang_up()


class Hall:
    """The guests of one server, and how they get to their tables: each step is done by many at once."""

    STEPS: Final = ("create", "join", "start", "connect")

    def __init__(self, address: str, game: str) -> None:
        self.asker = Asker(address)
        self.game = game
        self._joined = itertools.count(1 << 23)

    async def create(self, number: int) -> tuple[str, BenchTable]:
        """A public table whose host is new here."""
        seats = seats_of(self.game)
        wish = {"game": self.game, "seats": ["me", *["open"] * (seats - 1)], "public": True, "name": f"host {number}"}
        address = from_address(number)
        made, cookie = await self.asker.ask("POST", "/api/tables", wish, **address)
        table = BenchTable(seats)
        table.players.append(Guest(table, 0, {"Cookie": cookie, **address}))
        return str(made["id"]), table

    async def join(self, made: tuple[str, BenchTable]) -> None:
        """The others take their seats."""
        name, table = made
        for seat in range(1, len(table.told)):
            wish = {"seat": seat, "name": f"guest {seat}"}
            address = from_address(next(self._joined))
            _, cookie = await self.asker.ask("POST", f"/api/tables/{name}/join", wish, **address)
            table.players.append(Guest(table, seat, {"Cookie": cookie, **address}))

    async def start(self, made: tuple[str, BenchTable]) -> None:
        """The host starts the match."""
        name, table = made
        await self.asker.ask("POST", f"/api/tables/{name}/start", **_guests(table)[0].headers)

    async def connect(self, made: tuple[str, BenchTable]) -> None:
        """Everybody opens a socket and is told how the match stands."""
        name, table = made
        for guest in _guests(table):
            given, _ = await self.asker.ask("POST", f"/api/tables/{name}/ticket", **guest.headers)
            guest.line = await self.dial(name, guest.headers, guest.hear, table.drop)
            hello: dict[str, Any] = {
                "type": "hello",
                "seat": guest.seat,
                "since": 0,
                "ticket": given["ticket"],
                "changes": True,
                "rows": True,
            }
            guest.line.say(msgspec.json.encode(hello))
        await table.seen()

    async def dial(self, name: str, headers: dict[str, str], hears: Hears, lost: Callable[[], None]) -> Line:
        """A socket at a table, before its hello."""
        uri = f"{self.asker.address.replace('http', 'ws', 1)}/api/tables/{name}/socket"
        return await Line.open(uri, self.asker.address, headers, hears, lost)

    async def close(self) -> None:
        """Hang up."""
        await self.asker.close()


def _guests(table: BenchTable) -> Sequence[Guest]:
    return [player for player in table.players if isinstance(player, Guest)]


def from_address(number: int) -> dict[str, str]:
    """An address of a guest's own, for a server that believes it."""
    return {"X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"}
