"""A background task that dies is logged, counted and started again, ever more rarely."""

from __future__ import annotations

import asyncio
import logging
from itertools import pairwise

import pytest

from fourleaf.server.background import FIRST_WAIT, LONGEST_WAIT, Background
from tests.server.club import run
from tests.server.manual_clock import ManualClock


def test_a_task_that_dies_or_ends_is_started_again_ever_more_rarely(caplog: pytest.LogCaptureFixture) -> None:
    clock = ManualClock()
    counted: list[str] = []
    began: list[float] = []

    async def story() -> None:
        background = Background(clock, counted.append)

        async def dies() -> None:
            began.append(clock.steady())
            if len(began) == 2:
                return
            if len(began) == 6:
                await clock.sleep(LONGEST_WAIT + 1)
            raise ZeroDivisionError("a secret")

        with caplog.at_level(logging.ERROR, "fourleaf.server"):
            background.start("sweep", dies)
            await clock.turn(0.0)
            await asyncio.sleep(0.01)
            await clock.turn(1000.0)
            await background.close()

    run(story())
    waits = [after - before for before, after in pairwise(began)]
    assert waits[:5] == [FIRST_WAIT * 2**number for number in range(5)]
    # Whoever has lived for long is not punished for what was.
    assert waits[5] == LONGEST_WAIT + 1 + FIRST_WAIT
    assert max(waits[6:]) <= LONGEST_WAIT
    assert counted == ["sweep"] * len(began)
    assert len(caplog.records) == len(began)
    assert "sweep" in caplog.records[0].getMessage()


def test_tasks_end_with_the_server() -> None:
    clock = ManualClock()
    ended: list[str] = []

    async def story() -> None:
        background = Background(clock, lambda name: None)

        async def lives(name: str) -> None:
            try:
                await clock.sleep(1e9)
            finally:
                ended.append(name)

        background.start("one", lambda: lives("one"))
        background.start("two", lambda: lives("two"))
        await asyncio.sleep(0.01)
        await background.close()

    run(story())
    assert ended == ["one", "two"]
