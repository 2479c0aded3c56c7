"""`fourleaf replay RECORD`: a match told again."""

from __future__ import annotations

import argparse
import json
from typing import Any

from rich.console import Console

from fourleaf.cli.drawing import drawn
from fourleaf.engine.record import Record
from fourleaf.engine.state import WATCHER
from fourleaf.games import replay as replay_record


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    """Put the command on the command line."""
    command = commands.add_parser("replay", help="tell a recorded match again and show how it stands")
    command.add_argument("record")
    command.add_argument("--seat", type=int, default=WATCHER, help="as this seat saw it (as a watcher did)")
    command.add_argument("--ply", type=int, help="only up to this ply")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the log and the last position."""
    match = replay_record(Record.load(args.record))
    ply = match.ply if args.ply is None else args.ply
    match.rewind(ply)
    log = match.log(args.seat)
    if args.json:
        print(
            json.dumps(
                {
                    "game": match.game.name,
                    "ply": ply,
                    "log": log,
                    "position": match.notation,
                    "over": match.is_over,
                    "scores": match.scores,
                    "ranks": match.ranks,
                },
                ensure_ascii=False,
            )
        )
        return 0
    console = Console()
    for number, line in enumerate(log):
        console.print(f"{number:4}  {line}", markup=False, highlight=False)
    console.print()
    console.print(drawn(match, args.seat))
    console.print(match.prompt(args.seat), style="bold", markup=False)
    return 0
