"""What a server does besides moves: listing, catching up, bots' turns, and one client that floods it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from random import Random
from typing import Final

from benchmarks.server.asking import each
from benchmarks.server.contenders import Contender, of_ours, of_peer, on_sqlite, open_tables, running
from benchmarks.server.figures import Window, percentile, ratio
from benchmarks.server.machine import Family
from benchmarks.server.ours import FREELY, Hall
from benchmarks.server.peer import GAME, is_installed
from benchmarks.server.play import Play
from benchmarks.server.report import Chore
from benchmarks.server.talking import Talker

TABLES: Final = 50
FEW_STORED: Final = 100
MANY_STORED: Final = 100_000
LISTINGS: Final = 200
BOT_TABLES: Final = 200
ENTRIES: Final = 1000
CATCHES: Final = 10
PACE: Final = 0.7
"""Seconds after which a bot's answer is shown, as the server has it by itself."""
WORKERS: Final = 1
TURNS: Final = 3
"""How often quiet and flood take turns."""
THINKING: Final = 0.5
"""Seconds that players think while somebody floods the server: with little load it is the flood that shows."""
BURST: Final = 4
BURSTS_A_SECOND: Final = 100
"""How the flood comes: eighty times what a guest may send, just not enough refusals in a row to be thrown out."""


async def listing(_seconds: float, _seed: int) -> list[Chore]:
    """Listing tables."""
    ours = await _lists(of_ours("treasure", None), "/api/tables?status=playing")
    if not is_installed():
        return [Chore(name=f"lists of {TABLES} tables", value=ours, unit="a second")]
    peers = await _lists(of_peer(on_files=False), f"/games/{GAME}")
    return [
        Chore(
            name=f"lists of {TABLES} tables", value=ours, unit="a second", beside=f"boardgame.io: {peers:,.0f} a second"
        )
    ]


async def catching_up(_seconds: float, _seed: int) -> list[Chore]:
    """Catching up with 1,000 entries."""
    with on_sqlite() as server:
        hall = Hall(server.address, "flipslide")
        talker = await _long_log(hall)
        spent, sizes, times = server.family.time, [], []
        for _ in range(CATCHES):
            began = time.perf_counter()
            sizes.append(await talker.read_from_the_beginning())
            times.append(time.perf_counter() - began)
        cost = (server.family.time - spent) / CATCHES
        talker.hang_up()
        await hall.close()
    name = f"catching up with {ENTRIES:,} entries"
    return [
        Chore(name=name, value=1000 * percentile(times, 0.5), unit="ms"),
        Chore(name=f"{name}, server time", value=1000 * cost, unit="ms"),
        Chore(name=f"{name}, sent", value=percentile(sizes, 0.5) / 1024, unit="KB"),
    ]


async def bots(seconds: float, seed: int) -> list[Chore]:
    """Tables of bots that keep their beat, beside people who move as often."""
    random, medium = await _beat("random", seconds), await _beat("medium", seconds)
    person = await _by_people(seconds, seed)
    beside = f"{person:.2f} s/1,000 moves of people"
    name = "a bot's move in parts of a person's at the same pace: server time"
    return [
        *random,
        *medium,
        Chore(name=name, value=random[-1].value / max(person, 1e-9), unit="times", beside=beside),
    ]


async def _by_people(seconds: float, seed: int) -> float:
    """Seconds of server time for a thousand moves of people who keep the beat of bots."""
    luck, numbers = Random(seed), itertools.count()  # noqa: S311  # moves of a bench are no secret
    with on_sqlite() as server:
        hall = Hall(server.address, "korrigans")
        tables, _ = await open_tables(hall, server.family, BOT_TABLES, numbers)
        window = await Play(tables, BOT_TABLES, server.family, luck, PACE).run(seconds)
        for table in tables:
            table.leave()
        await hall.close()
    return 1000 * window.server_time / window.moves


async def flood(seconds: float, seed: int) -> list[Chore]:
    """One client that floods the server."""
    quiet: list[Window] = []
    flooded: list[Window] = []
    luck, numbers = Random(seed), itertools.count()  # noqa: S311  # moves of a bench are no secret
    # With the usual rates, and everybody from an address of their own.
    with on_sqlite("--trusted-proxies", "127.0.0.1") as server:
        hall = Hall(server.address, "korrigans")
        flooder = await Talker.at_a_table(hall, next(numbers))
        for windows, floods in ((quiet, False), (flooded, True)) * TURNS:
            tables, _ = await open_tables(hall, server.family, TABLES, numbers)
            nuisance = asyncio.create_task(flooder.flood(BURST, 1 / BURSTS_A_SECOND)) if floods else None
            windows.append(await Play(tables, TABLES // 2, server.family, luck, THINKING).run(seconds))
            if nuisance:
                nuisance.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await nuisance
            for table in tables:
                table.leave()
        flooder.hang_up()
        await hall.close()
    name = f"p99 of the others while one sends {BURST * BURSTS_A_SECOND:,} messages a second"
    p99s, p99s_flooded = ([1000 * percentile(one.latencies, 0.99) for one in of] for of in (quiet, flooded))
    beside = f"{percentile(p99s, 0.5):.1f} ms without; {flooder.sent:,} sent, thrown out {flooder.thrown_out} times"
    cores, cores_flooded = ([one.server_time / one.seconds for one in of] for of in (quiet, flooded))
    return [
        Chore(name=name, value=ratio(p99s_flooded, p99s), unit="times", beside=beside),
        Chore(
            name="what one who floods takes of the server",
            value=percentile(cores_flooded, 0.5) - percentile(cores, 0.5),
            unit="cores",
            beside=f"{percentile(cores, 0.5):.2f} without",
        ),
    ]


async def stored(seconds: float, seed: int) -> list[Chore]:
    """A move while many tables lie in the database."""
    costs = [await _cost_beside(count, seconds, seed) for count in (FEW_STORED, MANY_STORED)]
    return [
        Chore(
            name=f"server time of a move with {MANY_STORED:,} stored tables",
            value=costs[1] / max(costs[0], 1e-9),
            unit="times",
            beside=f"{1000 * costs[0]:.2f} s/1,000 with {FEW_STORED}",
        )
    ]


CHORES: Final[Sequence[Callable[[float, int], Awaitable[list[Chore]]]]] = (listing, catching_up, bots, flood, stored)


async def _cost_beside(count: int, seconds: float, seed: int) -> float:
    """Seconds of server time for a move, with so many tables in the database that nobody looks at."""
    luck, numbers = Random(seed), itertools.count()  # noqa: S311  # moves of a bench are no secret
    with tempfile.TemporaryDirectory(prefix="bench") as folder:
        path = Path(folder, "bench.sqlite")
        with running(path) as server:
            hall = Hall(server.address, "treasure")
            tables, _ = await open_tables(hall, server.family, 1, numbers)
            tables[0].leave()
            await hall.close()
        multiply(path, count)
        with running(path) as server:
            hall = Hall(server.address, "treasure")
            # Matches of this game are short.
            tables, _ = await open_tables(hall, server.family, 3 * TABLES, numbers)
            window = await Play(tables, TABLES, server.family, luck).run(seconds)
            for table in tables:
                table.leave()
            await hall.close()
    return window.server_time / window.moves


def multiply(path: Path, count: int) -> None:
    """Put so many copies of the one table of a database beside it, with all its entries."""
    numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        for name, key in (("tables", "id"), ("entries", "table"), ("seats", "table")):
            columns = [row[1] for row in connection.execute(f'PRAGMA table_info("{name}")')]
            values = ", ".join("'copy' || n.i" if column == key else f't."{column}"' for column in columns)
            connection.execute(f'INSERT INTO "{name}" {numbers} SELECT {values} FROM "{name}" AS t, n', [count])  # noqa: S608
        connection.commit()


async def _lists(contender: Contender, path: str) -> float:
    with contender.run() as server:
        hall = contender.enter(server.address)
        tables, _ = await open_tables(hall, server.family, TABLES, itertools.count())
        began = time.perf_counter()
        await each(range(LISTINGS), lambda _: hall.asker.ask("GET", path))
        rate = LISTINGS / (time.perf_counter() - began)
        for table in tables:
            table.leave()
        await hall.close()
    return rate


async def _long_log(hall: Hall) -> Talker:
    """A table whose log has grown by moves that were taken back."""
    talker = await Talker.at_a_table(hall, 0, ["me", "me"])
    while talker.seq < ENTRIES:
        now = talker.now
        if now["undo"] and now["undo"]["free"]:
            await talker.do("undo", ply=now["undo"]["free"][-1])
        else:
            await talker.do("play", ply=now["ply"], action=now["legal"][0]["action"])
    return talker


async def _beat(level: str, seconds: float) -> list[Chore]:
    """How far tables of bots keep the beat, and on what the time goes."""
    with on_sqlite("--rates", str(FREELY), "--bot-pace", str(PACE), "--bot-workers", str(WORKERS)) as server:
        hall = Hall(server.address, "korrigans")
        watchers = await each(range(BOT_TABLES), lambda number: Talker.at_a_table(hall, number, [level, level]))
        await asyncio.sleep(2 * PACE)
        family = Family(*server.family.roots)
        before = _bots_moves(watchers)
        began, own, everything = time.perf_counter(), family.own_time, family.time
        await asyncio.sleep(seconds)
        passed, moves = time.perf_counter() - began, _bots_moves(watchers) - before
        own, everything = family.own_time - own, family.time - everything
        for watcher in watchers:
            watcher.hang_up()
        await hall.close()
    thinking = everything - own
    name, beat = f"{BOT_TABLES} tables of {level} bots", BOT_TABLES / PACE
    return [
        Chore(name=f"{name}: the beat", value=moves / passed / beat, unit="kept", beside=f"{beat:,.0f} moves/s"),
        Chore(
            name=f"{name}: what their thinking allows",
            value=allowed(moves, thinking, WORKERS, beat),
            unit="of the beat",
            beside=f"{thinking / passed:.2f} of {WORKERS} cores busy",
        ),
        Chore(name=f"{name}: server time", value=1000 * own / max(moves, 1), unit="s/1,000 moves"),
    ]


def allowed(moves: int, thinking: float, workers: int, beat: float) -> float:
    """The share of the beat that so many workers could keep if nothing but the bots' own thinking took time."""
    return min(1.0, workers * moves / thinking / beat) if thinking else 1.0


def _bots_moves(watchers: Sequence[Talker]) -> int:
    return sum(watcher.played for watcher in watchers)
