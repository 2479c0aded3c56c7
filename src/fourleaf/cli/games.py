"""`fourleaf games`: what can be played."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from rich.console import Console
from rich.table import Table

from fourleaf.engine.options import spelled
from fourleaf.games import GAMES, UNPLAYABLE


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    """Put the command on the command line."""
    command = commands.add_parser("games", help="list the games, their seats and options")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the list of games, and what is wrong with those that cannot be played."""
    for problem in UNPLAYABLE.values():
        print(problem, file=sys.stderr)
    if args.json:
        print(json.dumps([_described(game) for game in GAMES.values()], indent=1, ensure_ascii=False))
        return 0
    table = Table(box=None, pad_edge=False)
    for heading in ("game", "seats", "what it is", "by", "options"):
        table.add_column(heading)
    for game in GAMES.values():
        seats = f"{game.seats[0]}–{game.seats[-1]}"
        options = "\n".join(f"{o.name}: {', '.join(spelled(v) for v in o.values)}" for o in game.options) or "none"
        table.add_row(game.name, seats, game.summary, game.credit, options)
    Console().print(table)
    return 0


def _described(game: Any) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "credit": game.credit,
        "seats": list(game.seats),
        "rules_version": game.version,
        "options": {o.name: {"values": list(o.values), "usual": o.usual, "meaning": o.meaning} for o in game.options},
    }
