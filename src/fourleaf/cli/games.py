"""`fourleaf games`: what can be played."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from rich.console import Console
from rich.table import Table

from fourleaf.bots import BOTS
from fourleaf.bots.introductions import introduced
from fourleaf.engine.options import Option, spelled
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
    for heading in ("game", "seats", "what it is", "by"):
        table.add_column(heading)
    for game in GAMES.values():
        seats = f"{game.seats[0]}–{game.seats[-1]}"
        table.add_row(game.name, seats, game.summary, game.credit)
    Console().print(table)
    for game in GAMES.values():
        for option in game.options:
            Console().print(f"\n{game.name}: {option.title}", highlight=False)
            Console().print(_values(option))
    return 0


def _values(option: Option) -> Table:
    """What is written on the command line for each value, and what it means."""
    table = Table(box=None, show_header=False)
    for value in option.values:
        table.add_row(f"--option {option.name}={spelled(value)}", option.words(value))
    return table


def _described(game: Any) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "credit": game.credit,
        "seats": list(game.seats),
        "rules_version": game.version,
        "goals": {seats: game.goal(seats) for seats in game.seats},
        "options": {o.name: _option(o) for o in game.options},
        "bots": {bot: introduced(bot, game)._asdict() for bot in BOTS},
    }


def _option(option: Option) -> dict[str, Any]:
    return {
        "values": list(option.values),
        "usual": option.usual,
        "meaning": option.meaning,
        "title": option.title,
        "says": list(option.says),
    }
