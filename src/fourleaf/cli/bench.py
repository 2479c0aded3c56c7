"""`fourleaf bench`: how fast the engine is, beside its peers and beside itself without a compiler."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import msgspec
from librt.random import Random
from rich.console import Console
from rich.table import Table

from fourleaf import native
from fourleaf.bots import bot
from fourleaf.bots.search_bot import Budget, SearchBot
from fourleaf.engine import state as engine_state
from fourleaf.engine.knowledge import Knowledge
from fourleaf.engine.match import Match
from fourleaf.engine.playout import play_out_many
from fourleaf.engine.state import State
from fourleaf.games import GAMES
from fourleaf.games import game as game_of

ROUNDS: Final = 5
"""Ours and the peer's turn about, and the best of each counts: other work on the machine only ever slows."""
SECONDS: Final = 0.4
"""How long one measurement takes."""
RELATIVES: Final = {"flipslide": "hive"}
"""Our games that resemble one of the peer's: in both, hexagons slide around a patch that must stay whole."""
DECISIONS_IN: Final = 12
"""Where a search is measured: so many decisions into a match."""
PEER_GAMES: Final = 200
"""Games of the peer's that are played step by step to learn how long they are."""
CHECKOUT: Final = Path(native.__file__).parents[2]

Measure = Callable[[], float]


class BenchRow(msgspec.Struct, frozen=True):
    """One figure, and the peer's beside it where there is one."""

    name: str
    unit: str
    ours: float
    peer: str | None = None
    peer_value: float | None = None
    ratio: float | None = None


def add_to(commands: argparse._SubParsersAction[Any]) -> None:
    """Put the command on the command line."""
    command = commands.add_parser("bench", help="measure the engine, beside its peers where they are installed")
    command.add_argument("game", nargs="*", help="only these games, and no peers")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    rows = []
    with Console(stderr=True).status("measuring") as status:
        for row in measured(args.game):
            rows.append(row)
            status.update(f"measured {row.name}")
    if args.json:
        print(json.dumps([msgspec.to_builtins(row) for row in rows], indent=1))
    else:
        print_rows(rows)
    return 0


def measured(names: list[str]) -> Iterator[BenchRow]:
    """Every figure, one after the other, so that none disturbs another."""
    if not names:
        yield from against_open_spiel()
    for name in names or GAMES:
        yield from own_speed(name)
    if not names and native.is_compiled(engine_state):
        yield from (against_the_source(name) for name in GAMES)


def own_speed(name: str) -> Iterator[BenchRow]:
    """Random play of one of our own games at its smallest and largest table."""
    game = game_of(name)
    for seats in sorted({game.seats[0], game.seats[-1]}):
        start = _start(name, seats)
        games, steps = best_of([partial(games_a_second, start)])[0], _mean_length(start)
        yield BenchRow(f"{name}, {seats} seats", "steps/s", games * steps)
        yield BenchRow(f"{name}, {seats} seats", "games/s", games)
        yield BenchRow(f"{name}, {seats} seats", "search passes/s", best_of([partial(passes_a_second, name, seats)])[0])
        yield BenchRow(
            f"{name}, {seats} seats", "decisions given a world/s", best_of([partial(worlds_a_second, name, seats)])[0]
        )


def against_the_source(name: str) -> BenchRow:
    """The compiled engine beside the same files as plain Python."""
    command = [sys.executable, "-m", "fourleaf", "bench", name, "--json"]
    done = subprocess.run(  # noqa: S603  # our own interpreter and our own words
        command, env={**os.environ, "FOURLEAF_PURE": "1"}, capture_output=True, check=True, text=True
    )
    slow = json.loads(done.stdout)[0]
    fast = next(own_speed(name))
    return BenchRow(fast.name, "steps/s", fast.ours, "interpreted", slow["ours"], fast.ours / slow["ours"])


def against_open_spiel() -> Iterator[BenchRow]:
    """Random rollouts by OpenSpiel's C++, turn about with ours in the same run."""
    if not (CHECKOUT / "benchmarks").is_dir():
        print("fourleaf: the yardsticks are part of the repository; `make bench` there compares.", file=sys.stderr)
        return
    sys.path.insert(0, str(CHECKOUT))
    pig: State = import_module("benchmarks.yardsticks.pig").Pig()
    connect_four: State = import_module("benchmarks.yardsticks.connect_four").ConnectFour()
    try:
        spiel = import_module("pyspiel")
    except ImportError:
        print("fourleaf: OpenSpiel is not installed (extra `openspiel`); nothing to compare with.", file=sys.stderr)
        return
    yield same_game(spiel, "pig", pig)
    yield same_game(spiel, "connect_four", connect_four)
    yield from (relative(spiel, name, RELATIVES[name]) for name in GAMES if name in RELATIVES)


def same_game(spiel: Any, name: str, start: State) -> BenchRow:
    """A game that both engines play, by whole games."""
    theirs = partial(open_spiel_games_a_second, spiel, spiel.load_game(name))
    ours, peer_value = best_of([partial(games_a_second, start), theirs])
    return BenchRow(name, "games/s", ours, f"OpenSpiel {version('open_spiel')}", peer_value, ours / peer_value)


def relative(spiel: Any, name: str, their_name: str) -> BenchRow:
    """One of our games beside the peer's game that is most like it, by steps."""
    game = game_of(name)
    start = _start(name, game.seats[-1])
    their_game = spiel.load_game(their_name)
    theirs = partial(open_spiel_games_a_second, spiel, their_game)
    games, their_games = best_of([partial(games_a_second, start), theirs])
    ours = games * _mean_length(start)
    peer_value = their_games * _open_spiel_mean_length(their_game)
    return BenchRow(
        f"{name}, {game.seats[-1]} seats", "steps/s", ours, f"OpenSpiel {their_name}", peer_value, ours / peer_value
    )


def games_a_second(start: State) -> float:
    """How many random games from this position are played in a second."""
    return rate(lambda games: play_out_many(start, games, Random(1)))


def passes_a_second(name: str, seats: int) -> float:
    """How many passes a search makes in a second, in the middle of a game."""
    match = _middle(name, seats)
    knowledge = match.knowledge(match.actor)
    return rate(lambda passes: SearchBot(1, Budget(passes), slack=1.0).think(knowledge))


def worlds_a_second(name: str, seats: int) -> float:
    """How many decisions of a bot get a world imagined for them in a second: what it costs that nobody can peek."""
    match = _middle(name, seats)
    state, seat = match.game.position(match.notation), match.actor
    heard = match.knowledge(seat).heard

    def imagine(decisions: int) -> None:
        for _ in range(decisions):
            Knowledge(match.game, state, seat, heard)

    return rate(imagine)


def _middle(name: str, seats: int) -> Match:
    match: Match = game_of(name).start(seats, seed=1)
    easy = bot("easy", 1)
    for _ in range(DECISIONS_IN):
        match.play(easy.choose(match.knowledge(match.actor)))
    return match


def open_spiel_games_a_second(spiel: Any, game: Any) -> float:
    """The same by OpenSpiel: one simulation of its search bot that evaluates the first position by random rollouts."""

    def roll_out(games: int) -> None:
        evaluator = spiel.RandomRolloutEvaluator(games, 1)
        spiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 1, False).step(game.new_initial_state())

    return rate(roll_out)


def _start(name: str, seats: int) -> State:
    game = game_of(name)
    start: State = game.rules.begin(seats, {option.name: option.usual for option in game.options})
    return start


def _open_spiel_mean_length(game: Any) -> float:
    rng = Random(1)
    steps = 0
    for _ in range(PEER_GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[rng.randrange(len(legal))])
            steps += 1
    return steps / PEER_GAMES


def _mean_length(start: State) -> float:
    games = 2000 if native.is_compiled(engine_state) else 50
    return int(play_out_many(start, games, Random(2))) / games


def best_of(measures: list[Measure]) -> list[float]:
    """The best figure of each, measured turn about."""
    rounds = [[measure() for measure in measures] for _ in range(ROUNDS)]
    return [max(figures) for figures in zip(*rounds, strict=True)]


def rate(play: Callable[[int], object]) -> float:
    """Games a second, over as many games as take long enough to time."""
    games = 8
    while True:
        began = time.perf_counter()
        play(games)
        seconds = time.perf_counter() - began
        if seconds > SECONDS / 2:
            return games / seconds
        games = max(2 * games, int(games * SECONDS / max(seconds, 1e-4)))


def print_rows(rows: list[BenchRow]) -> None:
    """All figures, and below them those that have a peer."""
    console = Console()
    speeds = _table("what", "", "")
    for row in rows:
        speeds.add_row(row.name, f"{row.ours:,.0f}", row.unit)
    console.print(speeds)
    compared = _table("beside", "", "", "times as fast", "")
    for row in rows:
        if row.ratio is not None:
            # As wide as a terminal has room for: a bar of one mark a time, cut where it would run on.
            bar = "▇" * min(20, round(row.ratio))
            compared.add_row(row.name, str(row.peer), f"{row.peer_value:,.0f}", f"{row.ratio:.1f}", f"[green]{bar}[/]")
    if compared.row_count:
        console.print("", compared)
    if not native.is_compiled(engine_state):
        console.print("\nThis is the interpreted engine.")


def _table(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False)
    for place, heading in enumerate(headings):
        table.add_column(heading, justify="right" if place in (1, 3) and place < len(headings) - 1 else "left")
    return table
