"""What the server does at a table by itself: bots decide, starts that hang are voided, the absent are replaced."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from functools import partial

from fourleaf.server.clock import Clock
from fourleaf.server.errors import Refused
from fourleaf.server.settings import Settings
from fourleaf.server.tables import lobby, talk
from fourleaf.server.tables.bots import BotPool
from fourleaf.server.tables.clocks import time_is_over, time_left
from fourleaf.server.tables.luck import bot_seed
from fourleaf.server.tables.table import SERVER, Table

logger = logging.getLogger("fourleaf.server")


class Keeper:
    """Looks at a table after every change and does what is the server's to do."""

    def __init__(self, settings: Settings, bots: BotPool, clock: Clock) -> None:
        self._settings = settings
        self._bots = bots
        self._clock = clock
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}

    def look_after(self, table: Table) -> None:
        """Start what is to be done now and stop what is not any more."""
        fold = table.fold
        bot = fold.seats[fold.actor].played_by if fold.actor >= 0 else None
        self._do(table, "bot", f"{fold.seq}" if bot else None, lambda: self._bot_turn(table, fold.seq))
        locked = fold.status == "locked"
        self._do(table, "void", f"{fold.commitment}" if locked else None, lambda: self._void_late_start(table))
        self._watch_the_clock(table)
        self._watch_the_door(table)

    def is_busy_with(self, table: Table) -> bool:
        """Whether something is still to be done at a table."""
        return any(name == table.id and not task.done() for (name, _), task in self._tasks.items())

    async def close(self) -> None:
        """Stop everything."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._tasks.clear()

    # Within

    def _do(self, table: Table, what: str, reason: str | None, work: Callable[[], Awaitable[None]]) -> None:
        """Keep one task a table and purpose, for as long as its reason holds."""
        key = (table.id, what)
        running = self._tasks.get(key)
        if running is not None and not running.done():
            if running.get_name() == reason:
                return
            if running is not asyncio.current_task():
                running.cancel()
        self._tasks.pop(key, None)
        if reason is not None:
            task = asyncio.create_task(self._guarded(table, work), name=reason)
            self._tasks[key] = task

    async def _guarded(self, table: Table, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except Refused as refusal:
            logger.info("table %s: %s", table.id, refusal.code)
        except Exception:
            # One table that cannot go on must not touch the others; its log is whole and can be looked into.
            logger.exception("table %s is frozen", table.id)
            table.frozen = True

    async def _bot_turn(self, table: Table, seq: int) -> None:
        fold = table.fold
        began = self._clock.steady()
        assert fold.match is not None
        seat = fold.actor
        name = fold.seats[seat].played_by
        assert name is not None
        seed = bot_seed(fold.secrets[fold.commitment], fold.ply)
        thought = await self._bots.choose(fold.match, seat, name, seed)
        await self._clock.sleep(self._until_shown(self._clock.steady() - began))
        async with table.lock:
            if table.fold.seq == seq and not table.frozen:
                standing_in = fold.seats[seat].stand_in is not None
                by = "fallback" if thought.fell_back else "stand_in" if standing_in else "bot"
                await table.decide(seat, thought.action, SERVER, by)

    def _until_shown(self, thought_for: float) -> float:
        """An answer waits for the next beat, so that the time it took tells nothing of what the bot holds."""
        pace = self._settings.bot_pace
        if pace <= 0:
            return 0.0
        return max(1, math.ceil(thought_for / pace)) * pace - thought_for

    def _watch_the_clock(self, table: Table) -> None:
        left = time_left(table.fold, self._clock.wall())
        if left is None:
            table.deadline = None
            self._do(table, "clock", None, lambda: self._flag(table, 0))
            return
        left = max(0.0, left - (self._clock.steady() - table.turn_began))
        table.deadline = self._clock.wall() + left
        turn = (table.fold.ply, table.turn_began)
        self._do(table, "clock", str(turn), lambda: self._flag(table, left))

    async def _flag(self, table: Table, left: float) -> None:
        turn = (table.fold.ply, table.turn_began)
        await self._clock.sleep(left)
        async with table.lock:
            if turn == (table.fold.ply, table.turn_began) and table.fold.actor >= 0 and not table.frozen:
                await time_is_over(table)

    def _watch_the_door(self, table: Table) -> None:
        """A seat whose person has gone is replaced after the grace that the table agreed on, if others wait for it."""
        fold, grace = table.fold, table.fold.created.grace
        here = {fold.seats[seat].person for seat in table.present} & fold.deciding
        for seat, held in enumerate(fold.seats):
            awaited = fold.status == "playing" and grace is not None and bool(here - {held.person})
            gone = awaited and held.person in fold.deciding and held.person not in here
            if gone and grace is not None:
                table.away.setdefault(seat, self._clock.wall() + grace)
            else:
                table.away.pop(seat, None)
            self._do(table, f"away {seat}", "away" if gone else None, partial(self._replace, table, seat, grace or 0))

    async def _replace(self, table: Table, seat: int, grace: float) -> None:
        await self._clock.sleep(grace)
        async with table.lock:
            if seat in table.away and not table.frozen:
                await talk.stand_in(table, seat, "away")

    async def _void_late_start(self, table: Table) -> None:
        await self._clock.sleep(self._settings.open_within)
        async with table.lock:
            if table.fold.status == "locked":
                await lobby.void(table)
