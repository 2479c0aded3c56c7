"""What the server does at a table by itself: bots decide, starts that hang are voided, the absent are replaced."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from fourleaf.server.clock import Clock
from fourleaf.server.errors import Busy, Refused
from fourleaf.server.settings import Settings
from fourleaf.server.storage.entries import Decider
from fourleaf.server.tables import commands, lobby
from fourleaf.server.tables.bots import Bots, longest_thought
from fourleaf.server.tables.clocks import time_is_over, time_left
from fourleaf.server.tables.luck import bot_seed
from fourleaf.server.tables.pauses import Reading
from fourleaf.server.tables.table import SERVER, Table

RETRY = 0.5
"""Seconds after which what failed by no fault of the table is tried again."""
NOT_ITS_OWN = (OSError, MemoryError, SQLAlchemyError)
"""Faults of the machine and of the storage."""
logger = logging.getLogger("fourleaf.server")
Deed = Callable[[], Coroutine[Any, Any, None]]
"""What is done once the waiting is over, with the table held; it looks for itself whether it is still due."""


class Scheduler:
    """Looks at a table after every change and does what is the server's to do."""

    def __init__(self, settings: Settings, bots: Bots, clock: Clock, thought: Callable[[str, float], None]) -> None:
        self._settings = settings
        self._bots = bots
        self._clock = clock
        self._thought = thought
        """Is told which bot answered after how many seconds."""
        self._waiting: dict[tuple[str, str], asyncio.Task[None]] = {}
        """By table and purpose."""
        self._acting: set[asyncio.Task[None]] = set()

    def look_after(self, table: Table) -> None:
        """Start what is to be done now and stop waiting for what is not any more."""
        try:
            self._look_after(table)
        except Exception:
            self._freeze(table)

    def _look_after(self, table: Table) -> None:
        if table.frozen:
            self._stop_all(table)
            return
        state, pause = table.state, table.pause
        if pause is None:
            self._drop(table, "pause")
        else:
            left = pause.ends - self._clock.steady()
            self._plan(table, "pause", str(pause.seq), partial(self._later, left, partial(_go_on, table, pause)))
        if pause is None and state.actor >= 0 and state.seats[state.actor].played_by is not None:
            self._plan(table, "bot", str(state.seq), partial(self._think, table))
        else:
            self._drop(table, "bot")
        if state.status == "locked":
            void = partial(self._later, self._settings.open_within, partial(_void, table))
            self._plan(table, "void", state.commitment, void)
        else:
            self._drop(table, "void")
        self._watch_the_clock(table)
        self._watch_the_door(table)

    def is_busy_with(self, table: Table) -> bool:
        """Whether something is still to be done at a table."""
        return any(name == table.id for name, _ in self._waiting)

    async def close(self) -> None:
        """Stop waiting; what is being written is finished."""
        waiting = list(self._waiting.values())
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, *self._acting, return_exceptions=True)
        self._waiting.clear()

    # Within

    def _plan(self, table: Table, what: str, reason: str, wait: Callable[[], Awaitable[Deed]]) -> None:
        """Wait for one thing a table and purpose, for as long as its reason holds."""
        key = (table.id, what)
        waiting = self._waiting.get(key)
        if waiting is None or waiting.get_name() != reason:
            self._drop(table, what)
            self._waiting[key] = asyncio.create_task(self._carry_out(table, key, wait), name=reason)

    def _drop(self, table: Table, what: str) -> None:
        """Wait no more for what there is no reason for."""
        waiting = self._waiting.pop((table.id, what), None)
        if waiting is not None:
            waiting.cancel()

    async def _carry_out(self, table: Table, key: tuple[str, str], wait: Callable[[], Awaitable[Deed]]) -> None:
        task = asyncio.current_task()
        assert task is not None
        try:
            deed = await wait()
            # From here on it is done and not waited for: nobody may cancel it between the disk and the table.
            self._waits_no_more(key, task)
            self._acting.add(task)
            async with table.lock:
                if not table.frozen:
                    await deed()
        except asyncio.CancelledError:
            if task.cancelling():
                raise
            await self._try_again(table, key, task)
        except Busy:
            await self._try_again(table, key, task)
        except Refused as refusal:
            logger.info("table %s: %s", table.id, refusal.code)
        except NOT_ITS_OWN:
            logger.exception("table %s tries again", table.id)
            await self._try_again(table, key, task)
        except Exception:
            self._waits_no_more(key, task)
            self._freeze(table)
        finally:
            self._acting.discard(task)
            self._waits_no_more(key, task)

    async def _try_again(self, table: Table, key: tuple[str, str], task: asyncio.Task[None]) -> None:
        """After a fault that is not the table's own: nobody else would try again for a bot or a clock."""
        self._acting.discard(task)
        self._waiting.setdefault(key, task)
        await self._clock.sleep(RETRY)
        self._waits_no_more(key, task)
        self.look_after(table)

    def _waits_no_more(self, key: tuple[str, str], task: asyncio.Task[None]) -> None:
        if self._waiting.get(key) is task:
            del self._waiting[key]

    def _freeze(self, table: Table) -> None:
        """One table that cannot go on must not touch the others; its log is whole and can be looked into."""
        logger.exception("table %s is frozen", table.id)
        self._stop_all(table)
        table.freeze()

    def _stop_all(self, table: Table) -> None:
        table.deadline = table.pause = None
        table.away.clear()
        for key in [key for key in self._waiting if key[0] == table.id]:
            self._waiting.pop(key).cancel()

    async def _later(self, seconds: float, deed: Deed) -> Deed:
        await self._clock.sleep(seconds)
        return deed

    async def _think(self, table: Table) -> Deed:
        state = table.state
        began = self._clock.steady()
        assert state.match is not None
        seat = state.actor
        name = state.seats[seat].played_by
        assert name is not None
        seed = bot_seed(state.secrets[state.commitment], state.seq)
        thought = await self._bots.choose(state.match, seat, name, seed)
        took = self._clock.steady() - began
        self._thought(name, took)
        await self._clock.sleep(self._until_shown(name, took))
        standing_in = state.seats[seat].stand_in is not None
        by: Decider = "fallback" if thought.fell_back else "stand_in" if standing_in else "bot"

        async def deed() -> None:
            if table.state.seq == state.seq:
                await table.decide(seat, thought.action, SERVER, by)

        return deed

    def _until_shown(self, name: str, thought_for: float) -> float:
        """An answer waits for a beat that its level decides, so that the time it took tells nothing of a hand."""
        pace = self._settings.bot_pace
        if pace <= 0:
            return 0.0
        beats = math.ceil(max(longest_thought(name), thought_for) / pace)
        return max(1, beats) * pace - thought_for

    def _watch_the_clock(self, table: Table) -> None:
        left = time_left(table, self._clock)
        if left is None:
            table.deadline = None
            self._drop(table, "clock")
            return
        table.deadline = self._clock.wall() + left
        turn = (table.state.ply, table.turn_began)

        async def flag() -> None:
            if turn == (table.state.ply, table.turn_began) and table.state.actor >= 0:
                await time_is_over(table)

        self._plan(table, "clock", str(turn), partial(self._later, left, flag))

    def _watch_the_door(self, table: Table) -> None:
        """A seat whose person has gone is replaced after the grace that the table agreed on, if others wait for it."""
        state, grace = table.state, table.state.created.grace
        present = table.present
        if not table.away and len(present) == len(state.seats):
            return
        here = {state.seats[seat].person for seat in present} & state.deciding
        for seat, held in enumerate(state.seats):
            awaited = state.status == "playing" and bool(here - {held.person})
            gone = grace is not None and awaited and held.person in state.deciding and held.person not in here
            if gone and grace is not None:
                left = table.away.setdefault(seat, self._clock.wall() + grace) - self._clock.wall()
                self._plan(table, f"away {seat}", "away", partial(self._later, left, partial(_replace, table, seat)))
            else:
                table.away.pop(seat, None)
                self._drop(table, f"away {seat}")


async def _void(table: Table) -> None:
    if table.state.status == "locked":
        await lobby.void(table)


async def _go_on(table: Table, pause: Reading | None) -> None:
    if pause is not None and table.pause is pause:
        table.go_on()


async def _replace(table: Table, seat: int) -> None:
    # While others read nobody is needed; when they have, it is looked at again.
    if seat in table.away and table.pause is None:
        await commands.stand_in(table, seat, "away")
