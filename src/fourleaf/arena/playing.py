"""One game between bots: the loop that everybody shares, and the arena's sitting with its clocks and forfeits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log2
from operator import index
from time import perf_counter
from typing import Any, Final, Literal, TypeAlias, final

import msgspec
from librt.random import Random

from fourleaf.arena.seeds import derived
from fourleaf.bots import bot
from fourleaf.bots.bot import Bot
from fourleaf.bots.guest import is_guest
from fourleaf.bots.random_bot import RandomBot
from fourleaf.engine.game import Game
from fourleaf.engine.knowledge import Knowledge
from fourleaf.engine.options import OptionValue
from fourleaf.engine.state import CHANCE, OVER, State
from fourleaf.games import game as game_of

Kind: TypeAlias = Literal["raised", "illegal", "late", "crashed"]
KINDS: Final[tuple[Kind, ...]] = ("raised", "illegal", "late", "crashed")
MOST_WORDS: Final = 200
"""Characters that are kept of what a failing bot said."""


def play_game(
    game: Game[Any, Any],
    state: State,
    bots: Sequence[Bot],
    rng: Random,
    note: Callable[[State], None] | None = None,
) -> None:
    """Play `state` itself to its end; `note` sees every position before its action."""
    heard: list[list[int]] = [[] for _ in bots]
    while (actor := state.actor()) != OVER:
        if note is not None:
            note(state)
        at_turn = None if actor == CHANCE else Knowledge(game, state, actor, heard[actor])
        action = state.draw(rng) if at_turn is None else bots[actor].choose(at_turn)
        for seat, seen in enumerate(heard):
            seen.append(state.glimpse(action, seat))
        state.apply(action)


class Terms(msgspec.Struct, frozen=True):
    """What all games of a run have in common."""

    game: str
    options: Mapping[str, OptionValue]
    deadline: float
    """Seconds that a bot from outside has for a move."""


class Sitting(msgspec.Struct, frozen=True):
    """One game to be played: who sits where, and the seed of its luck. This is what travels to a worker."""

    number: int
    pairing: int
    block: int
    seats: tuple[str, ...]
    luck: int
    seed: int
    """What the bots' own seeds are made from."""


class Forfeit(msgspec.Struct, frozen=True):
    """A seat that a bot lost to `random` for the rest of a game."""

    sitting: int
    seat: int
    decision: int
    """Which of the seat's decisions it was, counted from 1."""
    bot: str
    kind: Kind
    words: str


class Played(msgspec.Struct, frozen=True):
    """How a sitting ended."""

    number: int
    ranks: tuple[int, ...]
    forfeits: tuple[Forfeit, ...] = ()


class Clock(msgspec.Struct):
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

    def add(self, other: Clock) -> None:
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


Tell: TypeAlias = Callable[[int, int], None]
"""Hears of a bot from outside that it is asked (its seat, which decision) and that it has answered (-1, 0)."""
ANSWERED: Final = (-1, 0)


def unheard(_seat: int, _decision: int) -> None:
    """Nobody waits for the answer."""


@final
class Chair:
    """A seat at a sitting: it keeps the clock, checks the answers, and passes to `random` when its bot fails."""

    def __init__(
        self, sitting: Sitting, seat: int, clock: Clock, known: Forfeit | None = None, tell: Tell = unheard
    ) -> None:
        self._sitting = sitting
        self._seat = seat
        self._clock = clock
        self._known = known
        self._tell = tell
        self._seed = derived(sitting.seed, seat)
        self._decisions = 0
        self._bot: Bot | None = None
        self.forfeit: Forfeit | None = None

    def choose(self, knowledge: Knowledge) -> int:
        """The bot's answer if it gives one that is legal."""
        self._decisions += 1
        if self._known is not None and self._decisions >= self._known.decision:
            self.forfeit = self._known
        if self.forfeit is None:
            action = self._answer(knowledge)
            if action is not None:
                return action
        if not isinstance(self._bot, RandomBot):
            self._bot = RandomBot(self._seed)
        return self._bot.choose(knowledge)

    def _answer(self, knowledge: Knowledge) -> int | None:
        legal = knowledge.legal
        self._tell(self._seat, self._decisions)
        began = perf_counter()
        try:
            if self._bot is None:
                self._bot = bot(self._sitting.seats[self._seat], self._seed)
            action = index(self._bot.choose(knowledge))
        except (Exception, SystemExit) as error:
            self._give_up("raised", f"{type(error).__name__}: {error}")
            return None
        finally:
            spent = perf_counter() - began
            self._tell(*ANSWERED)
        if action not in legal:
            self._give_up("illegal", f"answered {action}")
            return None
        if len(legal) > 1:
            self._clock.note(spent)
        return action

    def _give_up(self, kind: Kind, words: str) -> None:
        name = self._sitting.seats[self._seat]
        self.forfeit = Forfeit(self._sitting.number, self._seat, self._decisions, name, kind, words[:MOST_WORDS])
        self._bot = None


def play_sitting(
    terms: Terms,
    sitting: Sitting,
    clocks: dict[str, Clock],
    known: Sequence[Forfeit] = (),
    tell: Tell = unheard,
) -> Played:
    """Play one game; forfeits that are `known` from an attempt that had to be ended happen again where they did."""
    game = game_of(terms.game)
    lost = {forfeit.seat: forfeit for forfeit in known}
    chairs = [
        Chair(sitting, seat, clocks.setdefault(name, Clock()), lost.get(seat), tell if is_guest(name) else unheard)
        for seat, name in enumerate(sitting.seats)
    ]
    state = game.rules.begin(len(sitting.seats), terms.options)
    play_game(game, state, chairs, Random(sitting.luck))
    forfeits = tuple(chair.forfeit for chair in chairs if chair.forfeit is not None)
    return Played(sitting.number, tuple(int(rank) for rank in state.ranks()), forfeits)
