"""Tables to play at and random walks over their games, for laws that hold in every game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import Any

from hypothesis import strategies as st
from librt.random import Random

from fourleaf import WATCHER, ByHand, Game, Match, Record, State
from fourleaf.engine.options import Options, every_choice
from fourleaf.engine.playout import random_action
from fourleaf.engine.state import OVER
from fourleaf.games import GAMES

ALL_TOGETHER = 4
"""Up to so many ways to choose the options are all played; where there are more, one option is varied at a time."""


@dataclass(frozen=True)
class Table:
    """A game with a number of seats and chosen options."""

    game: Game[Any, Any]
    seats: int
    options: Options = field(default_factory=dict)

    def __str__(self) -> str:
        chosen = [f"{name}={value}" for name, value in self.options.items()]
        return "-".join([self.game.name, str(self.seats), *chosen])

    def begin(self) -> State:
        state: State = self.game.rules.begin(self.seats, self.options)
        return state

    def match(self) -> Match:
        """A match that plays no chance of its own, so that a walk can be followed in it."""
        return self.game.start(self.seats, options=self.options, luck=ByHand())

    @property
    def viewers(self) -> list[int]:
        return [*range(self.seats), WATCHER]


def tables_of(game: Game[Any, Any]) -> Iterator[Table]:
    for seats in game.seats:
        for options in chosen_options(game):
            yield Table(game, seats, options)


def chosen_options(game: Game[Any, Any]) -> Iterator[Options]:
    if prod(len(option.values) for option in game.options) <= ALL_TOGETHER:
        yield from every_choice(game.options)
        return
    usual: Options = {option.name: option.usual for option in game.options}
    yield usual
    for option in game.options:
        for value in option.values[1:]:
            yield {**usual, option.name: value}


def every_table() -> list[Table]:
    return [table for game in GAMES.values() for table in tables_of(game)]


@dataclass(frozen=True)
class Walk:
    """The first plies of a random game; shrinking it finds the fewest plies that break a law."""

    table: Table
    seed: int
    plies: int

    @cached_property
    def steps(self) -> list[tuple[State, int]]:
        """Each position that was left, with the action that left it."""
        rng = Random(self.seed)
        state = self.table.begin()
        steps: list[tuple[State, int]] = []
        while state.actor() != OVER and len(steps) < self.plies:
            assert len(state.legal()), f"a dead end after {[action for _, action in steps]}"
            action = random_action(state, rng)
            steps.append((state.clone(), action))
            state.apply(action)
        return steps

    @cached_property
    def positions(self) -> list[State]:
        """Every position of the walk, the last one included."""
        if not self.steps:
            return [self.table.begin()]
        last, action = self.steps[-1]
        after = last.clone()
        after.apply(action)
        return [*(state for state, _ in self.steps), after]

    @property
    def actions(self) -> list[int]:
        return [action for _, action in self.steps]

    def rng(self) -> Random:
        return Random(self.seed + 1)

    def sample(self, most: int) -> list[State]:
        """Up to so many positions, spread over the whole walk."""
        stride = -(-len(self.positions) // most)
        return self.positions[::-1][::stride]

    def record(self) -> str:
        """The walk as a record that `fourleaf replay` reads."""
        game = self.table.game
        record = Record(
            game=game.name,
            rules_version=game.version,
            options=self.table.options,
            seats=self.table.seats,
            actions=tuple(self.actions),
        )
        return record.to_json().decode()


def walks(table: Table) -> st.SearchStrategy[Walk]:
    lengths = st.one_of(st.just(10_000), st.integers(0, 120))
    return st.builds(Walk, st.just(table), st.integers(0, 2**32), lengths)
