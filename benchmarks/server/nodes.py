"""`make bench-nodes`: some nodes on one PostgreSQL, half of the tables with players at different nodes."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import psycopg
from rich.console import Console
from rich.table import Table as Sheet
from sqlalchemy import make_url

from benchmarks.server import ours
from benchmarks.server.asking import each
from benchmarks.server.figures import Window, percentile
from benchmarks.server.machine import Family
from benchmarks.server.play import BenchTable, Play
from tests.server.conftest import binary, running_postgres

STOCK: Final = 10
"""Fresh tables that wait for a match to be over, for each half."""


class Spread:
    """Guests of several nodes: at every second table each of them is at another node."""

    def __init__(self, addresses: Sequence[str], game: str) -> None:
        self._halls = [ours.Hall(address, game) for address in addresses]

    async def table(self, number: int, across: bool) -> BenchTable:
        """A table in play, whose players are at one node or at several."""
        home = number % len(self._halls)
        halls = self._halls[home:] + self._halls[:home] if across else [self._halls[home]]
        made = name, table = await halls[0].create(number)
        await halls[-1].join(made)
        await halls[0].start(made)
        for guest in table.players:
            assert isinstance(guest, ours.Guest)
            await halls[guest.seat % len(halls)].sit_down(name, table, guest)
        await table.seen()
        return table

    async def close(self) -> None:
        """Hang up."""
        for hall in self._halls:
            await hall.close()


class Row(NamedTuple):
    """What so many nodes have shown."""

    nodes: int
    moves: float
    same: Window
    across: Window
    node_time: float
    """Milliseconds that the nodes have computed for a move, all together."""
    database_time: float
    """The same of the database."""


@contextlib.contextmanager
def nodes_on(cluster: str, count: int) -> Iterator[tuple[list[str], Family, Family]]:
    """Some nodes on a fresh database: where they are, their processes and those of the database."""
    name = f"bench{time.time_ns()}"
    with psycopg.connect(cluster.replace("+psycopg", "").format(name="postgres"), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    url = cluster.format(name=name)
    postmaster = Path(str(make_url(url).query["host"]), "data", "postmaster.pid")
    running = [ours.serving(url) for _ in range(count)]
    try:
        database = Family(int(postmaster.read_text().split()[0]))
        yield [address for _, address in running], Family(*[server.pid for server, _ in running]), database
    finally:
        for server, _ in running:
            server.terminate()
        for server, _ in running:
            server.communicate()


async def measure(cluster: str, count: int, args: argparse.Namespace) -> Row:
    """So many nodes with so many tables in play, half of them across nodes."""
    luck, half = Random(args.seed), max(1, args.tables // 2)  # noqa: S311  # moves of a bench are no secret
    with nodes_on(cluster, count) as (addresses, family, database):
        hall = Spread(addresses, args.game)
        numbers = iter(range(1 << 24))
        same, across = [
            await each([next(numbers) for _ in range(half + STOCK)], partial(hall.table, across=far))
            for far in (False, True)
        ]
        # Sessions of the database are processes, and are there by now.
        family, database = Family(*family.roots), Family(*database.roots)
        before = family.time, database.time
        near, far = await asyncio.gather(
            Play(same, half, family, luck).run(args.seconds), Play(across, half, family, luck).run(args.seconds)
        )
        moves = near.moves + far.moves
        node_time, database_time = family.time - before[0], database.time - before[1]
        for table in [*same, *across]:
            table.leave()
        await hall.close()
    seconds = max(near.seconds, far.seconds)
    return Row(count, moves / seconds, near, far, 1000 * node_time / moves, 1000 * database_time / moves)


def show(rows: Sequence[Row], console: Console) -> None:
    """A line for each number of nodes."""
    sheet = Sheet()
    heads = [
        "nodes",
        "moves/s",
        "p50 ms",
        "p99 ms",
        "across: p50 ms",
        "p99 ms",
        "nodes' ms a move",
        "database's ms a move",
    ]
    for head in heads:
        sheet.add_column(head, justify="right")
    for row in rows:
        latencies = [
            f"{1000 * percentile(window.latencies, share):.1f}"
            for window in (row.same, row.across)
            for share in (0.5, 0.99)
        ]
        sheet.add_row(
            str(row.nodes), f"{row.moves:.0f}", *latencies, f"{row.node_time:.2f}", f"{row.database_time:.2f}"
        )
    console.print(sheet)


def main(words: Sequence[str] | None = None) -> int:
    """Measure and print."""
    command = argparse.ArgumentParser(prog="python -m benchmarks.server.nodes", description=__doc__)
    command.add_argument("--nodes", type=int, nargs="+", default=[1, 2, 3], help="how many nodes (1 2 3)")
    command.add_argument("--tables", type=int, default=50, help="tables in play at once (50)")
    command.add_argument("--seconds", type=float, default=10.0, help="how long each is watched (10)")
    command.add_argument("--game", default="treasure", help="the game that is played (treasure)")
    command.add_argument("--seed", type=int, default=7, help="for the players' moves (7)")
    args = command.parse_args(words)
    if binary("initdb") is None or binary("postgres") is None:
        print("fourleaf: PostgreSQL is not installed, and several nodes need it.", file=sys.stderr)
        return 2
    with running_postgres() as cluster:
        rows = [asyncio.run(measure(cluster, count, args)) for count in args.nodes]
    show(rows, Console(width=None if sys.stdout.isatty() else 120))
    return 1 if any(row.same.dropped or row.across.dropped for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
