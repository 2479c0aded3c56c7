"""Bots: they play by the rules, they do not peek, and greed beats chance."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator

import pytest
from librt.random import Random

from fourleaf import native
from fourleaf.arena import simulate
from fourleaf.bots import UnknownBot, bot
from fourleaf.bots.bot import Bot
from fourleaf.bots.levels import LEVELS, LevelBot
from fourleaf.engine import state as engine_state
from fourleaf.engine.knowledge import Knowledge
from fourleaf.engine.state import State
from tests.kit.walks import Table, Walk, every_table, tables_of

COMPILED = native.is_compiled(engine_state)
PAIRS = 1000
"""Pairs of worlds a game and bot, shared out among the game's tables."""
WORLDS = {"random": 2, "greedy": 2, "search:25": 2, "easy": 2, "medium": 7, "hard": 10, "master": 12}
"""Worlds that look alike, for each position: n choices that agree prove n (n - 1) / 2 pairs, which spares slow bots."""
POSITIONS = 12
"""Of one game, so that they come from all of it and from many games."""


def unhurried(name: str, seed: int) -> Bot:
    """A bot without its clock: how far it gets in a given time differs from run to run, whatever it knows."""
    if name not in LEVELS:
        return bot(name, seed)
    return LevelBot(seed, LEVELS[name]._replace(seconds=math.inf))


@pytest.mark.parametrize("name", WORLDS)
@pytest.mark.parametrize("table", every_table(), ids=str)
def test_a_bot_chooses_alike_in_worlds_that_look_alike_to_its_seat(table: Table, name: str) -> None:
    if not COMPILED and name in LEVELS:
        pytest.skip("search:25 proves the same, and quicker")
    tables = len(list(tables_of(table.game)))
    enough = -(-PAIRS // tables) if COMPILED else 1
    for number, (state, seat) in enumerate(positions_with_a_choice(table)):
        if math.comb(WORLDS[name], 2) * number >= enough:
            break
        worlds = [state, *(state.imagine(seat, Random(each)) for each in range(1, WORLDS[name]))]
        # Another stream for each, so that what stands behind private names differs too.
        chosen = {
            unhurried(name, number).choose(Knowledge(table.game, world, seat, [], stream))
            for stream, world in enumerate(worlds)
        }
        assert len(chosen) == 1
        assert chosen <= set(state.legal())


def positions_with_a_choice(table: Table) -> Iterator[tuple[State, int]]:
    """Positions from all over random games, one game after the other for ever, and the seat that decides."""
    for seed in itertools.count():
        steps = Walk(table, seed, 10_000).steps
        found = [(state, state.actor()) for state, _ in steps if state.actor() >= 0 and len(state.legal()) > 1]
        yield from random.Random(seed).sample(found, min(POSITIONS, len(found)))


def test_an_unknown_bot_is_refused_with_the_list_of_bots() -> None:
    with pytest.raises(UnknownBot, match="no bot 'genius'; the bots are random, greedy, easy"):
        bot("genius", 1)


def test_greed_beats_chance_in_the_race() -> None:
    greedy, *others = simulate("treasure", ["greedy", "random", "random", "random"], 300, seed=1).wins
    assert greedy.mean > 1.5 * max(other.mean for other in others)
