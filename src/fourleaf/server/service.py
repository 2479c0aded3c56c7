"""The parts of a running server, put together once."""

from __future__ import annotations

import asyncio
import logging

from fourleaf.server.clock import Clock
from fourleaf.server.errors import Refused
from fourleaf.server.people.guests import People
from fourleaf.server.people.invites import Invites
from fourleaf.server.settings import Settings
from fourleaf.server.storage.database import Database
from fourleaf.server.storage.log import Log
from fourleaf.server.tables.bots import BotPool
from fourleaf.server.tables.chat import ChatRoom
from fourleaf.server.tables.conversation import Room
from fourleaf.server.tables.keeper import Keeper
from fourleaf.server.tables.tables import Tables

SWEEP = 1800.0
"""Seconds between two looks at tables that nobody uses."""
logger = logging.getLogger("fourleaf.server")


class Service:
    """Everything that a request may need."""

    def __init__(self, settings: Settings, clock: Clock, bots: BotPool | None = None) -> None:
        self.settings = settings
        self.clock = clock
        self.database = Database(settings.database_url)
        self.log = Log(self.database)
        self.people = People(self.database, clock)
        self.invites = Invites(self.database, clock)
        self.chat = ChatRoom(self.database, clock)
        self.bots = bots or BotPool(settings)
        self.keeper = Keeper(settings, self.bots, clock)
        self.tables = Tables(self.database, self.log, self.keeper, clock)

    @property
    def room(self) -> Room:
        """What a conversation needs."""
        return Room(self.chat, self.bots, self.clock)

    async def open(self) -> None:
        """Begin: the schema is brought up to date, and tables that wait for the server go on."""
        self.database.open()
        await self.tables.wake()
        self._sweeping = asyncio.create_task(self._sweep())

    async def close(self) -> None:
        """Stop: what is in hand is finished, everybody is told to come back, and nothing is lost."""
        self._sweeping.cancel()
        await self.keeper.close()
        await self.tables.close()
        self.bots.close()
        self.database.close()

    async def _sweep(self) -> None:
        while True:
            await self.clock.sleep(SWEEP)
            self.tables.forget_idle()
            try:
                await self.tables.end_idle(self.settings.idle_days)
            except Refused as refusal:
                logger.warning("idle tables stay open for now: %s", refusal.code)
