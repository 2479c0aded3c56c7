"""Bots think in processes of their own: with a deadline and a memory cap, and from what their seat knows."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
from collections.abc import Callable
from typing import Final

import msgspec
from librt.random import Random
from pebble import ProcessPool

import fourleaf
from fourleaf.bots import BOTS, bot
from fourleaf.bots.levels import LEVELS
from fourleaf.engine.match import Match
from fourleaf.engine.record import Record
from fourleaf.server.errors import Busy
from fourleaf.server.failpoints import failpoint
from fourleaf.server.settings import Settings

FALLBACK: Final = "random"
"""Who decides when a bot has failed twice."""
STAND_IN: Final = "greedy"
"""Who plays for somebody who is away."""
TRIES: Final = 2
ALLOWANCE: Final = 0.2
"""Seconds beside the search itself: to travel to the process and back, and to replay the record."""


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


class BotPool:
    """The processes in which bots think."""

    def __init__(self, settings: Settings, thinks: Callable[[Position], int] | None = None) -> None:
        self._think = thinks or think
        self._deadline = settings.bot_deadline
        self._pool = ProcessPool(
            max_workers=settings.bot_workers,
            context=multiprocessing.get_context("forkserver"),
            initializer=_cap_memory,
            initargs=[settings.bot_memory],
        )
        self.failures = 0
        """How often a bot did not answer, or not with a legal action."""

    async def choose(self, match: Match, seat: int, name: str, seed: int) -> Thought:
        """What a bot does in a seat; one that crashes, hangs or cheats is asked once more and then replaced."""
        position = Position(match.record(), seat, name, seed)
        legal = match.legal
        for _ in range(TRIES):
            failpoint("bot_asked")
            with contextlib.suppress(Exception):
                action = await asyncio.wrap_future(self._pool.schedule(self._think, [position], timeout=self._deadline))
                failpoint("bot_answered")
                if action in legal:
                    return Thought(action)
            self.failures += 1
        return Thought(legal[Random(seed).randrange(len(legal))], fell_back=True)

    async def advise(self, match: Match, seat: int) -> list[Counsel]:
        """Hints for a seat; refused when the process that thinks of them fails."""
        position = Position(match.record(), seat, "", 0)
        try:
            return await asyncio.wrap_future(self._pool.schedule(advise, [position], timeout=self._deadline))
        except Exception as error:
            self.failures += 1
            raise Busy("no hint came in time; please ask again") from error

    def close(self) -> None:
        """Let the processes go."""
        self._pool.stop()  # type: ignore[no-untyped-call]  # its one untyped method
        self._pool.join()


class Position(msgspec.Struct, frozen=True):
    """What travels to a process of bots: a State cannot, a record can."""

    record: Record
    seat: int
    name: str
    seed: int


def think(position: Position) -> int:
    """Replay the record and let the bot choose from what its seat knows."""
    match = fourleaf.replay(position.record)
    return bot(position.name, position.seed).choose(match.knowledge(position.seat))


def advise(position: Position) -> list[Counsel]:
    """Replay the record and think of hints from what the seat knows."""
    match = fourleaf.replay(position.record)
    found = fourleaf.hint(match, position.seat)
    return [Counsel(hint.action, hint.share, hint.rank, hint.why) for hint in found]


def is_bot(name: str) -> bool:
    """Whether a seat can be given to a bot of this name."""
    return name in BOTS


def bot_names() -> list[str]:
    """The bots that a seat can be given to, the weakest first."""
    return list(BOTS)


def longest_thought(name: str) -> float:
    """Seconds that a bot of this name may take, which everybody can know; a forced move takes no less time to show."""
    level = LEVELS.get(name)
    return ALLOWANCE + (level.budget.seconds or 0.0) if level else 0.0


def _cap_memory(megabytes: int) -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
