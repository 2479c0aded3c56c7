"""Where the knee is: the table core, in virtual time, on nodes and a database that take as long as was measured.

`python -m benchmarks.knee` prints a table for docs/hosting.md, `--draw FILE` draws it. Every move is a real one of a
real table, decided, chained and written by the server's own code into a database in memory. What it takes is not the
time of this machine but the costs below: a node has one core and one writer, the database some cores, and a sync that
all share who are there when it begins. So it says how load and waiting hang together, and not how fast a machine is.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final, TypeVar

from sqlalchemy import Connection

from fourleaf.server import wire
from fourleaf.server.storage.database import Rows
from fourleaf.server.storage.log import Log
from fourleaf.server.tables import lobby
from fourleaf.server.tables.environment import Environment
from fourleaf.server.tables.scheduler import Scheduler
from fourleaf.server.tables.table import Requester, Table
from fourleaf.server.tables.tables import Tables
from tests.server.simulation.memory import MemoryDatabase
from tests.server.simulation.virtual_time import VirtualClock, simulate
from tests.server.simulation.world import SETTINGS, InstantBots, OnlyKept, at_once

T = TypeVar("T")
PACE: Final = 10.0
"""Seconds between two moves at a table of people."""
NODES: Final = (1, 2, 5, 10)
LOADS: Final = (0.3, 0.5, 0.7, 0.8, 0.9, 1.0, 1.1)
"""In parts of what all nodes could compute."""
TABLES: Final = 300
"""Of each node; so many moves can be waited for at once."""
HOST: Final = "host"


@dataclass(frozen=True)
class Costs:
    """By benchmarks/results.md a move of Korrigans at 50 tables costs 0.70 ms on SQLite, 0.94 on PostgreSQL."""

    node: float = 0.00070
    """Seconds of a node's core, for a move."""
    database: float = 0.00024
    """Of a core of the database, for a move: what PostgreSQL costs more than SQLite."""
    transaction: float = 0.00010
    """Of a core of the database, for a transaction, however many moves are in it (assumed)."""
    sync: float = 0.004
    """Until the disk has it (a common one)."""
    network: float = 0.0005
    """From a node to the database, and back."""
    cores: int = 4
    """Of the database."""


@dataclass
class Shared:
    """The one database of all nodes: its cores, and its disk."""

    costs: Costs
    kept: MemoryDatabase
    cores: asyncio.Semaphore
    syncs: int = 0
    _sync: asyncio.Task[None] | None = None
    _next: asyncio.Task[None] | None = None

    async def commit(self, moves: int) -> None:
        """Compute for a transaction, then wait for a sync that begins after that."""
        await asyncio.sleep(self.costs.network)
        async with self.cores:
            await asyncio.sleep(self.costs.transaction + moves * self.costs.database)
        if self._next is None:
            self._next = asyncio.create_task(self._sync_after(self._sync))
        await asyncio.shield(self._next)
        await asyncio.sleep(self.costs.network)

    async def _sync_after(self, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait([before])
        self._sync, self._next = self._next, None
        self.syncs += 1
        await asyncio.sleep(self.costs.sync)


@dataclass
class QueueingDatabase:
    """The database as one node has it: all that waits while a transaction is on its way shares the next."""

    shared: Shared
    _waiting: list[asyncio.Future[None]] = field(default_factory=list)
    _writer: asyncio.Task[None] | None = None

    async def write(self, work: Callable[[Connection], T], rows: Sequence[Rows] = (), **more: Any) -> T:
        """Keep it at once, and say so when it would be durable."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(done)
        if self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write_on())
        await done
        return await self.shared.kept.write(work, rows, **more)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What is in memory is not read again; what is read takes no time."""
        return await self.shared.kept.read(work)

    async def _write_on(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting, []
            await self.shared.commit(len(group))
            for done in group:
                done.set_result(None)


class QueueingNode:
    """A server with one core."""

    def __init__(self, shared: Shared, luck: Random) -> None:
        clock = VirtualClock()
        scheduler = Scheduler(SETTINGS, InstantBots(), clock, lambda name, took: None)
        storage: Any = QueueingDatabase(shared)
        environment = Environment(Log(storage), clock, OnlyKept(scheduler), luck.randbytes, at_once)
        self.tables = Tables(storage, environment, scheduler)
        self._core = asyncio.Lock()
        self._cost = shared.costs.node

    @contextlib.asynccontextmanager
    async def computing(self) -> AsyncIterator[None]:
        """Wait for the core, and use it for a move."""
        async with self._core:
            await asyncio.sleep(self._cost)
        yield


@dataclass(frozen=True)
class Point:
    """What came of one load."""

    nodes: int
    asked: float
    """Moves a second that people would make."""
    p50: float
    p99: float
    group: float
    """Moves a sync."""


async def measure(costs: Costs, nodes: int, load: float, moves: int) -> Point:
    """Let people move at random times, and see how long each waits until the move is durable."""
    luck = Random(f"{nodes} {load}")  # noqa: S311  # the same in every run
    shared = Shared(costs, MemoryDatabase(luck), asyncio.Semaphore(costs.cores))
    servers = [QueueingNode(shared, luck) for _ in range(nodes)]
    tables = [(server, await _table(server, luck)) for server in servers for _ in range(TABLES)]
    asked = load * nodes / costs.node
    idle, waits = list(tables), list[float]()
    tasks: list[asyncio.Task[None]] = []
    syncs, now = shared.syncs, asyncio.get_running_loop().time
    for _ in range(moves):
        await asyncio.sleep(luck.expovariate(asked))
        if not idle:
            # More wait than there are tables here: with more of them it would be longer still.
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        place = luck.randrange(len(idle))
        idle[place], idle[-1] = idle[-1], idle[place]
        tasks = [task for task in tasks if not task.done()]
        tasks.append(asyncio.create_task(_move(*idle.pop(), luck, waits, idle, now)))
    if tasks:
        await asyncio.wait(tasks)
    # The first ones found everything empty.
    told = sorted(waits[len(waits) // 5 :])
    group = moves / (shared.syncs - syncs)
    shared.kept.close()
    return Point(nodes, asked, told[len(told) // 2], told[len(told) * 99 // 100], group)


async def _table(server: QueueingNode, luck: Random) -> Table:
    wish = wire.CreateTable(game="treasure", seats=["me", "me"], grace=None)
    # Whoever hosts so many would be refused.
    host = f"{HOST}{luck.getrandbits(48)}"
    made = await server.tables.create(wish, host, host)
    async with made.lock:
        await lobby.start(made, host)
    return made


async def _move(
    server: QueueingNode, table: Table, luck: Random, waits: list[float], idle: list[Any], now: Callable[[], float]
) -> None:
    began = now()
    async with server.computing(), table.lock:
        match, by = table.state.match, Requester(table.state.created.host)
        assert match is not None
        await table.play(match.actor, table.state.ply, luck.choice(match.legal), by)
    waits.append(now() - began)
    idle.append((server, table if table.state.status == "playing" else await _table(server, luck)))


def as_table(points: Sequence[Point]) -> str:
    """The points for the page."""
    rows = [
        "| nodes | moves a second | tables at a move every 10 s | p50 ms | p99 ms | moves a sync |",
        "| --- " * 6 + "|",
    ]
    rows += [
        f"| {point.nodes} | {point.asked:,.0f} | {point.asked * PACE:,.0f} | {1000 * point.p50:.1f} "
        f"| {1000 * point.p99:.1f} | {point.group:.1f} |"
        for point in points
    ]
    return "\n".join(rows)


WIDTH: Final = 720
HEIGHT: Final = 360
LEFT: Final = 60
BOTTOM: Final = 50
HIGHEST: Final = 200.0
"""Milliseconds at the upper edge; what waits longer goes out of the picture."""
COLOURS: Final = ("#2f7d4f", "#b5651d", "#5b6cc0", "#a23b72")


def as_svg(points: Sequence[Point]) -> str:
    """The points drawn: load to the right, waiting upwards, a line for each number of nodes."""
    furthest = max(point.asked for point in points) * PACE

    def place(point: Point) -> tuple[float, float]:
        right = LEFT + (WIDTH - LEFT - 20) * point.asked * PACE / furthest
        return right, HEIGHT - BOTTOM - (HEIGHT - BOTTOM - 20) * min(HIGHEST, 1000 * point.p99) / HIGHEST

    parts = [f'<line x1="{LEFT}" y1="{HEIGHT - BOTTOM}" x2="{WIDTH - 10}" y2="{HEIGHT - BOTTOM}" stroke="#777"/>']
    for step in range(0, 201, 50):
        y = HEIGHT - BOTTOM - (HEIGHT - BOTTOM - 20) * step / HIGHEST
        parts.append(f'<line x1="{LEFT}" y1="{y:.0f}" x2="{WIDTH - 10}" y2="{y:.0f}" stroke="#7774"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.0f}" text-anchor="end">{step}</text>')
    for tables in range(0, int(furthest) + 1, _step(furthest)):
        x = LEFT + (WIDTH - LEFT - 20) * tables / furthest
        parts.append(f'<text x="{x:.0f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{tables:,}</text>')
    for colour, nodes in zip(COLOURS, sorted({point.nodes for point in points}), strict=False):
        mine = [place(point) for point in points if point.nodes == nodes]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in mine)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        x, y = mine[-1]
        parts.append(
            f'<text x="{x - 6:.0f}" y="{y - 6:.0f}" text-anchor="end" style="fill:{colour}">{nodes} nodes</text>'
        )
    parts.append(f'<text x="{LEFT}" y="14">p99 until a move is durable, ms</text>')
    parts.append(f'<text x="{WIDTH - 10}" y="{HEIGHT - 12}" text-anchor="end">tables at a move every 10 seconds</text>')
    body = "\n".join(parts).replace(">1 nodes<", ">1 node<")
    style = "<style>text{font:13px sans-serif;fill:#777}</style>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="Waiting by load, for one to ten nodes">\n{style}\n{body}\n</svg>\n'
    )


def _step(furthest: float) -> int:
    """A round number that goes into it a few times."""
    step = 1
    while furthest / step >= 6:
        # 1, 2, 5, 10, 20, 50, ...
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return step


def main() -> None:
    """Measure, print, and draw where that is wished."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--draw", type=Path, metavar="FILE", help="draw it as SVG")
    words.add_argument("--moves", type=int, default=4000, help="for each node and point")
    args = words.parse_args()
    points = [simulate(measure(Costs(), nodes, load, args.moves * min(nodes, 3))) for nodes in NODES for load in LOADS]
    print(as_table(points))
    if args.draw:
        args.draw.write_text(as_svg(points), "utf-8")


if __name__ == "__main__":
    main()
