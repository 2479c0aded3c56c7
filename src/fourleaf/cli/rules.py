"""`fourleaf rules GAME [WORDS]`: the rulebook, or what it says about something."""

from __future__ import annotations

import argparse
import dataclasses
import json
from typing import Any, Final

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

from fourleaf.cli.drawing import told
from fourleaf.engine.errors import listed
from fourleaf.engine.game import Game
from fourleaf.engine.rulebook import Rulebook
from fourleaf.games import game

MOST: Final = 12
"""Passages that are shown; who wants fewer and better ones names more words."""


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    """Put the command on the command line."""
    command = commands.add_parser("rules", help="show the rules of a game")
    command.add_argument("game")
    command.add_argument("about", nargs="*", help="a clause (T2.5), a chapter (T2) or words to look for")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the rulebook, or what it says about something."""
    chosen = game(args.game)
    about = " ".join(args.about)
    if args.json:
        print(json.dumps(_described(chosen, about), indent=1, ensure_ascii=False))
        return 0 if not about or chosen.rulebook.about(about) else 1
    console = Console()
    if not about:
        console.print(told(chosen))
        return 0
    return 0 if print_passages(console, chosen.rulebook, about) else 1


def _described(game: Game[Any, Any], about: str) -> dict[str, Any]:
    """The whole rulebook with every clause, or what is found about something, the best first."""
    book = game.rulebook
    described: dict[str, Any] = {"game": game.name, "version": game.version}
    if not about:
        clauses = [dataclasses.asdict(passage) for passage in book.passages if passage.id]
        return {**described, "clauses": clauses, "text": book.text}
    found = [dataclasses.asdict(passage) for passage in book.about(about)]
    return {**described, "about": about, "clauses": found, "near": [] if found else book.near(about)}


def print_passages(console: Console, rulebook: Rulebook, about: str) -> bool:
    """Print what a rulebook says about something; whether it says anything."""
    found = rulebook.about(about)
    if not found:
        near = rulebook.near(about)
        meant = f" Did you mean {listed(near, 'or')}?" if near else ""
        console.print(f"The rulebook says nothing about “{about}”.{meant}", markup=False)
        return False
    table = Table(box=None, show_header=False, pad_edge=False)
    for passage in found[:MOST]:
        table.add_row(f"[bold]{passage.id or ''}[/]", Markdown(passage.text))
    console.print(table)
    if len(found) > MOST:
        console.print(f"… and {len(found) - MOST} more: name another word to find the best.", style="dim")
    return True
