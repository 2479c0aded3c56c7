"""Tasks that live as long as the server: one that dies is logged, counted and started again, ever more rarely."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final

from fourleaf.server.clock import Clock

FIRST_WAIT: Final = 1.0
"""Seconds before a task that died is started again; each further wait is twice as long."""
LONGEST_WAIT: Final = 300.0
"""Seconds after which it is started again in any case; whoever has lived for longer begins with a short wait again."""
Work = Callable[[], Coroutine[Any, Any, None]]
logger = logging.getLogger("fourleaf.server")


class Background:
    """Every task of the server that should never end."""

    def __init__(self, clock: Clock, restarting: Callable[[str], None]) -> None:
        self._clock = clock
        self._restarting = restarting
        self._tasks: list[asyncio.Task[None]] = []

    def start(self, name: str, work: Work) -> None:
        """Do this for as long as the server runs, whatever happens to it."""
        self._tasks.append(asyncio.create_task(self._keep_alive(name, work), name=name))

    async def close(self) -> None:
        """Stop all of them."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()

    async def _keep_alive(self, name: str, work: Work) -> None:
        wait = FIRST_WAIT
        while True:
            began = self._clock.steady()
            try:
                await work()
                logger.error("background task %s ended and is started again", name)
            except Exception:
                logger.exception("background task %s died and is started again", name)
            if self._clock.steady() - began > LONGEST_WAIT:
                wait = FIRST_WAIT
            self._restarting(name)
            await self._clock.sleep(wait)
            wait = min(LONGEST_WAIT, 2 * wait)
