"""`fourleaf rules GAME [WORDS]`: the rulebook, or the clauses about something."""

from __future__ import annotations

import argparse
from typing import Any

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

from fourleaf.cli.drawing import told
from fourleaf.engine.rulebook import Rulebook
from fourleaf.games import game


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    """Put the command on the command line."""
    command = commands.add_parser("rules", help="show the rules of a game")
    command.add_argument("game")
    command.add_argument("about", nargs="*", help="a clause (T2.5), a chapter (T2) or words to look for")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the rulebook, or what it says about something."""
    chosen = game(args.game)
    console = Console()
    if not args.about:
        console.print(told(chosen))
        return 0
    return 0 if print_clauses(console, chosen.rulebook, " ".join(args.about)) else 1


def print_clauses(console: Console, rulebook: Rulebook, about: str) -> bool:
    """Print the clauses about something; whether there are any."""
    clauses = rulebook.about(about)
    if not clauses:
        console.print(f"The rulebook says nothing about “{about}”.", markup=False)
        return False
    table = Table(box=None, show_header=False, pad_edge=False)
    for clause, text in clauses.items():
        table.add_row(f"[bold]{clause}[/]", Markdown(text))
    console.print(table)
    return True
