"""Bots think in processes of their own: with a deadline and a memory cap, and from what their seat knows."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import time
from collections.abc import Callable
from typing import Final

import msgspec
from librt.random import Random
from pebble import ProcessPool

import fourleaf
from fourleaf.bots import BOTS, bot
from fourleaf.engine.match import Match
from fourleaf.engine.record import Record
from fourleaf.server.failpoints import failpoint
from fourleaf.server.settings import Settings

FALLBACK: Final = "random"
"""Who decides when a bot has failed twice."""
STAND_IN: Final = "greedy"
"""Who plays for somebody who is away."""
TRIES: Final = 2


class Thought(msgspec.Struct, frozen=True):
    """What a bot answered, and whether it was the bot that was asked."""

    action: int
    fell_back: bool = False


class BotPool:
    """The processes in which bots think."""

    def __init__(self, settings: Settings, thinks: Callable[[Position], int] | None = None) -> None:
        self._think = thinks or think
        self._deadline = settings.bot_deadline
        self._pool = ProcessPool(
            max_workers=settings.bot_workers,
            context=multiprocessing.get_context("forkserver"),
            initializer=cap_memory,
            initargs=[settings.bot_memory],
        )
        self.failures = 0
        """How often a bot did not answer, or not with a legal action."""
        self.thought: Callable[[str, float], None] = lambda name, took: None
        """Is told which bot answered after how many seconds."""

    async def choose(self, match: Match, seat: int, name: str, seed: int) -> Thought:
        """What a bot does in a seat; one that crashes, hangs or cheats is asked once more and then replaced."""
        began = time.monotonic()
        thought = await self._choose(match, seat, name, seed)
        self.thought(name, time.monotonic() - began)
        return thought

    async def _choose(self, match: Match, seat: int, name: str, seed: int) -> Thought:
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


def is_bot(name: str) -> bool:
    """Whether a seat can be given to a bot of this name."""
    return name in BOTS


def bot_names() -> list[str]:
    """The bots that a seat can be given to, the weakest first."""
    return list(BOTS)


def strongest() -> str:
    """The bot that hints come from."""
    return bot_names()[-1]


def cap_memory(megabytes: int) -> None:
    """A process that takes more than this fails alone."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
