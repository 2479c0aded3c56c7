"""`fourleaf arena GAME`: how strong bots are, measured."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

import msgspec

from fourleaf.arena.report import rung_line
from fourleaf.arena.seating import FORMATS
from fourleaf.arena.tournament import Climbing, Ladder, Tournament
from fourleaf.cli.words import add_guard, add_options, bar, chosen_options, interruptible
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
    command.add_argument("--json", action="store_true", help="print JSON")
    command.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw the scores")
    add_guard(command)
    add_options(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the games and print what they say; who interrupts it gets what was played so far."""
    if args.plot is not None:
        _check_plot(args.plot)
    running = _climbing(args) if args.ladder else _tournament(args)
    with bar() as (watch, say), interruptible() as interrupted:
        how: dict[str, Any] = {"jobs": args.jobs, "scheduler": args.scheduler, "watch": watch}
        if isinstance(running, Climbing):
            running.play(**how, tell=lambda rung: say(rung_line(rung)))
        else:
            running.play(**how)
    found = running.ladder() if isinstance(running, Climbing) else running.standings()
    if interrupted.happened and not (found.rungs if isinstance(found, Ladder) else found.games):
        return interrupted.code("no block of games was finished")
    print(msgspec.json.encode(found).decode() if args.json else found)
    if args.plot is not None:
        args.plot.write_text(found.plot(), "utf-8")
    if isinstance(found, Ladder):
        return interrupted.code("the last comparison above may be a part of one", 0 if found.holds else 1)
    return interrupted.code(f"{found.games} of {found.planned} games are counted")


def _check_plot(path: Path) -> None:
    """A picture that cannot be drawn is refused before the first game rather than after the last."""
    if path.suffix.casefold() != ".svg":
        raise BadStart(f"a picture is drawn as SVG: name it {path.with_suffix('.svg')}, not {path}")
    if not path.parent.is_dir():
        raise BadStart(f"cannot write {path}: there is no folder {path.parent}")


def _tournament(args: argparse.Namespace) -> Tournament:
    if args.until_decided:
        raise BadStart("--until-decided belongs to a --ladder")
    if args.table and len(args.table) > 1:
        raise BadStart("only a --ladder is played at several tables")
    return Tournament(
        args.game,
        args.seats.split(","),
        args.games,
        how=args.format or "table",
        seats=args.table[0] if args.table else None,
        **_common(args),
    )


def _climbing(args: argparse.Namespace) -> Climbing:
    if args.format is not None:
        raise BadStart("a --ladder has a format of its own: each against the one below")
    return Climbing(
        args.game,
        args.ladder.split(","),
        args.games,
        seats=args.table,
        until_decided=args.until_decided,
        **_common(args),
    )


def _common(args: argparse.Namespace) -> dict[str, Any]:
    return {
        "seed": args.seed,
        "options": chosen_options(game_of(args.game), args.option),
        "deadline": args.deadline,
        "megabytes": args.memory,
    }
