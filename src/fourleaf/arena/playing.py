"""One game between bots: the loop that everybody shares, and the arena's sitting with its clocks and forfeits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log2
from time import perf_counter
from typing import Any, Final, Literal, TypeAlias, final

import msgspec
from librt.random import Random

from fourleaf.arena.seeds import derived
from fourleaf.bots import bot
from fourleaf.bots.bot import Bot
from fourleaf.bots.random_bot import RandomBot
from fourleaf.engine.errors import FourleafError
from fourleaf.engine.game import Game
from fourleaf.engine.knowledge import Knowledge
from fourleaf.engine.options import OptionValue
from fourleaf.engine.playout import Tally
from fourleaf.engine.state import CHANCE, OVER, State
from fourleaf.engine.whole import whole
from fourleaf.games import game as game_of

Kind: TypeAlias = Literal["raised", "illegal", "late", "crashed", "memory", "endless"]
KINDS: Final[tuple[Kind, ...]] = ("raised", "illegal", "late", "crashed", "memory", "endless")
MOST_WORDS: Final = 200
"""Characters that are kept of what a failing bot said."""
DEADLINE: Final = 10.0
"""Seconds that a bot from outside has for a move unless somebody says otherwise."""
MEGABYTES: Final = 4096
"""Memory that the process of a bot from outside may have; it is address space, of which libraries take much."""
MOST_PLIES: Final = 20_000
"""A game that has come so far does not end by itself: the longest ones that random plays have a tenth of it."""


class Endless(FourleafError):
    """A game does not come to its end."""


class Misstep(Exception):
    """A bot has failed in a way that somebody else has seen."""

    def __init__(self, kind: Kind, words: str) -> None:
        super().__init__(words)
        self.kind: Kind = kind


def play_game(
    game: Game[Any, Any],
    state: State,
    bots: Sequence[Bot],
    rng: Random,
    note: Callable[[State], None] | None = None,
    plies: int = 2 * MOST_PLIES,
) -> None:
    """Play `state` itself to its end; `note` sees every position before its action."""
    heard: list[list[int]] = [[] for _ in bots]
    for _ in range(plies):
        actor = state.actor()
        if actor == OVER:
            return
        if note is not None:
            note(state)
        at_turn = None if actor == CHANCE else Knowledge(game, state, actor, heard[actor])
        action = state.draw(rng) if at_turn is None else bots[actor].choose(at_turn)
        for seat, seen in enumerate(heard):
            seen.append(state.glimpse(action, seat))
        state.apply(action)
    raise Endless(f"a game of {game.name} is still not over after {plies} plies")


class Terms(msgspec.Struct, frozen=True):
    """What all games of a run have in common."""

    game: str
    options: Mapping[str, OptionValue]
    deadline: float = DEADLINE
    """Seconds that a bot from outside has for a move."""
    megabytes: int = MEGABYTES
    """Memory that its process may have."""
    plies: int = MOST_PLIES
    """When a game has come so far, everybody else loses the seat to `random`, so that it ends."""
    brought: Mapping[str, bytes] = {}
    """Bots from outside that somebody has made, pickled; the others are found by their names."""
    script: str | None = None
    """Where the program lies that was started, in case a bot from outside stands in it."""
    counts: bool = False
    """Whether the games are to be counted as well as won."""


class Sitting(msgspec.Struct, frozen=True):
    """One game to be played: who sits where, and the seed of its luck. This is what travels to a worker."""

    number: int
    pairing: int
    block: int
    seats: tuple[str, ...]
    luck: int
    seed: int
    """What the bots' own seeds are made from."""

    def bot_seed(self, seat: int) -> int:
        """The seed of the bot in a seat."""
        return derived(self.seed, seat)


class Forfeit(msgspec.Struct, frozen=True):
    """A seat that a bot lost to `random` for the rest of a game."""

    sitting: int
    seat: int
    decision: int
    """Which of the seat's decisions it was, counted from 1."""
    bot: str
    kind: Kind
    words: str


class Shape(msgspec.Struct, frozen=True):
    """What a game was like: its length, its choices, and the points that everybody made."""

    decisions: int
    chances: int
    choices: int
    widest: int
    scores: tuple[int, ...]


class SittingResult(msgspec.Struct, frozen=True):
    """How a sitting ended."""

    number: int
    ranks: tuple[int, ...]
    forfeits: tuple[Forfeit, ...] = ()
    shape: Shape | None = None


class MoveClock(msgspec.Struct):
    """How long moves took, where there was a choice."""

    BUCKETS = 16
    """Buckets that the seconds fall into each time they double: about 4 % wide."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    buckets: dict[int, int] = {}

    def note(self, spent: float) -> None:
        """Count one move."""
        self.moves += 1
        self.seconds += spent
        self.longest = max(self.longest, spent)
        bucket = int(log2(max(spent, 1e-9)) * self.BUCKETS)
        self.buckets[bucket] = self.buckets.get(bucket, 0) + 1

    def add(self, other: MoveClock) -> None:
        """Count all moves of another clock."""
        self.moves += other.moves
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)
        for bucket, moves in other.buckets.items():
            self.buckets[bucket] = self.buckets.get(bucket, 0) + moves

    def within(self, share: float) -> float:
        """The seconds within which this share of the moves was made."""
        left = share * self.moves
        for bucket in sorted(self.buckets):
            left -= self.buckets[bucket]
            if left <= 0:
                return min(self.longest, float(2 ** ((bucket + 0.5) / self.BUCKETS)))
        return self.longest


Seating: TypeAlias = Callable[[Sitting, int], Bot]
"""Brings the bot that sits in a seat, when it is first asked."""


def own_bot(sitting: Sitting, seat: int) -> Bot:
    """The bot of that name, in this process."""
    return bot(sitting.seats[seat], sitting.bot_seed(seat))


@final
class Chair:
    """A seat at a sitting: it keeps the clock, checks the answers, and passes to `random` when its bot fails."""

    def __init__(self, sitting: Sitting, seat: int, clock: MoveClock, plies: int, seating: Seating) -> None:
        self._sitting = sitting
        self._seat = seat
        self._clock = clock
        self._plies = plies
        self._seating = seating
        self._decisions = 0
        self._bot: Bot | None = None
        self.forfeit: Forfeit | None = None

    def choose(self, knowledge: Knowledge) -> int:
        """The bot's answer if it gives one that is legal."""
        self._decisions += 1
        if self.forfeit is None and len(knowledge.heard) >= self._plies and not isinstance(self._bot, RandomBot):
            self._give_up("endless", f"the game was not over after {self._plies} plies")
        if self.forfeit is None:
            action = self._answer(knowledge)
            if action is not None:
                return action
        if not isinstance(self._bot, RandomBot):
            self._bot = RandomBot(self._sitting.bot_seed(self._seat))
        return self._bot.choose(knowledge)

    def _answer(self, knowledge: Knowledge) -> int | None:
        legal = knowledge.legal
        began = perf_counter()
        try:
            if self._bot is None:
                self._bot = self._seating(self._sitting, self._seat)
            answer: object = self._bot.choose(knowledge)
        except Misstep as misstep:
            self._give_up(misstep.kind, str(misstep))
            return None
        except (Exception, SystemExit) as error:
            self._give_up("raised", f"{type(error).__name__}: {error}")
            return None
        spent = perf_counter() - began
        action = whole(answer)
        if action not in legal:
            self._give_up("illegal", f"answered {answer!r}")
            return None
        if len(legal) > 1:
            self._clock.note(spent)
        return action

    def _give_up(self, kind: Kind, words: str) -> None:
        name = self._sitting.seats[self._seat]
        self.forfeit = Forfeit(self._sitting.number, self._seat, self._decisions, name, kind, words[:MOST_WORDS])


def play_sitting(
    terms: Terms, sitting: Sitting, clocks: dict[str, MoveClock], seating: Seating = own_bot
) -> SittingResult:
    """Play one game, whatever its bots do."""
    game = game_of(terms.game)
    chairs = [
        Chair(sitting, seat, clocks.setdefault(name, MoveClock()), terms.plies, seating)
        for seat, name in enumerate(sitting.seats)
    ]
    state = game.rules.begin(len(sitting.seats), terms.options)
    tally = Tally(len(chairs)) if terms.counts else None
    play_game(game, state, chairs, Random(sitting.luck), None if tally is None else tally.note, 2 * terms.plies)
    return SittingResult(
        sitting.number,
        tuple(int(rank) for rank in state.ranks()),
        tuple(chair.forfeit for chair in chairs if chair.forfeit is not None),
        None if tally is None else _shape(state, tally),
    )


def _shape(state: State, tally: Tally) -> Shape:
    return Shape(
        int(tally.decisions),
        int(tally.chances),
        int(tally.choices),
        int(tally.widest),
        tuple(int(score) for score in state.scores()),
    )
