"""`fourleaf check-bot BOT`: whether a bot chooses by what its seat knows, and by nothing else."""

from __future__ import annotations

import argparse
from typing import Any

import msgspec
from rich.console import Console

from fourleaf.arena.lookalikes import POSITIONS, WORDS, WORLDS, LookalikeVerdict, look_alikes
from fourleaf.cli.words import add_guard, bar
from fourleaf.games import game as game_of


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    """Put the command on the command line."""
    command = commands.add_parser(
        "check-bot",
        help="see whether a bot of your own plays by what its seat knows",
        description="Asks a bot at many positions, each time in worlds that its seat cannot tell apart, with the same "
        "seed: whoever plays by what the seat knows answers alike. Exit code 0: it does. 1: it does not, or it fails. "
        "2: there is no such bot.",
    )
    command.add_argument("bot", help="my.module:MyBot, or one of ours")
    command.add_argument("game", nargs="*", help="only in these games (in all)")
    command.add_argument("--positions", type=int, default=POSITIONS, help=f"of each game ({POSITIONS})")
    command.add_argument("--worlds", type=int, default=WORLDS, help=f"for each position ({WORLDS})")
    command.add_argument("--seed", type=int, help="the same seed asks the same questions")
    command.add_argument("--json", action="store_true", help="print JSON")
    add_guard(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Ask, and print the verdict: 0 all alike, 1 something speaks against the bot."""
    games = [game_of(name).name for name in args.game] or None
    with bar("positions") as (watch, _):
        verdict = look_alikes(
            args.bot,
            games,
            args.positions,
            args.worlds,
            seed=args.seed,
            deadline=args.deadline,
            megabytes=args.memory,
            watch=watch,
        )
    if args.json:
        print(msgspec.json.encode({**msgspec.to_builtins(verdict), "holds": verdict.holds}).decode())
    else:
        _print(verdict)
    return 0 if verdict.holds else 1


def _print(verdict: LookalikeVerdict) -> None:
    console = Console(highlight=False, soft_wrap=True)
    for finding in verdict.findings:
        colour = "green" if finding.outcome == "alike" else "red"
        asked = f"{finding.choices} answers at {finding.positions} positions"
        console.print(f"[bold {colour}]{finding.game}[/]: {WORDS[finding.outcome]} ({asked})")
        if finding.words:
            console.print(f"  {finding.words}", markup=False)
    outcome = "plays by what its seat knows" if verdict.holds else "does not pass"
    console.print(f"\n{verdict.bot} {outcome} (seed {verdict.seed}).", markup=False)
