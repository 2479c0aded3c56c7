"""Compiled and interpreted, the same games are played."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256

import msgspec
import pytest
from librt.random import Random

from fourleaf import CHANCE, OVER, native
from fourleaf.engine import state as engine_state
from fourleaf.engine.playout import random_action
from fourleaf.games import GAMES
from tests.kit.laws.tensors import encoded, numbers
from tests.kit.walks import Table, tables_of

GAMES_EACH = 6
"""Random games, shared out among the tables of a game."""
FEWEST = 20
"""Positions of each table; where random games are short, more of them are played."""


def fingerprint(table: Table) -> str:
    """A hash over all that a few random games show: positions, choices, odds, views, imagined worlds, numbers."""
    seen = sha256()
    positions = 0
    write = table.game.notation.write
    games = max(1, GAMES_EACH // len(list(tables_of(table.game))))
    seed = 0
    while seed < games or positions < FEWEST:
        rng = Random(seed)
        seed += 1
        state = table.begin()
        while (actor := state.actor()) != OVER:
            seen.update(write(state).encode())
            seen.update(repr((actor, list(state.legal()), list(state.odds()) if actor == CHANCE else [])).encode())
            seen.update(write(state.imagine(rng.randrange(table.seats), rng)).encode())
            seen.update(msgspec.json.encode(table.game.view.view(state, 0)))
            seen.update(encoded(table, state, rng.randrange(table.seats)))
            seen.update(repr(numbers(state) if actor >= 0 else []).encode())
            state.apply(random_action(state, rng))
            positions += 1
        seen.update(repr((list(state.scores()), list(state.ranks()))).encode())
    return seen.hexdigest()


def fingerprints(name: str) -> list[str]:
    return [f"{table} {fingerprint(table)}" for table in tables_of(GAMES[name])]


@pytest.mark.skipif(not native.is_compiled(engine_state), reason="there is nothing compiled to compare with")
@pytest.mark.parametrize("name", GAMES)
def test_the_compiled_game_is_the_interpreted_game(name: str) -> None:
    command = [
        sys.executable,
        "-c",
        f"from tests.kit.test_both_ways import *; print(*fingerprints({name!r}), sep='\\n')",
    ]
    done = subprocess.run(command, env={**os.environ, "FOURLEAF_PURE": "1"}, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == fingerprints(name)
