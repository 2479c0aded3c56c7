"""`fourleaf puzzles GAME`: positions with one best line, looked for in games between bots."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from fourleaf.cli.words import bar, interruptible
from fourleaf.engine.errors import FourleafError
from fourleaf.engine.game import seed_from
from fourleaf.puzzles import Puzzle, written
from fourleaf.puzzles.mining import mine


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    """Put the command on the command line."""
    command = commands.add_parser("puzzles", help="look for positions with one best line, and prove them")
    command.add_argument("game")
    command.add_argument("--games", type=int, default=20, help="how many games bots play for it (20)")
    command.add_argument("--seed", type=int, help="the same seed finds the same puzzles")
    command.add_argument("--out", metavar="FILE", help="where to write them as JSON (on the terminal)")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play, prove and write; who interrupts it gets what was found so far."""
    found: list[Puzzle] = []
    with bar() as (watch, say), interruptible() as interrupted:
        for puzzle in mine(args.game, args.games, seed_from(args.seed), watch):
            found.append(puzzle)
            say(f"{len(found)}  {puzzle.explanation}")
    if args.out is None:
        print(written(found).decode(), end="")
    else:
        try:
            Path(args.out).write_bytes(written(found))
        except OSError as error:
            raise FourleafError(f"cannot write {args.out}: {error.strerror}") from None
    return interrupted.code(f"{len(found)} puzzles were found", 0 if found else 1)
