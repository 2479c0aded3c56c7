"""Bots: they play by the rules, they do not peek, and greed beats chance."""

from __future__ import annotations

import math

import pytest
from librt.random import Random

from fourleaf import native
from fourleaf.bots import UnknownBot, bot
from fourleaf.bots.bot import Bot
from fourleaf.bots.levels import LEVELS, LevelBot
from fourleaf.cli.sim import simulate
from fourleaf.engine import state as engine_state
from fourleaf.engine.knowledge import Knowledge
from fourleaf.games import GAMES
from tests.kit.walks import Table, Walk, every_table, tables_of

COMPILED = native.is_compiled(engine_state)
PAIRS = {"random": 1000, "greedy": 1000, "search:25": 1000, "easy": 1000, "medium": 50, "hard": 20, "master": 10}
"""Pairs of worlds a game and bot, shared out among its tables; the higher levels are the same search, only longer."""


def unhurried(name: str, seed: int) -> Bot:
    """A bot without its clock: how far it gets in a given time differs from run to run, whatever it knows."""
    if name not in LEVELS:
        return bot(name, seed)
    return LevelBot(seed, LEVELS[name]._replace(seconds=math.inf))


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize("table", every_table(), ids=str)
def test_a_bot_chooses_alike_in_worlds_that_look_alike_to_its_seat(table: Table, name: str) -> None:
    if not COMPILED and name in LEVELS:
        pytest.skip("search:25 proves the same, and quicker")
    pairs = 0
    seed = 0
    tables = len(list(tables_of(table.game)))
    enough = -(-PAIRS[name] // tables) if COMPILED else 1
    while pairs < enough:
        seed += 1
        for state, _ in Walk(table, seed, 10_000).steps[:: 1 + seed % 5]:
            seat = state.actor()
            if seat < 0 or len(state.legal()) < 2:
                continue
            world = state.imagine(seat, Random(seed))
            here, there = (unhurried(name, seed).choose(Knowledge(table.game, s, seat, [])) for s in (state, world))
            assert here == there
            assert here in list(state.legal())
            pairs += 1
            if pairs == enough:
                break


def test_an_unknown_bot_is_refused_with_the_list_of_bots() -> None:
    with pytest.raises(UnknownBot, match="no bot 'genius'; the bots are random, greedy, easy"):
        bot("genius", 1)


def test_greed_beats_chance_in_the_race() -> None:
    greedy = simulate(GAMES["treasure"], ["greedy", "random", "random", "random"], 300, 1, {})
    assert greedy.wins[0] > 1.5 * max(greedy.wins[1:])
