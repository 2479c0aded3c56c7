"""One look into the database for all who ask for the same at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class SharedLooks(Generic[T]):
    """Whoever asks while somebody looks waits for the next look: nobody is told what was so before they asked."""

    def __init__(self) -> None:
        self._looking: dict[Hashable, asyncio.Task[T]] = {}
        self._next: dict[Hashable, asyncio.Task[T]] = {}
        """What has not begun to look, so that others may still share it."""

    async def ask(self, what: Hashable, look: Callable[[], Awaitable[T]]) -> T:
        """What is so now; of all that ask for `what` together one looks."""
        task = self._next.get(what)
        if task is None:
            task = self._next[what] = asyncio.create_task(self._look(what, look))
        # Whoever gives up waiting leaves the others their answer.
        return await asyncio.shield(task)

    async def _look(self, what: Hashable, look: Callable[[], Awaitable[T]]) -> T:
        if what in self._looking:
            await asyncio.wait([self._looking[what]])
        task = self._looking[what] = self._next.pop(what)
        try:
            return await look()
        finally:
            if self._looking[what] is task:
                del self._looking[what]
