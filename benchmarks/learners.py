"""What learners get, beside what they get elsewhere: `python -m benchmarks.learners`, at the end of `make bench`.

Ours and the peer's are measured turn about in one process. The peers' games are others than ours, so that a ratio says
how quickly a learner is served, and not who plays the same game faster; the duels are on our own games.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.metadata import version
from typing import Any, Final

import msgspec
import numpy as np

import fourleaf
from fourleaf.adapters.pettingzoo import env
from fourleaf.bots.bot import Bot
from fourleaf.bots.search_bot import Budget, SearchBot
from fourleaf.cli.bench import BenchRow, best_of, print_rows, rate
from fourleaf.engine.knowledge import Knowledge
from fourleaf.engine.playout import worth_of_ranks
from fourleaf.games import GAMES

SIZES: Final = (1, 256, 4096)
"""Games of a batch."""
DUELS: Final = 20
"""Games of a duel, each seat in half of them."""
SIMULATIONS: Final = 100
"""Of a move, where both searches have as many."""
MILLISECONDS: Final = 50
"""Of a move, where both have as long."""
SEATS: Final = 2


def missing(what: str) -> None:
    """Say of a peer that it is not there."""
    print(f"fourleaf: {what} is not installed (requirements/bench.txt); nothing to compare with.", file=sys.stderr)


# PettingZoo and RLCard


def aec_decisions(make: Callable[[], Any], decisions: int) -> None:
    """Take decisions at random in an AEC environment, with its masks."""
    made, rng = make(), np.random.default_rng(1)
    while decisions > 0:
        made.reset(seed=decisions)
        for _ in made.agent_iter(decisions + 8):
            observation, _, over, cut, _ = made.last()
            if over or cut:
                made.step(None)
                continue
            made.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
            decisions -= 1


def rlcard_decisions(make: Callable[[], Any], decisions: int) -> None:
    """The same in an environment of RLCard's."""
    made, rng = make(), np.random.default_rng(1)
    while decisions > 0:
        state, _ = made.reset()
        while not made.is_over() and decisions > 0:
            legal = list(state["legal_actions"])
            state, _ = made.step(legal[int(rng.integers(len(legal)))])
            decisions -= 1


def against_environments() -> Iterator[BenchRow]:
    """Our environments one decision at a time, beside two that learners know."""
    peers: list[tuple[str, Callable[[int], object]]] = []
    try:
        connect_four = import_module("pettingzoo.classic.connect_four_v3")
        peers.append((f"PettingZoo {version('pettingzoo')} connect four", partial(aec_decisions, connect_four.env)))
        rlcard = import_module("rlcard")
        gin_rummy = partial(rlcard.make, "gin-rummy")
        peers.append((f"RLCard {version('rlcard')} gin rummy", partial(rlcard_decisions, gin_rummy)))
    except ImportError as error:
        missing(str(error.name))
    for name, game in GAMES.items():
        seats = max(SEATS, game.seats[0])
        ours = partial(aec_decisions, partial(env, name, seats))
        figures = best_of([partial(rate, ours), *(partial(rate, theirs) for _, theirs in peers)])
        what = f"PettingZoo, {name}, {seats} seats"
        yield BenchRow(what, "decisions/s", figures[0])
        for (peer, _), figure in zip(peers, figures[1:], strict=True):
            yield BenchRow(what, "decisions/s", figures[0], peer, figure, figures[0] / figure)


# Batches and Pgx


def batch_decisions(name: str, seats: int, size: int) -> Callable[[int], object]:
    """Take decisions at random in a batch, with observations and masks."""
    games, rng, rows = fourleaf.batch(name, size, seats, seed=1), np.random.default_rng(1), np.arange(size)

    def play(decisions: int) -> None:
        for _ in range(-(-decisions // size)):
            games.step(games.legal[rows, (rng.random(size) * games.count).astype(np.int32)])

    return play


def pgx_decisions(name: str, size: int) -> Callable[[int], object]:
    """The same with Pgx on the processor: step, choice and reset are compiled into one function."""
    jax, pgx = import_module("jax"), import_module("pgx")
    made = pgx.make(name)
    auto_reset = import_module("pgx.experimental.wrappers").auto_reset
    keys = jax.random.split(jax.random.PRNGKey(1), size)
    states = jax.jit(jax.vmap(made.init))(keys)

    def chosen(state: Any, key: Any) -> Any:
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        return auto_reset(made.step, made.init)(state, jax.random.categorical(key, logits), key)

    step = jax.jit(jax.vmap(chosen))

    def play(decisions: int) -> None:
        nonlocal states, keys
        for _ in range(-(-decisions // size)):
            keys = jax.vmap(lambda key: jax.random.split(key)[0])(keys)
            states = step(states, keys)
        states.observation.block_until_ready()

    play(size)
    return play


def against_pgx() -> Iterator[BenchRow]:
    """Batches of our games, beside Pgx's backgammon, which has dice as well."""
    try:
        import_module("pgx")
    except ImportError:
        missing("Pgx")
    for size in SIZES:
        theirs = partial(rate, pgx_decisions("backgammon", size)) if "pgx" in sys.modules else None
        for name, game in GAMES.items():
            seats = max(SEATS, game.seats[0])
            ours = partial(rate, batch_decisions(name, seats, size))
            figures = best_of([ours] if theirs is None else [ours, theirs])
            what = f"batch of {size}, {name}, {seats} seats"
            if theirs is None:
                yield BenchRow(what, "decisions/s", figures[0])
            else:
                peer = f"Pgx {version('pgx')} backgammon"
                yield BenchRow(what, "decisions/s", figures[0], peer, figures[1], figures[0] / figures[1])


# Duels with OpenSpiel's search


class Ismcts:
    """OpenSpiel's search in Python, on our game through the adapter; the one in C++ does not resample Python games."""

    def __init__(self, game: Any, budget: Budget, seed: int) -> None:
        ismcts = import_module("open_spiel.python.algorithms.ismcts")
        rollouts = import_module("open_spiel.python.algorithms.mcts").RandomRolloutEvaluator
        rng = np.random.RandomState(seed)
        self._budget = budget
        self._search = ismcts.ISMCTSBot(game, rollouts(1, rng), 1.4, max_simulations=SIMULATIONS, random_state=rng)
        self._pace = SIMULATIONS / 0.1
        """Simulations a second, as far as is known."""

    def choose(self, state: Any) -> int:
        """One of the legal numbers."""
        if self._budget.seconds < 60:
            # It counts simulations and has no clock: as many as fit into the time at the pace of its last move.
            self._search._max_simulations = max(2, int(self._pace * self._budget.seconds))
        began = time.thread_time()
        action: int = self._search.step(state)
        spent = time.thread_time() - began
        if len(state.legal_actions()) > 1:
            self._pace = self._search._max_simulations / max(spent, 1e-6)
        return action


def duel(name: str, budget: Budget, games: int) -> float:
    """What our search's rank was worth on average against OpenSpiel's, each in either seat with the same luck."""
    spiel = import_module("pyspiel")
    import_module("fourleaf.adapters.openspiel")
    game = spiel.load_game(f"fourleaf_{name}(players={SEATS})")
    won = 0.0
    for number in range(games):
        ours, theirs, seat = SearchBot(number, budget), Ismcts(game, budget, number), number % SEATS
        won += _played(GAMES[name], game, ours, theirs, seat, np.random.RandomState(number // SEATS))[seat]
    return won / games


def _played(game: Any, spiel_game: Any, ours: Bot, theirs: Ismcts, seat: int, luck: Any) -> list[float]:
    state = spiel_game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(luck.choice(actions, p=odds)))
        elif state.current_player() == seat:
            knowledge = Knowledge(game, state.world, seat, state.past.of(seat))
            state.apply_action(int(state.world.decision(ours.choose(knowledge))))
        else:
            state.apply_action(theirs.choose(state))
    return worth_of_ranks([int(rank) for rank in state.world.ranks()])


def against_its_search(games: int = DUELS) -> Iterator[BenchRow]:
    """Our search against OpenSpiel's on our games of two seats in which something is hidden: it plays no others."""
    try:
        import_module("pyspiel")
    except ImportError:
        missing("OpenSpiel")
        return
    peer = f"OpenSpiel {version('open_spiel')} ISMCTS"
    for name, game in GAMES.items():
        if SEATS in game.seats and game.hidden:
            for what, budget in (
                (f"{SIMULATIONS} simulations a move", Budget(SIMULATIONS)),
                (f"{MILLISECONDS} ms a move", Budget(1 << 40, MILLISECONDS / 1000)),
            ):
                worth = 10 * duel(name, budget, games)
                yield BenchRow(f"{name}, {what}", f"won of 10, {games} games", worth, peer, 10 - worth)


def main(as_json: bool) -> None:
    """Measure everything and print it."""
    rows: list[BenchRow] = []
    for measures in (against_environments, against_pgx, against_its_search):
        for row in measures():
            rows.append(row)
            print(f"measured {row.name}", file=sys.stderr)
    if as_json:
        print(json.dumps([msgspec.to_builtins(row) for row in rows], indent=1))
    else:
        print_rows(rows)


if __name__ == "__main__":
    main("--json" in sys.argv)
