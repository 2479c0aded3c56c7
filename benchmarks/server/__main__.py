"""`make bench-server`: our server and boardgame.io's turn about, so that what disturbs one disturbs the other."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from benchmarks.server import peer
from benchmarks.server.chores import CHORES
from benchmarks.server.contenders import OURS, PEER, Contender, measure, of_ours, of_peer
from benchmarks.server.figures import Figures
from benchmarks.server.machine import Load
from benchmarks.server.report import Chore, Measured, Report, show, this_machine, write_down
from fourleaf.games import GAMES
from tests.server.conftest import binary, running_postgres

PAGE: Final = Path(__file__).parents[1] / "results.md"
HOSTING: Final = PAGE.parents[1] / "docs" / "hosting.md"


def main(words: Sequence[str] | None = None) -> int:
    """Measure and print."""
    args = _read(words)
    with _cluster("postgres" in args.databases) as cluster, asyncio.Runner(loop_factory=_loop()) as runner:
        report = runner.run(bench(args, _contenders(args, cluster)))
    if args.results:
        write_down(report, PAGE, HOSTING)
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(report), indent=1).decode())
    else:
        show(report, Console(width=None if sys.stdout.isatty() else 200))
    return 1 if any(figures.dropped for one in report.measured for figures in one.rounds) else 0


async def bench(args: argparse.Namespace, contenders: Sequence[Contender]) -> Report:
    """Every contender at every number of tables, all of them once in each round; then everything besides moves."""
    found: dict[tuple[int, Contender], list[tuple[Figures, Load]]] = {}
    chores: list[Chore] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        turns = sum(len(_measured_at(tables, args, contenders)) for tables in args.tables)
        steps = turns * args.rounds + len(CHORES) * args.chores
        bar = progress.add_task("", total=steps)
        for tables in args.tables:
            for turn in range(args.rounds):
                for contender in _measured_at(tables, args, contenders):
                    progress.update(bar, description=f"{tables} tables: {contender.name}, {contender.game}")
                    figures = await measure(contender, tables, args.seconds, args.seed + turn)
                    found.setdefault((tables, contender), []).append(figures)
                    progress.advance(bar)
        for chore in CHORES if args.chores else ():
            progress.update(bar, description=(chore.__doc__ or "").partition(".")[0])
            chores += await chore(args.seconds, args.seed)
            progress.advance(bar)
    measured = [_measured(tables, contender, rounds) for (tables, contender), rounds in found.items()]
    return Report(machine=this_machine(), measured=measured, chores=chores)


def _measured_at(tables: int, args: argparse.Namespace, contenders: Sequence[Contender]) -> list[Contender]:
    """For the page only those whom a goal concerns are measured at every number of tables: it would take an hour."""
    if not args.results or tables == args.tables[0]:
        return list(contenders)
    return [contender for contender in contenders if contender.name in (PEER, OURS)]


def _measured(tables: int, contender: Contender, rounds: Sequence[tuple[Figures, Load]]) -> Measured:
    figures, loads = zip(*rounds, strict=True)
    return Measured(
        name=contender.name,
        game=contender.game,
        seats=contender.seats,
        tables=tables,
        rounds=list(figures),
        loads=list(loads),
    )


def _contenders(args: argparse.Namespace, cluster: str | None) -> list[Contender]:
    peers = [of_peer(on_files) for on_files in ((False,) if args.quick else (False, True))]
    if args.alone:
        peers = []
    elif not peer.is_installed():
        print("fourleaf: boardgame.io is not installed; `make bench-server` fetches it. Ours alone.", file=sys.stderr)
        peers = []
    lite = [of_ours(game, None) for game in args.games if "sqlite" in args.databases]
    return peers + lite + [of_ours(game, cluster) for game in args.games if cluster]


@contextlib.contextmanager
def _cluster(wanted: bool) -> Iterator[str | None]:
    if not wanted:
        yield None
    elif binary("initdb") is None or binary("postgres") is None:
        print("fourleaf: PostgreSQL is not installed, and is not measured.", file=sys.stderr)
        yield None
    else:
        with running_postgres() as cluster:
            yield cluster


def _loop() -> type[asyncio.AbstractEventLoop] | None:
    """The players' loop: uvloop's where it is installed."""
    return import_module("uvloop").Loop if find_spec("uvloop") else None


def _read(words: Sequence[str] | None) -> argparse.Namespace:
    command = argparse.ArgumentParser(prog="python -m benchmarks.server", description=__doc__)
    command.add_argument("--tables", type=_numbers, help="tables in play at once (50,200,1000)")
    command.add_argument("--seconds", type=float, help="how long each contender is watched in a round (10)")
    command.add_argument(
        "--rounds", type=int, help="how often each has its turn; the median counts; 0 for chores alone (3)"
    )
    command.add_argument("--games", type=_listed, default=list(GAMES), help="games of ours (all)")
    command.add_argument("--databases", type=_listed, help="sqlite, postgres or both (both)")
    command.add_argument("--alone", action="store_true", help="without boardgame.io")
    command.add_argument("--no-chores", dest="chores", action="store_false", help="moves alone")
    command.add_argument("--seed", type=int, default=7, help="for the players' moves (7)")
    command.add_argument(
        "--quick", action="store_true", help="a look, in a minute: moves alone, at 50 tables, on SQLite, in one round"
    )
    command.add_argument(
        "--results",
        action="store_true",
        help="everything that a goal is set for, in some twelve minutes, written into benchmarks/results.md",
    )
    command.add_argument("--json", action="store_true", help="print JSON")
    args = command.parse_args(words)
    args.chores = args.chores and not args.quick
    usual = ([50], 3.0, 1, ["sqlite"]) if args.quick else ([50, 200, 1000], 10.0, 3, ["sqlite", "postgres"])
    if args.results:
        usual = ([50, 200, 1000], 5.0, 1, ["sqlite", "postgres"])
    for name, value in zip(("tables", "seconds", "rounds", "databases"), usual, strict=True):
        if getattr(args, name) is None:
            setattr(args, name, value)
    return args


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _numbers(text: str) -> list[int]:
    return [int(part) for part in _listed(text)]


if __name__ == "__main__":
    sys.exit(main())
