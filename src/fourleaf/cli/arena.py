"""`fourleaf arena GAME`: how strong bots are, measured."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from fourleaf.arena.report import rung_line
from fourleaf.arena.seating import FORMATS
from fourleaf.arena.standings import Standings
from fourleaf.arena.playing import DEADLINE
from fourleaf.arena.tournament import Ladder, Rung, Watch, ladder, tournament
from fourleaf.cli.words import add_options, chosen_options
from fourleaf.engine.errors import BadStart
from fourleaf.games import game as game_of


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    """Put the command on the command line."""
    command = commands.add_parser("arena", help="measure how strong bots are")
    command.add_argument("game")
    who = command.add_mutually_exclusive_group(required=True)
    who.add_argument("--seats", metavar="BOT,BOT,…", help="the contestants: hard,search:500,my.module:MyBot,…")
    who.add_argument(
        "--ladder", metavar="BOT,BOT,…", help="from the weakest up: does each beat the one below, at every table?"
    )
    command.add_argument(
        "--format",
        choices=FORMATS,
        help="all at one table (table, the usual one), every two of them (roundrobin), "
        "or the first against each (gauntlet)",
    )
    command.add_argument(
        "--table",
        type=int,
        action="append",
        metavar="SEATS",
        help="seats at the table of two contestants, who hold half of them each; may be repeated for a ladder",
    )
    command.add_argument("--games", type=int, default=1000, help="games of each pairing, in whole blocks (1000)")
    command.add_argument("--until-decided", action="store_true", help="end each comparison of a ladder once decided")
    command.add_argument("--seed", type=int, help="the same seed gives the same games")
    command.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (one for each core)")
    command.add_argument("--scheduler", metavar="ADDRESS", help="play on the Dask cluster of this scheduler")
    command.add_argument(
        "--deadline",
        type=float,
        default=DEADLINE,
        metavar="SECONDS",
        help=f"for a move of a bot from outside ({DEADLINE:g})",
    )
    command.add_argument("--json", action="store_true", help="print JSON")
    command.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw the scores")
    add_options(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the games and print what they say."""
    if args.plot is not None and not args.plot.parent.is_dir():
        # Known before the first game rather than after the last.
        raise BadStart(f"cannot write {args.plot}: there is no folder {args.plot.parent}")
    with _bar() as (watch, tell):
        found = _ladder(args, watch, tell) if args.ladder else _tournament(args, watch)
    print(msgspec.json.encode(found).decode() if args.json else found)
    if args.plot is not None:
        args.plot.write_text(found.plot(), "utf-8")
    return 0 if isinstance(found, Standings) or found.holds else 1


def _tournament(args: argparse.Namespace, watch: Watch) -> Standings:
    if args.until_decided:
        raise BadStart("--until-decided belongs to a --ladder")
    if args.table and len(args.table) > 1:
        raise BadStart("only a --ladder is played at several tables")
    return tournament(
        args.game,
        args.seats.split(","),
        args.games,
        how=args.format or "table",
        seats=args.table[0] if args.table else None,
        watch=watch,
        **_common(args),
    )


def _ladder(args: argparse.Namespace, watch: Watch, tell: Callable[[Rung], None]) -> Ladder:
    if args.format is not None:
        raise BadStart("a --ladder has a format of its own: each against the one below")
    return ladder(
        args.game,
        args.ladder.split(","),
        args.games,
        seats=args.table,
        until_decided=args.until_decided,
        watch=watch,
        tell=tell,
        **_common(args),
    )


def _common(args: argparse.Namespace) -> dict[str, Any]:
    return {
        "seed": args.seed,
        "options": chosen_options(game_of(args.game), args.option),
        "deadline": args.deadline,
        "jobs": args.jobs,
        "scheduler": args.scheduler,
    }


@contextmanager
def _bar() -> Iterator[tuple[Watch, Callable[[Rung], None]]]:
    """A bar on the terminal with the rate and the time left, and a line for each comparison that is over."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True, soft_wrap=True)
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("", total=None, rate="")

        def watch(what: str, done: int, of: int) -> None:
            if what != bar.tasks[0].description:
                bar.reset(task, description=what, total=of, rate="")
            speed = bar.tasks[0].speed
            bar.update(task, completed=done, rate="" if speed is None else f"{speed:,.1f} games/s")

        def tell(rung: Rung) -> None:
            console.print(rung_line(rung), highlight=False)

        yield watch, tell
