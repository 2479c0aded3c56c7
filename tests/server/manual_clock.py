"""A clock that stands still until a test turns it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


class ManualClock:
    """Time as the test says; whoever sleeps is woken in the order of their times."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.jumped = 0.0
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def wall(self) -> float:
        return self.now + self.jumped

    def steady(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> Coroutine[Any, Any, None]:
        """Counted from the call: a task that sleeps may begin only after the test has turned the clock."""
        if seconds <= 0:
            return asyncio.sleep(0)
        waking: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleepers.append((self.now + seconds, waking))
        return _until(waking)

    @property
    def is_waited_for(self) -> bool:
        """Whether somebody sleeps for less than a minute: no sweep, but a bot."""
        return any(at - self.now < 60 and not waking.done() for at, waking in self._sleepers)

    async def turn(self, seconds: float) -> None:
        """Let time pass."""
        until = self.now + seconds
        while due := sorted(at for at, waking in self._sleepers if at <= until and not waking.done()):
            self.now = max(self.now, due[0])
            for at, waking in self._sleepers:
                if at <= self.now and not waking.done():
                    waking.set_result(None)
            self._sleepers = [(at, waking) for at, waking in self._sleepers if not waking.done()]
            await asyncio.sleep(0.01)
        self.now = until


async def _until(waking: asyncio.Future[None]) -> None:
    await waking
