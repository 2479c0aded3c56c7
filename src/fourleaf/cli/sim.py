"""`fourleaf sim GAME`: many games between bots, counted."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable
from typing import Any

from librt.random import Random
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from fourleaf.arena.playing import play_game
from fourleaf.bots import bot
from fourleaf.cli.words import add_options, chosen_options
from fourleaf.engine.errors import BadStart
from fourleaf.engine.game import Game
from fourleaf.engine.luck import fresh_seed
from fourleaf.engine.options import settle
from fourleaf.engine.playout import Tally, tally_random_games
from fourleaf.games import game as game_of

BATCH = 200
"""Games between two steps of the progress bar."""


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    """Put the command on the command line."""
    command = commands.add_parser("sim", help="play many games between bots and count")
    command.add_argument("game")
    command.add_argument("--seats", required=True, help="a bot for each seat: random,greedy,…")
    command.add_argument("--games", type=int, default=1000, help="how many games (1000)")
    command.add_argument("--seed", type=int, help="the same seed gives the same games")
    command.add_argument("--json", action="store_true", help="print JSON")
    add_options(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the games and print the counts."""
    game = game_of(args.game)
    names = args.seats.split(",")
    if args.games < 1:
        raise BadStart(f"at least one game must be played, not {args.games}")
    seed = fresh_seed() if args.seed is None else args.seed
    began = time.perf_counter()
    tally = simulate(game, names, args.games, seed, chosen_options(game, args.option))
    found = summary(game.name, names, tally, time.perf_counter() - began)
    if args.json:
        print(json.dumps(found))
    else:
        _print(game, names, found, seed)
    return 0


def simulate(game: Game[Any, Any], names: list[str], games: int, seed: int, options: dict[str, Any]) -> Tally:
    """Play `games` games between the named bots and count them."""
    for name in names:
        bot(name, seed)
    chosen = settle(game.options, options)
    start = game.start(len(names), seed=0, options=chosen)
    first = game.rules.begin(start.seats, chosen)
    tally = Tally(len(names))
    rng = Random(seed)
    for batch in _in_batches(games):
        if set(names) == {"random"}:
            tally_random_games(first, batch, rng, tally)
        else:
            for _ in range(batch):
                _play_one(game, first.clone(), names, rng, tally)
    return tally


def _play_one(game: Game[Any, Any], state: Any, names: list[str], rng: Random, tally: Tally) -> None:
    play_game(game, state, [bot(name, rng.randrange(1 << 62)) for name in names], rng, tally.note)
    tally.finish(state)


def _in_batches(games: int) -> Iterable[int]:
    """The games in batches, with a bar on the terminal while they are played."""
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("", total=games)
        for done in range(0, games, BATCH):
            batch = min(BATCH, games - done)
            yield batch
            bar.advance(task, batch)


def summary(game: str, names: list[str], tally: Tally, seconds: float) -> dict[str, Any]:
    """The counts as means and shares."""
    games, decisions = int(tally.games), int(tally.decisions)
    return {
        "game": game,
        "seats": names,
        "games": games,
        "decisions": {"mean": decisions / games, "max": tally.longest},
        "chance": {"mean": int(tally.chances) / games},
        "branching": {"mean": int(tally.choices) / max(decisions, 1), "max": tally.widest},
        "wins": [wins / games for wins in tally.wins],
        "nobody": int(tally.nobody) / games,
        "scores": {"mean": [score / games for score in tally.scores]},
        "seconds": round(seconds, 3),
    }


def _print(game: Game[Any, Any], names: list[str], found: dict[str, Any], seed: int) -> None:
    console = Console()
    console.print(f"{found['games']} games of {game.title} in {found['seconds']:.1f} s (seed {seed})\n")
    table = Table(box=None, pad_edge=False)
    for heading in ("seat", "bot", "wins", "", "mean score"):
        table.add_column(heading, justify="right" if heading in ("wins", "mean score") else "left")
    for seat, name in enumerate(names):
        share = found["wins"][seat]
        table.add_row(str(seat), name, f"{share:.1%}", "▇" * round(30 * share), f"{found['scores']['mean'][seat]:.2f}")
    if found["nobody"]:
        table.add_row("–", "nobody", f"{found['nobody']:.1%}", "▇" * round(30 * found["nobody"]), "")
    console.print(table)
    console.print(
        f"\n{found['decisions']['mean']:.1f} decisions a game (at most {found['decisions']['max']}), "
        f"{found['chance']['mean']:.1f} chance events; "
        f"{found['branching']['mean']:.2f} choices at a decision (at most {found['branching']['max']})"
    )
