"""Tables in play: one move in flight at each, until time or the stock of fresh tables runs out."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Sequence
from random import Random
from typing import Protocol

import msgspec

from benchmarks.server.figures import Window
from benchmarks.server.line import PATIENCE
from benchmarks.server.machine import Family


class Told(msgspec.Struct, frozen=True):
    """What an update says, whoever's server it comes from."""

    ply: int
    over: bool
    choices: Sequence[int]
    """What the player who was told may do now; nothing when others decide."""


class Player(Protocol):
    """Somebody at a table, with a line to the server."""

    def play(self, told: Told, choice: int) -> None:
        """Send a move."""

    def hang_up(self) -> None:
        """Leave."""


class BenchTable:
    """One table with its players, and what each of them was told last."""

    def __init__(self, seats: int) -> None:
        self.players: list[Player] = []
        self.told: list[Told | None] = [None] * seats
        self.first_bytes = 0
        self.mover = 0
        self.ply = -1
        """What the match has had when the move in flight was sent."""
        self.sent = 0.0
        self.window: Play | None = None
        self._seen: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def seen(self) -> None:
        """Wait until everybody was told how the match stands."""
        await asyncio.wait_for(self._seen, PATIENCE)

    def hear(self, seat: int, told: Told, size: int) -> None:
        """An update has reached a seat."""
        if self.window is None:
            self.first_bytes += size
        else:
            self.window.count(size)
        self.told[seat] = told
        have = [place for place, one in enumerate(self.told) if one is not None and (one.over or one.ply > self.ply)]
        if len(have) - (self.mover in have) == len(self.told) - 1:
            self._arrived()
        if len(have) < len(self.told):
            return
        if self.window is not None:
            self.window.go_on(self)
        elif not self._seen.done():
            self._seen.set_result(None)

    def move(self, luck: Random) -> None:
        """Whoever decides plays something legal, unless all have left while they thought."""
        if self.window is None:
            return
        for seat, told in enumerate(self.told):
            if told is not None and told.choices:
                self.mover, self.ply, self.sent = seat, told.ply, time.perf_counter()
                self.players[seat].play(told, luck.choice(told.choices))
                return
        raise RuntimeError("nobody at the table may move, and the match is not over")

    def drop(self) -> None:
        """A socket was closed, and not by its player."""
        if self.window is not None:
            self.window.lose(self)
        elif not self._seen.done():
            self._seen.set_exception(ConnectionError("a socket was dropped before the first move"))

    def fail(self, words: str) -> None:
        """The server has refused what it had offered."""
        trouble = RuntimeError(words)
        if self.window is not None:
            self.window.stop(trouble)
        elif not self._seen.done():
            self._seen.set_exception(trouble)

    @property
    def is_over(self) -> bool:
        """Whether the match is."""
        return any(told is not None and told.over for told in self.told)

    def leave(self) -> None:
        """Everybody goes."""
        self.window = None
        for player in self.players:
            player.hang_up()

    def _arrived(self) -> None:
        if self.window is not None and self.sent:
            self.window.arrived(time.perf_counter() - self.sent)
            self.sent = 0.0


class Play:
    """So many tables in play at once; one that is over or lost is replaced from the stock."""

    def __init__(
        self, tables: Sequence[BenchTable], live: int, family: Family, luck: Random, pace: float = 0.0
    ) -> None:
        self._live, self._stock = list(tables[:live]), list(tables[live:])
        self._family = family
        self._luck = luck
        self._pace = pace
        """Seconds that players think before they move."""
        self._moves = self._updates = self._bytes = self._dropped = 0
        self._latencies: list[float] = []
        self._began: tuple[float, float, float] | None = None
        self._seconds = 0.0
        self._loop = asyncio.get_running_loop()
        self._done: asyncio.Future[None] = self._loop.create_future()

    async def run(self, seconds: float) -> Window:
        """Play for so long, and a move a table at least, from when each had moved once on the average."""
        self._seconds = seconds
        # What was made to set up is not looked through again while latencies are taken.
        gc.collect()
        gc.freeze()
        for table in self._live:
            table.window = self
            self._move_at(table)
        await asyncio.wait_for(self._done, seconds + PATIENCE)
        if self._began is None or not self._moves:
            raise RuntimeError("the stock of tables ran out before anything was measured")
        (began, server, clients), (ended, server_now, clients_now) = self._began, self._times()
        return Window(
            moves=self._moves,
            seconds=ended - began,
            latencies=self._latencies,
            updates=self._updates,
            update_bytes=self._bytes,
            server_time=server_now - server,
            client_time=clients_now - clients,
            dropped=self._dropped,
        )

    def count(self, size: int) -> None:
        """An update of so many bytes has come."""
        self._updates += 1
        self._bytes += size

    def arrived(self, latency: float) -> None:
        """The others have a move."""
        self._moves += 1
        self._latencies.append(latency)
        if self._moves < len(self._live):
            return
        if self._began is None:
            self._moves = self._updates = self._bytes = 0
            self._latencies.clear()
            self._began = self._times()
        elif time.perf_counter() - self._began[0] >= self._seconds:
            self.stop()

    def go_on(self, table: BenchTable) -> None:
        """Everybody at the table has seen the move."""
        if table.is_over:
            self._replace(table)
        else:
            self._move_at(table)

    def lose(self, table: BenchTable) -> None:
        """A table has lost a socket and cannot go on."""
        self._dropped += 1
        self._replace(table)

    def stop(self, trouble: Exception | None = None) -> None:
        """The window closes."""
        if self._done.done():
            return
        if trouble is None:
            self._done.set_result(None)
        else:
            self._done.set_exception(trouble)

    def _replace(self, table: BenchTable) -> None:
        table.window = None
        if self._stock:
            fresh = self._stock.pop()
            fresh.window = self
            self._move_at(fresh)
        else:
            # With one table less it would be another load.
            self.stop()

    def _move_at(self, table: BenchTable) -> None:
        if self._done.done():
            return
        if self._pace:
            self._loop.call_later(self._pace * self._luck.uniform(0.5, 1.5), table.move, self._luck)
        else:
            table.move(self._luck)

    def _times(self) -> tuple[float, float, float]:
        return time.perf_counter(), self._family.time, time.process_time()
