"""An event loop whose time passes only when nobody has anything to do, and then at once."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
BEGINNING = 1_700_000_000.0
"""Wall time at which every simulation begins."""


class Stuck(Exception):
    """Everybody waits and nothing will ever happen: somebody was forgotten."""


class _Skip(selectors.DefaultSelector):
    """Waits for no file: whoever would wait for a while finds that the while has passed."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise Stuck
        self.now += timeout
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """The event loop of a simulation: one thread, no file, no real second, and the same order every time."""

    def __init__(self) -> None:
        self._skip = _Skip()
        super().__init__(self._skip)

    def time(self) -> float:
        return self._skip.now


def simulate(story: Coroutine[Any, Any, T]) -> T:
    """Run a story in virtual time."""
    loop = VirtualLoop()
    try:
        return loop.run_until_complete(story)
    finally:
        loop.close()


class VirtualClock:
    """The clocks of a simulated machine; the wall clock may be turned."""

    def __init__(self) -> None:
        self.jumped = 0.0

    def wall(self) -> float:
        return BEGINNING + self.jumped + self.steady()

    def steady(self) -> float:
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
