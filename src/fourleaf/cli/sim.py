"""`fourleaf sim GAME`: many games between bots, counted."""

from __future__ import annotations

import argparse
import json
from importlib.metadata import version
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from fourleaf import __version__
from fourleaf.arena.estimates import Estimate
from fourleaf.arena.report import troubles
from fourleaf.arena.simulation import Simulating, Simulation
from fourleaf.cli.words import add_guard, add_options, bar, chosen_options, interruptible, said_options
from fourleaf.engine.game import Game
from fourleaf.games import game as game_of


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    """Put the command on the command line."""
    command = commands.add_parser("sim", help="play many games between bots and count")
    command.add_argument("game")
    command.add_argument("--seats", required=True, help="a bot for each seat: random,greedy,my.module:MyBot,…")
    command.add_argument("--games", type=int, default=1000, help="how many games (1000)")
    command.add_argument("--seed", type=int, help="the same seed gives the same games, with any number of jobs")
    command.add_argument("--jobs", type=int, default=1, help="processes (1)")
    command.add_argument("--json", action="store_true", help="print JSON")
    add_guard(command)
    add_options(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the games and print the counts; who interrupts it gets the counts so far."""
    game = game_of(args.game)
    simulating = Simulating(
        game.name,
        args.seats.split(","),
        args.games,
        args.seed,
        chosen_options(game, args.option),
        args.deadline,
        args.memory,
    )
    with bar() as (watch, _), interruptible() as interrupted:
        simulating.play(args.jobs, watch=watch)
    found = simulating.found()
    if not found.counts.games:
        return interrupted.code("no game was finished")
    if args.json:
        print(json.dumps(summary(game, found)))
    else:
        _print(game, found)
    return interrupted.code(f"{found.counts.games} of {found.planned} games were played")


def versions(game: Game[Any, Any]) -> dict[str, str | int]:
    """What else decides what a seed gives: the program, the rules, and where bots take their random numbers from."""
    return {"fourleaf": __version__, "rules": game.version, "librt": version("librt")}


def summary(game: Game[Any, Any], found: Simulation) -> dict[str, Any]:
    """The counts as means and shares, each with its two-sided 95 % interval."""
    counts = found.counts
    return {
        "game": found.game,
        "seats": found.seats,
        "games": counts.games,
        "seed": found.seed,
        "options": found.options,
        "versions": versions(game),
        "decisions": {"mean": counts.decisions / counts.games, "max": counts.longest},
        "chance": {"mean": counts.chances / counts.games},
        "branching": {"mean": counts.choices / max(counts.decisions, 1), "max": counts.widest},
        "wins": [share.mean for share in found.wins],
        "wins_95": [_interval(share) for share in found.wins],
        "nobody": found.nobody.mean,
        "nobody_95": _interval(found.nobody),
        "scores": {"mean": [score.mean for score in found.scores], "95": [_interval(each) for each in found.scores]},
        "failures": msgspec.to_builtins(found.failures),
        "lost": found.lost,
        "seconds": round(found.seconds, 3),
    }


def _interval(estimate: Estimate) -> list[float] | None:
    return None if estimate.low is None or estimate.high is None else [estimate.low, estimate.high]


def _print(game: Game[Any, Any], found: Simulation) -> None:
    console, counts = Console(), found.counts
    console.print(f"{counts.games} games of {game.title} in {found.seconds:.1f} s (seed {found.seed})")
    made_by = ", ".join(f"{what} {number}" for what, number in versions(game).items())
    console.print(f"{said_options(found.options)}; {made_by}\n", highlight=False)
    table = Table(box=None, pad_edge=False)
    for heading in ("seat", "bot", "wins", "95 %", "", "mean score", "95 % "):
        table.add_column(heading, justify="left" if heading in ("seat", "bot", "") else "right")
    for seat, name in enumerate(found.seats):
        share, score = found.wins[seat], found.scores[seat]
        between = "–" if score.low is None else f"{score.low:.2f}–{score.high:.2f}"
        table.add_row(str(seat), name, *_share(share), f"{score.mean:.2f}", between)
    if counts.nobody:
        table.add_row("–", "nobody", *_share(found.nobody), "", "")
    console.print(table)
    console.print(
        f"\n{counts.decisions / counts.games:.1f} decisions a game (at most {counts.longest}), "
        f"{counts.chances / counts.games:.1f} chance events; "
        f"{counts.choices / max(counts.decisions, 1):.2f} choices at a decision (at most {counts.widest})"
    )
    for each in troubles(found.failures, found.lost):
        console.print(each)


def _share(share: Estimate) -> tuple[str, str, str]:
    between = "–" if share.low is None else f"{share.low:.1%}–{share.high:.1%}"
    return f"{share.mean:.1%}", between, "▇" * round(20 * share.mean)
