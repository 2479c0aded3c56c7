"""`fourleaf review RECORD`: who was how likely to win when, what turned it, and what was luck."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from fourleaf.cli.words import bar
from fourleaf.engine.errors import BadStart, FourleafError
from fourleaf.engine.record import Record
from fourleaf.review import USUAL_EFFORT, Review, review
from fourleaf.review.page import name_of, page, percent, points, signed, turning_words


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    """Put the command on the command line."""
    command = commands.add_parser("review", help="look back on a match: chances, turning points, luck and skill")
    command.add_argument("record")
    command.add_argument("--seats", metavar="0,2", help="whose decisions are looked into (everybody's)")
    command.add_argument(
        "--effort", type=int, default=USUAL_EFFORT, help=f"games played on from each moment ({USUAL_EFFORT})"
    )
    command.add_argument("--seed", type=int, default=0, help="the same seed says the same (0)")
    shown = command.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="print JSON")
    shown.add_argument("--html", metavar="FILE", help="write a page with the curve drawn")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Review the record and show what was found."""
    record = Record.load(args.record)
    with bar(of="moments") as (watch, _):
        found = review(record, _seats(args.seats), args.effort, args.seed, watch)
    if args.json:
        print(msgspec.json.encode(found).decode())
    elif args.html is not None:
        try:
            Path(args.html).write_text(page(found), "utf-8")
        except OSError as error:
            raise FourleafError(f"cannot write {args.html}: {error.strerror}") from None
    else:
        _print(found)
    return 0


def _seats(words: str | None) -> list[int] | None:
    if words is None:
        return None
    try:
        return [int(word) for word in words.split(",")]
    except ValueError:
        raise BadStart(f"seats are written as numbers with commas, such as 0,2, not {words!r}") from None


def _print(found: Review) -> None:
    console = Console(highlight=False)
    console.print(f"{found.title}, {found.plies} plies, each moment played on {found.effort} times\n", markup=False)
    table = Table(box=None, pad_edge=False)
    for heading in ("seat", "at first", "luck", "own moves", "the others", "at the end"):
        table.add_column(heading, justify="left" if heading == "seat" else "right")
    for each in found.balances:
        moved = (f"{signed(part)} ± {points(part)}" for part in (each.luck, each.own, each.others))
        table.add_row(name_of(found, each.seat), percent(each.start), *moved, percent(each.end))
    console.print(table)
    console.print()
    for number, turn in enumerate(found.turning_points, 1):
        console.print(f"{number}. {turning_words(found, turn)}", markup=False)
    if not found.turning_points:
        console.print("No decision was worse than another one beyond doubt.")
