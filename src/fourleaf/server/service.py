"""The parts of a running server, put together once."""

from __future__ import annotations

import asyncio
import logging
import secrets
from dataclasses import dataclass
from functools import partial

from sqlalchemy.exc import DBAPIError

from fourleaf.server import limits
from fourleaf.server.apart import Apart
from fourleaf.server.background import Background
from fourleaf.server.branches import Branches
from fourleaf.server.clock import Clock
from fourleaf.server.connections import OpenConnections
from fourleaf.server.errors import Busy, Refused
from fourleaf.server.metrics import Metrics
from fourleaf.server.notices.hooks import Hooks
from fourleaf.server.notices.network import PublicOnly
from fourleaf.server.notices.outbox import Outbox
from fourleaf.server.origins import Origins
from fourleaf.server.people.accounts import Accounts
from fourleaf.server.people.devices import Devices
from fourleaf.server.people.guests import People, Person
from fourleaf.server.people.invites import Invites
from fourleaf.server.people.outside import OutsideBots
from fourleaf.server.people.ratings import Ratings
from fourleaf.server.people.results import settling
from fourleaf.server.people.tickets import Tickets
from fourleaf.server.places import Places
from fourleaf.server.rates import Buckets
from fourleaf.server.records import Records
from fourleaf.server.reviews import Reviews
from fourleaf.server.settings import Settings
from fourleaf.server.storage.database import Database
from fourleaf.server.storage.entries import About
from fourleaf.server.storage.measured import MeasuredLog
from fourleaf.server.storage.opening import NoDatabase, shown
from fourleaf.server.studies import Studies
from fourleaf.server.tables.bot_streams import BotStreams
from fourleaf.server.tables.bots import BotPool
from fourleaf.server.tables.chat import ChatRoom
from fourleaf.server.tables.environment import Environment, RandomBytes, Write
from fourleaf.server.tables.scheduler import Scheduler
from fourleaf.server.tables.table import Table
from fourleaf.server.tables.table_session import SessionParts
from fourleaf.server.tables.table_state import TableState
from fourleaf.server.tables.tables import Begins, Tables, as_the_rules_say

SWEEP = 1800.0
"""Seconds between two looks at tables that nobody uses."""
logger = logging.getLogger("fourleaf.server")


@dataclass(frozen=True)
class Followers:
    """Whoever has to do with a change at a table."""

    scheduler: Scheduler
    bot_streams: BotStreams
    outbox: Outbox

    def also_written(self, table: Table, after: TableState) -> list[Write]:
        """What is written in the same transaction as new entries of a table."""
        works = [self.outbox.posting(table, after)]
        if after.ending is not None and table.state.ending is None and after.ending.why != "closed":
            works.append(settling(after))
        return [work for work in works if work is not None]

    def follow(self, table: Table) -> None:
        """What is done once a change is durable."""
        self.scheduler.look_after(table)
        self.bot_streams.look(table)
        self.outbox.nudge(table)

    def wait_anew(self, table: Table) -> None:
        """Only what is waited for can have changed: a notice that is being written is still to come."""
        self.scheduler.look_after(table)
        self.bot_streams.look(table)


class Service:
    """Everything that a request may need."""

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        bots: BotPool | None = None,
        beginning: Begins = as_the_rules_say,
        random_bytes: RandomBytes = secrets.token_bytes,
    ) -> None:
        self.settings = settings
        self.clock = clock
        self.database = Database(settings.database_url)
        self.metrics = Metrics(settings.node)
        self.log = MeasuredLog(self.database, self.metrics)
        self.invites = Invites(self.database, clock)
        self.chat = ChatRoom(self.database, clock, settings.rates)
        self.bots = bots or BotPool(settings)
        self.scheduler = Scheduler(settings, self.bots, clock, self.metrics.thought)
        self.network = PublicOnly(settings.hooks_to_private)
        self.outbox = Outbox(self.database, clock, settings.public_url, self.network, self.metrics.noticed)
        self.hooks = Hooks(self.database, clock, self.network, settings.hooks_to_private, self.outbox.listen)
        self.bot_streams = BotStreams()
        self.connections = OpenConnections()
        effects = Followers(self.scheduler, self.bot_streams, self.outbox)
        environment = Environment(self.log, clock, effects, random_bytes, asyncio.to_thread)
        self.tables = Tables(self.database, environment, self.scheduler, beginning)
        replaced = partial(self.connections.show_out, why="this browser has a new cookie now")
        self.people = People(self.database, clock, self._renamed, replaced)
        self.devices = Devices(self.database, clock)
        self.accounts = Accounts(self.database, self.people, self.devices, clock)
        self.outside_bots = OutsideBots(self.database, self.people, clock)
        self.tickets = Tickets(self.database, clock)
        self.ratings = Ratings(self.database)
        self.apart = Apart()
        self.records = Records(self.database, clock, self.apart)
        self.studies = Studies(self.apart)
        self.looking_back = Places("matches")
        self.branches = Branches(self.tables, self.records, environment)
        self.reviews = Reviews(self.database, clock, settings.review_effort, self.metrics.reviewed)
        self.background = Background(clock, self.metrics.restarted)
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

    @property
    def session_parts(self) -> SessionParts:
        """What a session at a table needs."""
        return SessionParts(self.chat, self.bots, self.clock)

    async def open(self) -> None:
        """Begin: the schema is brought up to date, and tables that wait for the server go on."""
        self.database.open()
        try:
            await self.outbox.open()
            await self.tables.wake()
        except (DBAPIError, Busy):
            self.database.close()
            raise NoDatabase(f"{shown(self.database.url)} cannot be read; bring back a copy of it") from None
        self.background.start("sweep", self._sweep)
        self.background.start("outbox", self.outbox.send_for_ever)

    def say_goodbye(self) -> None:
        """Tell everybody to come back in a moment, and let go of their sockets and streams."""
        self.bot_streams.close()
        self.connections.close()

    async def close(self) -> None:
        """Stop: what is in hand is finished, and nothing is lost."""
        await self.background.close()
        await self.scheduler.close()
        self.bots.close()
        self.apart.close()
        await self.reviews.close()
        await self.outbox.close()
        self.network.close()
        self.database.close()

    async def about(self, person: Person, game: str) -> About:
        """What a seat shows of the person who sits in it."""
        rating = await self.ratings.at(game, person.id)
        return About(outside=person.kind == "bot", rating=rating, owner=person.owner)

    def _renamed(self, person: str, name: str) -> None:
        """Somebody is called so from now on, and it is durable."""
        self.connections.call(person, name)
        self.tables.call(person, name)

    async def _sweep(self) -> None:
        while True:
            await self.clock.sleep(SWEEP)
            self.tables.forget_idle()
            # A table that could not be woken before is tried again.
            for part in (self.tickets.throw_away, self.reviews.throw_away, self.tables.wake, self._end_idle):
                try:
                    await part()
                except Refused as refusal:
                    logger.warning("a part of the sweep waits for the next one: %s", refusal.code)

    async def _end_idle(self) -> None:
        await self.tables.end_idle(self.settings.idle_days)
