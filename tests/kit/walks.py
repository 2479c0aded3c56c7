"""Tables to play at and random walks over their games, for laws that hold in every game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from math import prod
from typing import Any

from hypothesis import strategies as st
from librt.random import Random

from fourleaf import WATCHER, Beginning, ByHand, Game, Match, Record, State
from fourleaf.engine.options import Options, every_choice
from fourleaf.engine.playout import random_action
from fourleaf.engine.state import OVER
from fourleaf.games import GAMES

WHOLE = 10_000
"""More plies than a random game has."""
WHIMS = 8
"""One of so many decisions in an eager walk is any that is legal."""
ALL_TOGETHER = 4
"""Up to so many ways to choose the options are all played; where there are more, one option is varied at a time."""


@dataclass(frozen=True)
class Table:
    """A game with a number of seats and chosen options."""

    game: Game[Any, Any]
    seats: int
    options: Options = field(default_factory=dict)
    position: str | None = None
    """Where its games begin, if not where the rules say."""

    def __str__(self) -> str:
        chosen = [f"{name}={value}" for name, value in self.options.items()]
        return "-".join([self.game.name, str(self.seats), *chosen])

    def begin(self) -> State:
        line, rules = self.position, self.game.rules
        state: State = rules.begin(self.seats, self.options) if line is None else self.game.position(line)
        return state

    def match(self) -> Match:
        """A match that plays no chance of its own, so that a walk can be followed in it."""
        beginning = Beginning(position=self.position)
        return self.game.start(self.seats, options=self.options, luck=ByHand(), beginning=beginning)

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


def table_at(game: Game[Any, Any], position: str) -> Table:
    """A table whose games begin from a position."""
    state = game.position(position)
    return Table(game, len(state.scores()), game.notation.options_of(state), position)


def every_table() -> list[Table]:
    return [table for game in GAMES.values() for table in tables_of(game)]


@dataclass(frozen=True)
class Walk:
    """The first plies of a random game; shrinking it finds the fewest plies that break a law."""

    table: Table
    seed: int
    plies: int
    eager: bool = False
    """Whether seats mostly do what the game's priorities put first: some games nobody wins by chance."""

    @cached_property
    def steps(self) -> list[tuple[State, int]]:
        """Each position that was left, with the action that left it."""
        rng = Random(self.seed)
        state = self.table.begin()
        steps: list[tuple[State, int]] = []
        while state.actor() != OVER and len(steps) < self.plies:
            assert len(state.legal()), f"a dead end after {[action for _, action in steps]}"
            action = self._action(state, rng)
            steps.append((state.clone(), action))
            state.apply(action)
        return steps

    def _action(self, state: State, rng: Random) -> int:
        if not self.eager or state.actor() < 0 or rng.randrange(WHIMS) == 0:
            return random_action(state, rng)
        priority = self.table.game.advice.priority
        return max(
            (int(action) for action in state.legal()), key=lambda action: (priority(state, action), rng.random())
        )

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
        """Up to so many positions, the last one among them."""
        return [self.positions[place] for place in islice(self._in_turn(), most)]

    def starts(self) -> list[int]:
        """Where to set out from: a place in each phase, and not the end."""
        return list(islice(self._in_turn(), 1, 1 + len({phase_of(state) for state, _ in self.steps})))

    def _in_turn(self) -> Iterator[int]:
        """Every place: the end, and then one of each phase in turn, because what is seldom matters as much."""
        rng = self.rng()
        places: dict[int, list[int]] = {}
        for place, (state, _) in enumerate(self.steps):
            places.setdefault(phase_of(state), []).append(place)
        yield len(self.steps)
        while places:
            for phase in sorted(places, key=lambda _: rng.random()):
                yield places[phase].pop(rng.randrange(len(places[phase])))
                if not places[phase]:
                    del places[phase]

    def record(self) -> str:
        """The walk as a record that `fourleaf replay` reads."""
        game = self.table.game
        record = Record(
            game=game.name,
            rules_version=game.version,
            options=self.table.options,
            seats=self.table.seats,
            actions=tuple(self.actions),
            beginning=Beginning(position=self.table.position),
        )
        return record.to_json().decode()


def phase_of(state: Any) -> int:
    """What happens next in a position, as a number."""
    phase: int = state.phase
    return phase


def walks(table: Table) -> st.SearchStrategy[Walk]:
    lengths = st.one_of(st.just(WHOLE), st.integers(0, 120))
    return st.builds(Walk, st.just(table), st.integers(0, 2**32), lengths, st.booleans())
