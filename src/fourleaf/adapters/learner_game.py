"""One game for learners: chance speaks by itself, and a seat is shown what it knows and nothing else."""

from __future__ import annotations

from typing import Any

from librt.random import Random

from fourleaf.adapters.arrays import numpy, observed
from fourleaf.engine.errors import FourleafError, listed
from fourleaf.engine.game import Game, seed_from
from fourleaf.engine.luck import FITS
from fourleaf.engine.picture import plain
from fourleaf.engine.playout import worth_of_ranks
from fourleaf.engine.state import CHANCE, NO_ACTION, OVER, State
from fourleaf.games import game as game_of


class BadDecision(FourleafError):
    """A number that stands for no legal action."""


def refused(number: object, legal: list[int], where: str = "") -> BadDecision:
    """Why a number is no decision now, and which ones would be."""
    return BadDecision(f"{where}{number!r} is not legal now; legal are {listed(sorted(legal), 'or')}")


class LearnerGame:
    """A game at one table, begun anew as often as a learner likes."""

    def __init__(self, name: str, seats: int, options: dict[str, object]) -> None:
        self.game: Game[Any, Any] = game_of(name)
        self.start: State = self.game.begin(seats, options)
        self.seats = seats
        self.length = len(self.game.observation(seats))
        self.numbers = len(self.game.decisions(seats))
        self.state = self.start
        self.heard: list[list[int]] = []
        """What each seat has seen of every action so far."""
        self._rng = Random(seed_from(None) & FITS)

    def begin(self, seed: int | None) -> None:
        """Begin a game: with a seed from its luck, without one with the luck that follows."""
        if seed is not None:
            self._rng = Random(seed_from(seed) & FITS)
        self.state = self.start.clone()
        self.heard = [[] for _ in range(self.seats)]
        self._let_chance_speak()

    @property
    def actor(self) -> int:
        """Who decides now, or OVER."""
        return int(self.state.actor())

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.actor == OVER

    def observation(self, seat: int) -> numpy.typing.NDArray[numpy.float32]:
        """What a seat knows."""
        return observed(self.state, seat, self.length)

    def legal(self) -> list[int]:
        """The compact numbers of the actor's decisions."""
        return [int(self.state.decision(int(action))) for action in self.state.legal()]

    def mask(self, seat: int) -> numpy.typing.NDArray[numpy.int8]:
        """A one for each number that a seat may decide now; when the game is over none means anything, and all are."""
        actor = self.actor
        if actor == OVER:
            return numpy.ones(self.numbers, numpy.int8)
        mask = numpy.zeros(self.numbers, numpy.int8)
        if actor == seat:
            mask[self.legal()] = 1
        return mask

    def decide(self, number: int) -> None:
        """Let the actor decide, and chance after it."""
        action = int(self.state.decided(number)) if 0 <= number < self.numbers else NO_ACTION
        if action == NO_ACTION:
            raise refused(number, self.legal())
        self.play(action)

    def play(self, action: int) -> None:
        """Let a legal action happen, and chance after it."""
        self._apply(action)
        self._let_chance_speak()

    def _let_chance_speak(self) -> None:
        while self.state.actor() == CHANCE:
            self._apply(int(self.state.draw(self._rng)))

    def _apply(self, action: int) -> None:
        for seat, seen in enumerate(self.heard):
            seen.append(int(self.state.glimpse(action, seat)))
        self.state.apply(action)

    def worths(self) -> list[float]:
        """What each seat's rank is worth when the game is over: the share of the others that it leaves behind."""
        return worth_of_ranks([int(rank) for rank in self.state.ranks()])

    def text(self, seat: int) -> str:
        """The position as a seat sees it, in characters, with its prompt."""
        view = self.game.view.view(self.state, seat)
        return f"{plain(self.game.picture.picture(view))}\n{self.game.view.prompt(view)}"
