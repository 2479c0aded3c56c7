"""The parts of a running server, put together once."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from fourleaf.server import limits
from fourleaf.server.background import Background
from fourleaf.server.clock import Clock
from fourleaf.server.doors import Doors
from fourleaf.server.errors import Busy, Refused
from fourleaf.server.metrics import Metrics
from fourleaf.server.notices.hooks import Hooks
from fourleaf.server.notices.outbox import Outbox
from fourleaf.server.notices.reach import PublicOnly
from fourleaf.server.origins import Origins
from fourleaf.server.people.accounts import Accounts
from fourleaf.server.people.devices import Devices
from fourleaf.server.people.guests import People, Person
from fourleaf.server.people.invites import Invites
from fourleaf.server.people.outside import OutsideBots
from fourleaf.server.people.ratings import Ratings
from fourleaf.server.people.settling import settling
from fourleaf.server.people.tickets import Tickets
from fourleaf.server.rates import Buckets
from fourleaf.server.records import Records
from fourleaf.server.settings import Settings
from fourleaf.server.storage.database import Database
from fourleaf.server.storage.measured import MeasuredLog
from fourleaf.server.storage.opening import NoDatabase, shown
from fourleaf.server.tables.bots import BotPool
from fourleaf.server.tables.calls import Calls
from fourleaf.server.tables.chat import ChatRoom
from fourleaf.server.tables.conversation import Room
from fourleaf.server.tables.entries import About
from fourleaf.server.tables.fold import Fold
from fourleaf.server.tables.keeper import Keeper
from fourleaf.server.tables.table import Table
from fourleaf.server.tables.tables import Begins, Tables, as_the_rules_say

SWEEP = 1800.0
"""Seconds between two looks at tables that nobody uses."""
logger = logging.getLogger("fourleaf.server")


class Service:
    """Everything that a request may need."""

    def __init__(
        self, settings: Settings, clock: Clock, bots: BotPool | None = None, beginning: Begins = as_the_rules_say
    ) -> None:
        self.settings = settings
        self.clock = clock
        self.database = Database(settings.database_url)
        self.metrics = Metrics()
        self.log = MeasuredLog(self.database, self.metrics)
        self.people = People(self.database, clock)
        self.invites = Invites(self.database, clock)
        self.chat = ChatRoom(self.database, clock, settings.rates)
        self.bots = bots or BotPool(settings)
        self.keeper = Keeper(settings, self.bots, clock)
        self.tables = Tables(self.database, self.log, self.keeper, clock, beginning)
        self.devices = Devices(self.database, clock)
        self.accounts = Accounts(self.database, self.people, self.devices, clock)
        self.outside_bots = OutsideBots(self.database, self.people, clock)
        self.tickets = Tickets(self.database, clock)
        self.ratings = Ratings(self.database)
        self.records = Records(self.database, clock)
        self.network = PublicOnly(settings.hooks_to_private)
        self.hooks = Hooks(self.database, clock, self.network, settings.hooks_to_private)
        self.outbox = Outbox(self.database, clock, settings.public_url, self.network)
        self.calls = Calls()
        self.doors = Doors()
        self.background = Background(clock, lambda task: self.metrics.restarts.labels(task).inc())
        self.origins = Origins(settings)
        self.messages = Buckets(clock, limits.MESSAGES, settings.rates, "messages")
        self.requests = Buckets(clock, limits.REQUESTS, settings.rates, "requests")
        self.new_guests = Buckets(clock, limits.NEW_GUESTS, settings.rates, "new guests from your address")
        self.log_ins = Buckets(clock, limits.LOG_INS, settings.rates, "tries to log in")
        self.guesses = Buckets(
            clock, limits.GUESSES, settings.rates, "wrong passwords for this account from devices it does not know"
        )
        self.wrong_invites = Buckets(
            clock, limits.WRONG_INVITES, settings.rates, "invites from your address that cannot be used"
        )
        self.renames = Buckets(clock, limits.RENAMES, settings.rates, "new names for an account")
        self.people.renamed = self._renamed
        self.people.replaced = partial(self.doors.show_out, why="this browser has a new cookie now")
        self.tables.beside = self._beside
        self.tables.changed = self._changed
        self.bots.thought = lambda name, took: self.metrics.bot_seconds.labels(name.partition(":")[0]).observe(took)
        self.outbox.outcomes = lambda outcome: self.metrics.notices.labels(outcome).inc()

    @property
    def room(self) -> Room:
        """What a conversation needs."""
        return Room(self.chat, self.bots, self.clock)

    async def open(self) -> None:
        """Begin: the schema is brought up to date, and tables that wait for the server go on."""
        self.database.open()
        try:
            await self.tables.wake()
        except (DBAPIError, Busy):
            self.database.close()
            raise NoDatabase(f"{shown(self.database.url)} cannot be read; bring back a copy of it") from None
        self.background.start("sweep", self._sweep)
        self.background.start("outbox", self.outbox.send_for_ever)

    def say_goodbye(self) -> None:
        """Tell everybody to come back in a moment, and let go of their sockets and streams."""
        self.calls.close()
        self.doors.close()

    async def close(self) -> None:
        """Stop: what is in hand is finished, and nothing is lost."""
        await self.background.close()
        await self.keeper.close()
        self.bots.close()
        self.records.close()
        await self.outbox.close()
        self.network.close()
        self.database.close()

    async def about(self, person: Person, game: str) -> About:
        """What a seat shows of the person who sits in it."""
        rating = await self.ratings.at(game, person.id)
        return About(outside=person.kind == "bot", rating=rating, owner=person.owner)

    def _beside(self, table: Table, after: Fold) -> list[Callable[[Connection], None]]:
        """What is written in the same transaction as new entries of a table."""
        works = [self.outbox.posting(table, after)]
        if after.ending is not None and table.fold.ending is None and after.ending.why != "closed":
            works.append(settling(after))
        return [work for work in works if work is not None]

    def _renamed(self, person: str, name: str) -> None:
        """Somebody is called so from now on, and it is durable."""
        self.doors.call(person, name)
        self.tables.call(person, name)

    def _changed(self, table: Table) -> None:
        """What follows once a change is durable."""
        self.keeper.look_after(table)
        self.calls.look(table.fold)
        self.outbox.nudge()

    async def _sweep(self) -> None:
        while True:
            await self.clock.sleep(SWEEP)
            self.tables.forget_idle()
            # A table that could not be woken before is tried again.
            for part in (self.tickets.throw_away, self.tables.wake, self._end_idle):
                try:
                    await part()
                except Refused as refusal:
                    logger.warning("a part of the sweep waits for the next one: %s", refusal.code)

    async def _end_idle(self) -> None:
        await self.tables.end_idle(self.settings.idle_days)
