"""What a bot says for a move is held to the position: each sentence has a pattern, and each pattern a claim."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from librt.random import Random

from fourleaf import Game, State
from fourleaf.engine.playout import random_action
from fourleaf.engine.sentences import spoken
from fourleaf.engine.state import OVER
from tests.kit.walks import Table, tables_of

Claim = Callable[..., object]
"""Is given the position, the position after the move, the move, and what the sentence names; false is a lie."""
MOVES = 6
"""Moves of one position that are looked at; a seat that has more has more of the same kind."""


def hold_to(
    game: Game[Any, Any], claims: dict[str, Claim], games: int, positions: int, seldom: tuple[str, ...] = ()
) -> None:
    """Every sentence at so many positions of some random games a table fits one pattern and is true; all are met."""
    met: Counter[str] = Counter()
    for table in tables_of(game):
        for seed in range(games):
            for state, played in decisions(table, seed, positions):
                for action in {played, *choices(state, Random(seed))}:
                    met[said_truly(game, state, action, claims)] += 1
    assert sum(met.values()) > 300
    assert set(claims) - set(met) <= set(seldom), f"never said: {set(claims) - set(met)}"


def decisions(table: Table, seed: int, most: int) -> list[tuple[State, int]]:
    """Up to so many positions in which a seat decides, and what it does: the last one, and others before it."""
    rng, state, found = Random(seed), table.begin(), []
    while state.actor() != OVER:
        action = random_action(state, rng)
        if state.actor() >= 0:
            found.append((state.clone(), action))
        state.apply(action)
    return found[::-1][:: -(-len(found) // most)]


def choices(state: State, rng: Random) -> set[int]:
    legal = [int(action) for action in state.legal()]
    return {legal[0], legal[-1], *(legal[rng.randrange(len(legal))] for _ in range(MOVES))}


def said_truly(game: Game[Any, Any], state: State, action: int, claims: dict[str, Claim]) -> str:
    """The one pattern that the merit of an action fits, once its claim is found to be true."""
    words = spoken(game.reasons.merit(state, action))
    where = f"{words!r} of {game.moves.spell(state, action)} in {game.notation.write(state)}"
    fitting = [pattern for pattern in claims if re.fullmatch(pattern, words)]
    assert len(fitting) == 1, f"{len(fitting)} patterns fit {where}"
    found = re.fullmatch(fitting[0], words)
    assert found
    after = state.clone()
    after.apply(action)
    assert claims[fitting[0]](state, after, game.moves.spell(state, action), *found.groups()), where
    return fitting[0]
