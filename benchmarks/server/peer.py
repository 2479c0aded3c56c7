"""boardgame.io's own server, its lobby over HTTP and its players over socket.io's frames."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any, Final

import msgspec

from benchmarks.server.asking import Asker
from benchmarks.server.line import Line
from benchmarks.server.play import BenchTable, Told

HERE: Final = Path(__file__).parent / "boardgame"
GAME: Final = "meadow"
SEATS: Final = 2
CELLS: Final = range(1024)
EVENT: Final = b"42/meadow,"
"""How a message of socket.io's begins: a message (4), an event (2), and whose."""

UPDATE: Final = EVENT + b'["update"'
SYNC: Final = EVENT + b'["sync"'


class Context(msgspec.Struct):
    """Whose turn it is."""

    currentPlayer: str  # noqa: N815  # as it is called there


class State(msgspec.Struct):
    """How the match stands: no more of it than a player without eyes needs."""

    ctx: Context
    number: int = msgspec.field(name="_stateID")


class Synced(msgspec.Struct):
    """The first update."""

    state: State


_parts: Final = msgspec.json.Decoder(list[msgspec.Raw]).decode
_state: Final = msgspec.json.Decoder(State).decode
_synced: Final = msgspec.json.Decoder(Synced).decode


def is_installed() -> bool:
    """Whether `make bench-server` has fetched it."""
    return (HERE / "node_modules" / "boardgame.io").is_dir()


def serving(folder: Path | None) -> tuple[subprocess.Popen[str], str]:
    """The server in a process of its own, in memory or on files, and the addresses of lobby and sockets."""
    words = ["node", "serve.cjs", *([str(folder)] if folder else [])]
    server = subprocess.Popen(  # noqa: S603  # our own words
        words, cwd=HERE, env={**os.environ, "NODE_ENV": "production"}, stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    for line in server.stdout:
        if line.startswith("listening: "):
            _, sockets, lobby = line.split()
            return server, f"http://127.0.0.1:{lobby} ws://127.0.0.1:{sockets}"
    raise RuntimeError(f"boardgame.io did not start: exit {server.wait()}")


class SocketPlayer:
    """Somebody in a seat, who speaks as boardgame.io's own client does."""

    def __init__(self, table: BenchTable, match: str, seat: int, credentials: str) -> None:
        self._table = table
        self._match = match
        self._seat = seat
        self._credentials = credentials
        self.line: Line

    def hear(self, line: Line, frame: bytes) -> None:
        """Open, sync, and then updates."""
        self.line = line
        if frame.startswith(UPDATE):
            self._tell(_state(_parts(frame[len(EVENT) :])[2]), len(frame))
        elif frame.startswith(SYNC):
            self._tell(_synced(_parts(frame[len(EVENT) :])[2]).state, len(frame))
        elif frame.startswith(EVENT):
            # Who is there.
            pass
        elif frame == b"2":
            self.line.say(b"3")
        elif frame.startswith(b"0"):
            self.line.say(b"40/meadow,")
        elif frame.startswith(b"40/meadow,"):
            self._say("sync", self._match, str(self._seat), self._credentials)
        else:
            self._table.fail(f"the server said: {frame.decode()}")

    def play(self, told: Told, choice: int) -> None:
        """Send a move."""
        seat = str(self._seat)
        payload = {"type": "plant", "args": [choice], "playerID": seat, "credentials": self._credentials}
        self._say("update", {"type": "MAKE_MOVE", "payload": payload}, told.ply, self._match, seat)

    def hang_up(self) -> None:
        """Leave."""
        self.line.hang_up()

    def _say(self, *parts: Any) -> None:
        self.line.say(EVENT + msgspec.json.encode(parts))

    def _tell(self, state: State, size: int) -> None:
        mine = state.ctx.currentPlayer == str(self._seat)
        self._table.hear(self._seat, Told(state.number, False, CELLS if mine else ()), size)


class PeerHall:
    """The players of one server, and how they get to their matches: each step is done by many at once."""

    STEPS: Final = ("create", "join", "connect")

    def __init__(self, addresses: str) -> None:
        lobby, self._sockets = addresses.split()
        self.asker = Asker(lobby)

    async def create(self, _number: int) -> tuple[str, BenchTable]:
        """A match in the lobby."""
        made, _ = await self.asker.ask("POST", f"/games/{GAME}/create", {"numPlayers": SEATS})
        return str(made["matchID"]), BenchTable(SEATS)

    async def join(self, made: tuple[str, BenchTable]) -> None:
        """Both take their seats."""
        name, table = made
        for seat in range(SEATS):
            wish = {"playerID": str(seat), "playerName": f"guest {seat}"}
            given, _ = await self.asker.ask("POST", f"/games/{GAME}/{name}/join", wish)
            table.players.append(SocketPlayer(table, name, seat, given["playerCredentials"]))

    async def connect(self, made: tuple[str, BenchTable]) -> None:
        """Everybody opens a socket and is told how the match stands."""
        _, table = made
        uri = f"{self._sockets}/socket.io/?EIO=4&transport=websocket"
        for player in table.players:
            assert isinstance(player, SocketPlayer)
            player.line = await Line.open(uri, self.asker.address, {}, player.hear, table.drop)
        await table.seen()

    async def close(self) -> None:
        """Hang up."""
        await self.asker.close()
