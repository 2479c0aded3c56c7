"""Many games side by side in NumPy arrays that compiled code writes in place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from fourleaf.adapters.arrays import array_over, numpy
from fourleaf.adapters.learner_game import refused
from fourleaf.arena.seeds import derived
from fourleaf.bots import bot
from fourleaf.bots.bot import Bot
from fourleaf.engine.batch import NOTHING, Batch
from fourleaf.engine.errors import BadSeat, BadStart, listed
from fourleaf.engine.game import Game, seed_from
from fourleaf.engine.knowledge import Knowledge
from fourleaf.engine.whole import whole
from fourleaf.games import game as game_of

Array: TypeAlias = numpy.typing.NDArray[Any]
Policy: TypeAlias = Callable[[Array, Array], Array]
"""From observations and masks, a row a game, to one compact number a game."""
Rival: TypeAlias = str | Policy
"""Who sits in a chair that is not the learner's: a bot by its name, or a policy."""
BLIND = "random"
"""The bot that needs to know nothing, and so plays in compiled code."""


class BatchArrays:
    """Games side by side; each array has a row a game, and `step` writes all of them anew.

    A game's luck depends on the seed and on its place alone. A game that is over begins again at once: `done` says so,
    `rewards` and `ranks` say how it ended, and everything else is of the new game.
    """

    def __init__(
        self, game: Game[Any, Any], n: int, seats: int, seed: int, options: Mapping[str, object], rivals: Rivals
    ) -> None:
        self.game = game
        self.seats = seats
        self.layout = game.observation(seats)
        self.decisions = game.decisions(seats)
        length, numbers, choices = len(self.layout), len(self.decisions), game.bounds.choices
        self._rivals = rivals
        self._core = core = Batch(
            game.begin(seats, options),
            [derived(seed, place) for place in range(n)],
            seats,
            length,
            numbers,
            choices,
            rivals.listen,
        )
        self.actor = array_over(core.actor, numpy.int32, n)
        """The seat that decides in each game."""
        self.observation = array_over(core.observation, numpy.float32, n, length)
        """What that seat knows; `layout` says what each number means."""
        self.mask = array_over(core.mask, numpy.bool_, n, numbers)
        """Which compact numbers it may decide; `decisions` says what each one means."""
        self.legal = array_over(core.legal, numpy.int32, n, choices)
        """The same as a list of numbers, filled up with -1."""
        self.count = array_over(core.count, numpy.int32, n)
        """How many numbers each list has."""
        self.rewards = array_over(core.rewards, numpy.float32, n, seats)
        """What each seat's rank was worth in games that have just ended: the share of the others it left behind."""
        self.ranks = array_over(core.ranks, numpy.int32, n, seats)
        """How each seat ranked in the game that ended last in this row."""
        self.done = array_over(core.done, numpy.bool_, n)
        """Whether a game has ended in the last step."""
        self._decided = array_over(core.decided, numpy.int32, n)
        self._let_rivals_decide()

    def __len__(self) -> int:
        return len(self.actor)

    def step(self, decisions: Any) -> None:
        """Let every game go on with the number that is decided in it; one that is not legal is refused by its place."""
        wished = numpy.asarray(decisions)
        if wished.shape != self.actor.shape or not numpy.issubdtype(wished.dtype, numpy.integer):
            raise BadStart(
                f"{len(self)} whole numbers are decided at once, one a game, not {wished.dtype} of {wished.shape}"
            )
        self._decided[:] = numpy.where((wished < 0) | (wished >= len(self.decisions)), len(self.decisions), wished)
        self._refuse(wished)
        self._core.forget()
        # FAST: NumPy makes zeros much faster than compiled code that looks at every place.
        self.observation.fill(0)
        self._core.step(True)
        self._let_rivals_decide()

    def _refuse(self, wished: Array) -> None:
        place = self._core.illegal()
        if place != NOTHING:
            legal = self.legal[place, : self.count[place]].tolist()
            raise refused(wished[place].item(), legal, f"in game {place} ")

    def _let_rivals_decide(self) -> None:
        """Go on until the learner decides in every game."""
        while self._rivals.decide(self):
            self._refuse(self._decided)
            self._core.step()


class Rivals:
    """Who sits in the chairs that are not the learner's."""

    def __init__(self, wish: Mapping[int, Rival] | Rival | None, game: Game[Any, Any], seats: int, seed: int) -> None:
        self._seats = _seated(wish, seats)
        self._seed = seed
        self._game = game
        self._bots: dict[tuple[int, int], Bot] = {}
        self._taken = numpy.zeros(seats, numpy.bool_)
        self._taken[list(self._seats)] = True
        self.listen = any(isinstance(rival, str) and rival != BLIND for rival in self._seats.values())
        for rival in self._seats.values():
            if isinstance(rival, str):
                bot(rival, 0)

    def decide(self, games: BatchArrays) -> bool:
        """Let a rival decide wherever one is to; whether there was any."""
        waiting = self._taken[games.actor]
        if not waiting.any():
            return False
        games._decided.fill(NOTHING)
        for seat, rival in self._seats.items():
            rows = numpy.flatnonzero(games.actor == seat)
            if not len(rows):
                continue
            if rival == BLIND:
                games._core.choose_blindly(seat)
            elif isinstance(rival, str):
                games._decided[rows] = [self._ask(games._core, int(row), seat, rival) for row in rows]
            else:
                games._decided[rows] = rival(games.observation[rows], games.mask[rows])
        return True

    def _ask(self, core: Batch, row: int, seat: int, name: str) -> int:
        asked = self._bots.get((row, seat))
        if asked is None:
            asked = self._bots[row, seat] = bot(name, derived(self._seed, row, seat))
        state = core.states[row]
        knowledge = Knowledge(self._game, state, seat, core.heard[row * core.seats + seat])
        return int(state.decision(asked.choose(knowledge)))


def _seated(wish: Mapping[int, Rival] | Rival | None, seats: int) -> dict[int, Rival]:
    """Who sits where; one rival for all sits everywhere but in seat 0."""
    if wish is None:
        return {}
    if not isinstance(wish, Mapping):
        return dict.fromkeys(range(1, seats), wish)
    if strangers := [seat for seat in wish if seat not in range(seats)]:
        raise BadSeat(f"there are seats {listed(range(seats))}, and no {listed(strangers, 'or')} for a rival")
    if len(wish) == seats:
        raise BadSeat("rivals sit in every seat, so there is none to learn in")
    return dict(wish)


def batch(
    game: str,
    n: int,
    seats: int,
    seed: int | None = None,
    options: Mapping[str, object] | None = None,
    rivals: Mapping[int, Rival] | Rival | None = None,
) -> BatchArrays:
    """What `fourleaf.batch` gives."""
    known: Game[Any, Any] = game_of(game)
    if (whole(n) or 0) < 1:
        raise BadStart(f"a batch has one game or more, not {n!r}")
    number = seed_from(seed)
    # The game looks at the number of seats before anybody is seated.
    known.observation(seats)
    return BatchArrays(known, n, seats, number, options or {}, Rivals(rivals, known, seats, number))
