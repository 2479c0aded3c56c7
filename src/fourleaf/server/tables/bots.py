"""Bots think in processes of their own: with a deadline and a memory cap, and from what their seat knows."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeVar

import msgspec
from librt.random import Random

import fourleaf
from fourleaf.bots import BOTS, bot
from fourleaf.bots.levels import LEVELS
from fourleaf.engine.errors import FourleafError
from fourleaf.engine.luck import ByHand
from fourleaf.engine.match import Match
from fourleaf.engine.options import Options
from fourleaf.engine.record import Beginning
from fourleaf.processes import Lost, Unstarted, Workers
from fourleaf.server.errors import Busy
from fourleaf.server.failpoints import failpoint
from fourleaf.server.settings import Settings

T = TypeVar("T")
STAND_IN: Final = "greedy"
"""Who plays for somebody who is away."""
TRIES: Final = 2
ALLOWANCE: Final = 0.2
"""Seconds beside the search itself: to travel to the process and back, and to read the position."""
logger = logging.getLogger("fourleaf.server")


class Thought(msgspec.Struct, frozen=True):
    """What a bot answered, and whether it was the bot that was asked."""

    action: int
    fell_back: bool = False


class Counsel(msgspec.Struct, frozen=True):
    """One good move, as it travels back from the process that thought of it."""

    action: int
    share: float
    rank: float
    why: str
    then: Any = None
    """Spelled out: here nobody knows the kinds of moves of a game."""


class BotFailed(Exception):
    """A process that thought has died, hung or raised."""


class Bots(Protocol):
    """Whoever thinks for a seat."""

    async def choose(self, match: Match, seat: int, name: str, seed: int) -> Thought:
        """What a bot does in a seat."""

    async def advise(self, match: Match, seat: int) -> list[Counsel]:
        """Hints for a seat."""


class BotPool:
    """The processes in which bots think."""

    def __init__(self, settings: Settings, thinks: Callable[[Position], int] | None = None) -> None:
        self._settings = settings
        self._think = thinks or think
        self._workers = Workers(settings.bot_workers, settings.bot_memory)
        self.failures = 0
        """How often a bot did not answer, or not with a legal action."""

    async def choose(self, match: Match, seat: int, name: str, seed: int) -> Thought:
        """What a bot does in a seat; one that crashes, hangs or cheats is asked once more and then replaced."""
        position = Position.of(match, seat, name, seed)
        legal = match.legal
        for _ in range(TRIES):
            failpoint("bot_asked")
            try:
                action = await self._ask(self._think, position)
            except BotFailed:
                continue
            failpoint("bot_answered")
            if action in legal:
                return Thought(action)
            self.failures += 1
        return Thought(legal[Random(seed).randrange(len(legal))], fell_back=True)

    async def advise(self, match: Match, seat: int) -> list[Counsel]:
        """Hints for a seat; refused when the process that thinks of them fails."""
        try:
            return await self._ask(advise, Position.of(match, seat, "", 0))
        except BotFailed:
            raise Busy("no hint came in time; please ask again") from None

    def close(self) -> None:
        """Let the processes go."""
        self._workers.close()

    async def _ask(self, work: Callable[[Position], T], position: Position) -> T:
        """Have something thought in a process, or say that it failed, in bounded time whatever the process does."""
        try:
            return await self._workers.do(self._settings.bot_deadline, work, position)
        except Unstarted as fault:
            # No bot is to blame for this, so nobody decides in its place: it is asked when there is a process again.
            logger.warning("no process for bots: %s", fault)
            raise Busy("no process for bots can be started just now; please try again") from None
        except (Lost, FourleafError) as fault:
            logger.info("a bot failed: %s", type(fault).__name__)
            self.failures += 1
            raise BotFailed from None


class Position(msgspec.Struct, frozen=True):
    """What travels to a process of bots: the position in one line, so that it costs the same at every ply."""

    game: str
    version: int
    seats: int
    options: Options
    notation: str
    seat: int
    name: str
    seed: int

    @classmethod
    def of(cls, match: Match, seat: int, name: str, seed: int) -> Position:
        """How a match stands, for a bot that is to decide for a seat."""
        game = match.game
        return cls(game.name, game.version, match.seats, match.options, match.notation, seat, name, seed)

    def match(self) -> Match:
        """A match that stands so, and has had no past."""
        game = fourleaf.game(self.game).by_rules(self.version)
        return game.start(self.seats, options=self.options, luck=ByHand(), beginning=Beginning(position=self.notation))


def think(position: Position) -> int:
    """Let the bot choose from what its seat knows of the position."""
    return bot(position.name, position.seed).choose(position.match().knowledge(position.seat))


def advise(position: Position) -> list[Counsel]:
    """Think of hints from what the seat knows of the position."""
    found = fourleaf.hint(position.match(), position.seat)
    return [Counsel(hint.action, hint.share, hint.rank, hint.why, hint.then) for hint in found]


def is_bot(name: str) -> bool:
    """Whether a seat can be given to a bot of this name."""
    return name in BOTS


def bot_names() -> list[str]:
    """The bots that a seat can be given to, the weakest first."""
    return list(BOTS)


def longest_thought(name: str) -> float:
    """Seconds that a bot of this name may take, which everybody can know; a forced move takes no less time to show."""
    level = LEVELS.get(name)
    return ALLOWANCE + level.seconds if level else 0.0
