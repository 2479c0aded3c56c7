"""What a game says of itself is true: its bounds, whether anything is hidden, and whether there is a second place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from librt.random import Random

from fourleaf import CHANCE, OVER, Game, State, native
from fourleaf.bots import bot
from fourleaf.engine import state as engine_state
from fourleaf.engine.playout import worth_of_ranks
from fourleaf.games import GAMES
from tests.kit.walks import Table, Walk, every_table, tables_of

WHOLE_GAME = 100_000
"""More plies than any game has."""
# Interpreted less is tried: test_both_ways.py shows that it is the same game.
SEEDS = range(8 if native.is_compiled(engine_state) else 1)
APART = 40
"""Positions between two that a costly law looks at."""


def random_games(table: Table) -> Iterator[list[State]]:
    for seed in SEEDS:
        yield Walk(table, seed, WHOLE_GAME).positions


def greedy_game(table: Table, seed: int) -> list[State]:
    match = table.game.start(table.seats, seed=seed, options=table.options)
    bots = [bot("greedy", seed + seat) for seat in range(table.seats)]
    while not match.is_over:
        match.play(bots[match.actor].choose(match.knowledge(match.actor)))
    return [*(state for state, _ in match.history()), table.game.position(match.notation)]


def hold_to_bounds(table: Table, positions: list[State]) -> int:
    """Hold one whole game to the bounds; how many decisions and chance events it had."""
    bounds = table.game.bounds
    assert positions[-1].actor() == OVER
    assert len(positions) - 1 <= bounds.plies
    for state in positions[:-1]:
        assert len(state.legal()) <= (bounds.outcomes if state.actor() == CHANCE else bounds.choices), state
    least, most = bounds.utilities
    worths = worth_of_ranks([int(rank) for rank in positions[-1].ranks()])
    assert all(least <= worth <= most for worth in worths)
    assert table.seats == 1 or sum(worths) == pytest.approx(table.seats / 2)
    return len(positions) - 1


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_a_random_game_stays_within_its_bounds(table: Table) -> None:
    assert sum(hold_to_bounds(table, positions) for positions in random_games(table)) > 0


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_a_greedy_game_stays_within_its_bounds(table: Table) -> None:
    assert hold_to_bounds(table, greedy_game(table, seed=1)) > 0


# Imagined worlds


def games_where(**facts: bool) -> list[Game[Any, Any]]:
    return [game for game in GAMES.values() if all(getattr(game, name) == told for name, told in facts.items())]


def imagined_worlds(table: Table) -> Iterator[tuple[State, State, Random]]:
    """A position, what a seat imagines there, and the random stream that it drew from."""
    for positions in random_games(table):
        for state in positions[::APART]:
            for seat in range(table.seats):
                rng = Random(7)
                yield state, state.imagine(seat, rng), rng


@pytest.mark.parametrize("game", games_where(hidden=False), ids=lambda game: game.name)
def test_where_nothing_is_hidden_everybody_imagines_the_truth(game: Game[Any, Any]) -> None:
    untouched = Random(7).randrange(2**62)
    met = 0
    for table in tables_of(game):
        for state, world, rng in imagined_worlds(table):
            assert world == state
            assert rng.randrange(2**62) == untouched, "luck was used where there is nothing to guess"
            met += 1
    assert met > 0


@pytest.mark.parametrize("game", games_where(hidden=True), ids=lambda game: game.name)
def test_where_something_is_hidden_other_worlds_are_imagined(game: Game[Any, Any]) -> None:
    for table in tables_of(game):
        assert any(world != state for state, world, _ in imagined_worlds(table)), f"{table} hides nothing"


# Second places


def last_ranks(game: Game[Any, Any]) -> Iterator[list[int]]:
    """How random games end, and a greedy one, as chance alone finishes few rainbows."""
    tables = [table for table in tables_of(game) if table.seats > 1]
    for positions in [*(positions for table in tables for positions in random_games(table)), greedy_game(tables[0], 1)]:
        yield [int(rank) for rank in positions[-1].ranks()]


@pytest.mark.parametrize("game", games_where(one_winner=True), ids=lambda game: game.name)
def test_where_one_seat_wins_all_others_are_equal(game: Game[Any, Any]) -> None:
    won = 0
    for ranks in last_ranks(game):
        if len(set(ranks)) > 1:
            assert ranks.count(0) == 1
            assert len(set(ranks)) == 2, f"somebody is second: {ranks}"
            won += 1
    assert won > 0, "nobody ever won"


@pytest.mark.parametrize("game", games_where(one_winner=False), ids=lambda game: game.name)
def test_where_not_one_seat_alone_wins_somebody_comes_second(game: Game[Any, Any]) -> None:
    assert any(len(set(ranks)) > 2 for ranks in last_ranks(game))


# Bounds that are met


def longest_alarun(seats: int) -> int:
    """How many plies a game of Alarún has in which nobody passes before it must."""
    state = GAMES["alarun"].begin(seats)
    rng = Random(seats)
    plies = 0
    while state.actor() != OVER:
        # Swaps have the lowest numbers of all that a seat may do while it acts.
        state.apply(state.draw(rng) if state.actor() == CHANCE else state.legal()[0])
        plies += 1
    return plies


def test_alarun_is_as_long_as_it_can_be_when_nobody_passes() -> None:
    assert longest_alarun(4) == GAMES["alarun"].bounds.plies


def test_the_first_look_at_the_largest_field_has_as_many_outcomes_as_there_can_be() -> None:
    korrigans = GAMES["korrigans"]
    state = korrigans.begin(5, {"placement": "free"})
    sizes = []
    for place in state.legal():
        looking = state.clone()
        looking.apply(place)
        sizes.append(len(looking.legal()))
    assert max(sizes) == korrigans.bounds.outcomes


@pytest.mark.parametrize(
    ("name", "bound"),
    [
        ("flipslide", "outcomes"),
        ("wichtel", "choices"),
        ("wichtel", "outcomes"),
        ("alarun", "outcomes"),
        ("treasure", "choices"),
        ("treasure", "outcomes"),
    ],
)
def test_a_bound_that_random_games_meet(name: str, bound: str) -> None:
    game = GAMES[name]
    table = Table(game, game.seats[-1], {option.name: option.usual for option in game.options})
    by_chance = bound == "outcomes"
    widest = max(
        len(state.legal())
        for positions in random_games(table)
        for state in positions[:-1]
        if (state.actor() == CHANCE) == by_chance
    )
    assert widest == getattr(game.bounds, bound)
