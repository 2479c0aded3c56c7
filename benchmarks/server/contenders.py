"""Who is measured: our server with each game and database, and boardgame.io's in memory and on files."""

from __future__ import annotations

import contextlib
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, Protocol

from sqlalchemy import make_url

from benchmarks.server import ours, peer
from benchmarks.server.asking import each
from benchmarks.server.figures import Figures, Setup, Window, figures, together
from benchmarks.server.machine import Bystanders, Family, Load
from benchmarks.server.play import BenchTable, Play

PEER: Final = "boardgame.io, memory"
"""Whom ours is measured against."""
OURS: Final = "ours, SQLite"
"""Who has goals to reach."""
STOCK: Final = 25
"""Fresh tables that wait for a match to be over: so many, or a tenth of those in play, but never more than play."""


class AnyHall(Protocol):
    """How players of a server get to their tables."""

    @property
    def STEPS(self) -> tuple[str, ...]:  # noqa: N802  # a constant of each
        """What is done one after the other."""

    async def create(self, number: int, /) -> tuple[str, BenchTable]:
        """A table."""

    async def close(self) -> None:
        """Hang up."""


class Running(NamedTuple):
    """A server that runs, with all its processes."""

    address: str
    family: Family


class Contender(NamedTuple):
    """A server that can be started, and the game that is played on it."""

    name: str
    game: str
    seats: int
    run: Callable[[], contextlib.AbstractContextManager[Running]]
    enter: Callable[[str], Any]
    """The hall of a server at this address."""
    ends: bool = True
    """Whether matches come to an end, so that fresh tables must wait for that."""


def of_peer(on_files: bool) -> Contender:
    """boardgame.io's server."""
    name = "boardgame.io, files" if on_files else PEER
    return Contender(name, peer.GAME, peer.SEATS, partial(boardgame, on_files), peer.PeerHall, ends=False)


def of_ours(game: str, cluster: str | None) -> Contender:
    """Our server with this game, on SQLite or a PostgreSQL cluster."""
    run = on_sqlite if cluster is None else partial(on_postgres, cluster)
    name = OURS if cluster is None else "ours, PostgreSQL"
    return Contender(name, game, ours.seats_of(game), run, partial(ours.Hall, game=game))


@contextlib.contextmanager
def on_sqlite(*words: str) -> Iterator[Running]:
    """Our server on a fresh SQLite file."""
    with tempfile.TemporaryDirectory(prefix="bench") as folder, running(Path(folder, "bench.sqlite"), *words) as server:
        yield server


@contextlib.contextmanager
def running(path: Path, *words: str) -> Iterator[Running]:
    """Our server on a SQLite file."""
    yield from _until_left(*ours.serving(f"sqlite:///{path}", *words))


@contextlib.contextmanager
def on_postgres(cluster: str) -> Iterator[Running]:
    """Our server on a fresh database of a cluster, whose processes count as the server's."""
    import psycopg

    name = f"bench{time.time_ns()}"
    with psycopg.connect(cluster.replace("+psycopg", "").format(name="postgres"), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    url = cluster.format(name=name)
    postmaster = Path(str(make_url(url).query["host"]), "data", "postmaster.pid")
    yield from _until_left(*ours.serving(url), int(postmaster.read_text().split()[0]))


@contextlib.contextmanager
def boardgame(on_files: bool) -> Iterator[Running]:
    """boardgame.io's server, fresh."""
    with tempfile.TemporaryDirectory(prefix="bench") as folder:
        yield from _until_left(*peer.serving(Path(folder) if on_files else None))


def _until_left(server: subprocess.Popen[str], address: str, *also: int) -> Iterator[Running]:
    try:
        yield Running(address, Family(server.pid, *also))
    finally:
        server.terminate()
        server.communicate()


async def open_tables(
    hall: AnyHall, family: Family, count: int, numbers: Iterator[int]
) -> tuple[list[BenchTable], Setup]:
    """So many tables with their sockets, step by step."""
    before = family.memory
    steps: dict[str, float] = {}
    began = time.perf_counter()
    made = await each([next(numbers) for _ in range(count)], hall.create)
    steps["create"] = count / (time.perf_counter() - began)
    for step in hall.STEPS[1:]:
        began = time.perf_counter()
        await each(made, getattr(hall, step))
        steps[step] = count / (time.perf_counter() - began)
    tables = [table for _, table in made]
    setup = Setup(
        steps=steps,
        first_bytes=statistics.mean(table.first_bytes / len(table.told) for table in tables),
        table_bytes=(family.memory - before) / count,
    )
    return tables, setup


async def measure(contender: Contender, tables: int, seconds: float, seed: int) -> tuple[Figures, Load]:
    """What a fresh server does with so many tables in play for about so many seconds."""
    luck, numbers = Random(seed), iter(range(1 << 24))  # noqa: S311  # moves of a bench are no secret
    windows: list[Window] = []
    setups: list[Setup] = []
    with contender.run() as server:
        hall = contender.enter(server.address)
        family = server.family
        bystanders = Bystanders(family)
        # What a server loads with its first table is not that table's.
        first, _ = await open_tables(hall, family, 2, numbers)
        _leave(first)
        while (left := seconds - sum(window.seconds for window in windows)) > seconds / 4:
            count = tables + (max(min(STOCK, tables), tables // 10) if contender.ends else 0)
            opened, setup = await open_tables(hall, family, count, numbers)
            setups.append(setup)
            # Workers may have been started since.
            family = Family(*family.roots)
            windows.append(await Play(opened, tables, family, luck).run(left))
            _leave(opened)
        load = bystanders.load()
        await hall.close()
    return figures(together(windows), setups), load


def _leave(tables: Iterable[BenchTable]) -> None:
    for table in tables:
        table.leave()
