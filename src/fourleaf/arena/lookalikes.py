"""Whether a bot chooses by what its seat knows and by nothing else: the same question in worlds that look alike.

What a bot may ask for is the same in all of them; only what stands behind private names differs, and that is imagined.
So a bot that chooses differently has looked where there is nothing to see, or throws dice of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, Literal, TypeAlias

import msgspec
from librt.random import Random

from fourleaf.arena.contestants import Entrant
from fourleaf.arena.guard import Seated, Visitor, visiting
from fourleaf.arena.playing import DEADLINE, MEGABYTES, Misstep, Terms
from fourleaf.arena.seeds import derived
from fourleaf.arena.tournament import checked
from fourleaf.engine.errors import BadStart
from fourleaf.engine.game import Game, seed_from
from fourleaf.engine.knowledge import Knowledge
from fourleaf.engine.playout import random_action
from fourleaf.engine.state import OVER, State
from fourleaf.games import GAMES
from fourleaf.games import game as game_of

POSITIONS: Final = 100
"""Positions a game."""
WORLDS: Final = 4
"""Worlds a position; n choices that agree prove n (n - 1) / 2 pairs."""
A_GAME: Final = 6
"""Positions from one random game, so that they come from all of it and from many games."""

Outcome: TypeAlias = Literal["alike", "peeks", "wavers", "fails"]
WORDS: Final[dict[Outcome, str]] = {
    "alike": "chose alike wherever its seat sees the same",
    "peeks": "chose differently in worlds that its seat cannot tell apart",
    "wavers": "chose differently when it was asked the same again with the same seed, so nothing can be compared",
    "fails": "failed",
}
Heard: TypeAlias = Callable[[str, int, int], None]


class Finding(msgspec.Struct, frozen=True):
    """What one game has shown."""

    game: str
    outcome: Outcome
    positions: int
    choices: int
    """How many answers were compared."""
    words: str = ""
    """Where it went wrong, and how."""


class LookalikeVerdict(msgspec.Struct, frozen=True):
    """What all games have shown of a bot."""

    bot: str
    seed: int
    findings: list[Finding]

    @property
    def holds(self) -> bool:
        """Whether nothing speaks against the bot."""
        return all(finding.outcome == "alike" for finding in self.findings)


def unheard(_game: str, _done: int, _of: int) -> None:
    """Nobody looks on."""


def look_alikes(
    entrant: Entrant,
    games: Iterable[str] | None = None,
    positions: int = POSITIONS,
    worlds: int = WORLDS,
    *,
    seed: int | None = None,
    deadline: float = DEADLINE,
    megabytes: int = MEGABYTES,
    watch: Heard = unheard,
) -> LookalikeVerdict:
    """Ask a bot at so many positions of each game, each time in so many worlds that look alike to its seat."""
    if worlds < 2:
        raise BadStart(f"to compare takes at least two worlds, not {worlds}")
    seed = seed_from(seed)
    findings = []
    name = ""
    for game in list(GAMES if games is None else games):
        [name], terms, count = checked(game, [entrant], None, deadline, megabytes, positions)
        with visiting(terms, name) as visitor:
            findings.append(_Comparison(terms, visitor, worlds, seed).made(count, watch))
    return LookalikeVerdict(name, seed, findings)


class _Comparison:
    """One game while a bot is asked about it."""

    def __init__(self, terms: Terms, visitor: Visitor, worlds: int, seed: int) -> None:
        self._game: Game[Any, Any] = game_of(terms.game)
        self._terms = terms
        self._visitor = visitor
        self._worlds = worlds
        self._seed = seed

    def made(self, positions: int, watch: Heard) -> Finding:
        """Ask everywhere, until something speaks against the bot."""
        for done, (state, heard) in enumerate(self._positions(positions)):
            watch(self._game.name, done, positions)
            at = f"at {self._game.notation.write(state)}, seat {state.actor()}"
            try:
                choices = [self._choice(state, heard, stream, done) for stream in (0, *range(self._worlds))]
            except Misstep as misstep:
                return self._finding("fails", done + 1, f"{misstep}, {at}")
            if illegal := set(choices) - set(state.legal()):
                return self._finding("fails", done + 1, f"answered {min(illegal)}, which is not legal, {at}")
            if choices[0] != choices[1]:
                return self._finding("wavers", done + 1, f"chose {self._spelled(state, choices[:2])} {at}")
            if len(set(choices)) > 1:
                return self._finding("peeks", done + 1, f"chose {self._spelled(state, choices[1:])} {at}")
        return self._finding("alike", positions, "")

    def _choice(self, state: State, heard: Sequence[int], stream: int, number: int) -> int:
        """What a new bot does, always with the same seed, when this stream has drawn what it cannot know."""
        bot = Seated(self._visitor, derived(self._seed, number), self._terms.deadline, stream)
        return bot.choose(Knowledge(self._game, state, state.actor(), heard, stream))

    def _positions(self, count: int) -> Iterator[tuple[State, list[int]]]:
        """Positions with a choice from all over random games, with what the seat that decides has heard."""
        found = 0
        for number in range(count * A_GAME):
            choices = list(self._random_game(number))
            rng = Random(derived(self._seed, number, 1))
            for _ in range(min(A_GAME, len(choices), count - found)):
                yield choices.pop(rng.randrange(len(choices)))
                found += 1
            if found == count:
                return
        raise BadStart(f"random games of {self._game.name} leave nobody a choice")

    def _random_game(self, number: int) -> Iterator[tuple[State, list[int]]]:
        seats = self._game.seats[number % len(self._game.seats)]
        rng = Random(derived(self._seed, number, 0))
        state = self._game.begin(seats)
        heard: list[list[int]] = [[] for _ in range(seats)]
        while (actor := state.actor()) != OVER:
            if actor >= 0 and len(state.legal()) > 1:
                yield state.clone(), list(heard[actor])
            action = random_action(state, rng)
            for seat, seen in enumerate(heard):
                seen.append(state.glimpse(action, seat))
            state.apply(action)

    def _finding(self, outcome: Outcome, positions: int, words: str) -> Finding:
        return Finding(self._game.name, outcome, positions, positions * (self._worlds + 1), words)

    def _spelled(self, state: State, choices: Sequence[int]) -> str:
        return ", ".join(str(self._game.moves.spell(state, action)) for action in dict.fromkeys(choices))
