"""Time as something that is passed in: the wall for what is shown and stored, a steady clock for how long."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """What the server asks for the time."""

    def wall(self) -> float:
        """Seconds since 1970; it may jump."""

    def steady(self) -> float:
        """Seconds from an unknown beginning; it never jumps."""

    async def sleep(self, seconds: float) -> None:
        """Wait on the steady clock."""


class RealClock:
    """The clocks of the machine."""

    def wall(self) -> float:
        """Seconds since 1970."""
        return time.time()

    def steady(self) -> float:
        """Seconds that never jump."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
