"""One look for all who ask for the same at the same time, and never one that began before somebody asked."""

from __future__ import annotations

import asyncio

import pytest

from fourleaf.server.storage.shared import SharedLooks
from tests.server.club import run


class Slow:
    """Something to look at, and how often that was done."""

    def __init__(self) -> None:
        self.now = 0
        self.looks = 0
        self.open = asyncio.Event()

    async def look(self) -> int:
        self.looks += 1
        seen = self.now
        await self.open.wait()
        return seen


def test_all_who_ask_together_share_a_look_and_nobody_hears_of_what_was_before_they_asked() -> None:
    async def story() -> None:
        slow, shared = Slow(), SharedLooks[int]()
        first = [asyncio.create_task(shared.ask("list", slow.look)) for _ in range(5)]
        while not slow.looks:
            await asyncio.sleep(0)
        slow.now = 1
        second = [asyncio.create_task(shared.ask("list", slow.look)) for _ in range(5)]
        other = asyncio.create_task(shared.ask("another list", slow.look))
        await asyncio.sleep(0)
        slow.open.set()
        assert await asyncio.gather(*first) == [0] * 5
        assert await asyncio.gather(*second) == [1] * 5
        assert await other == 1
        assert slow.looks == 3
        slow.now = 2
        assert await shared.ask("list", slow.look) == 2

    run(story())


def test_who_gives_up_leaves_the_others_their_answer_and_a_fault_is_everybodys_and_not_the_next_ones() -> None:
    async def story() -> None:
        slow, shared = Slow(), SharedLooks[int]()
        waiting = [asyncio.create_task(shared.ask("list", slow.look)) for _ in range(3)]
        while not slow.looks:
            await asyncio.sleep(0)
        waiting[0].cancel()
        slow.open.set()
        assert await asyncio.gather(*waiting[1:]) == [0, 0]

        async def fail() -> int:
            raise OSError("no disk")

        for asked in [asyncio.create_task(shared.ask("list", fail)) for _ in range(2)]:
            with pytest.raises(OSError, match="no disk"):
                await asked
        assert await shared.ask("list", slow.look) == 0

    run(story())
