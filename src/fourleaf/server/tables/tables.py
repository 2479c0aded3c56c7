"""All tables: loaded from their log when somebody needs them, kept while somebody does."""

from __future__ import annotations

import contextlib
import logging
import string
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

import msgspec
from sqlalchemy import Connection, Select, func, select

import fourleaf
from fourleaf.engine.fairluck import ENTROPY
from fourleaf.engine.luck import WORD, Stream
from fourleaf.engine.record import USUAL, Beginning
from fourleaf.server import wire
from fourleaf.server.errors import NotFound, NotNow, Refused, TooMuch
from fourleaf.server.limits import LISTED_TABLES, OPEN_TABLES
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Transactions
from fourleaf.server.storage.entries import NOTHING_KNOWN, About, Kept, LogRow
from fourleaf.server.storage.log import BrokenLog, promise
from fourleaf.server.storage.shared import SharedLooks
from fourleaf.server.tables.commands import close_outdated, let_lie
from fourleaf.server.tables.environment import Environment, RandomBytes, Write
from fourleaf.server.tables.lobby import Start, opening
from fourleaf.server.tables.names import named_in, naming
from fourleaf.server.tables.scheduler import Scheduler
from fourleaf.server.tables.table import UNDER_REPAIR, Requester, Table
from fourleaf.server.tables.table_state import TableState, is_outdated

ID_LETTERS: Final = string.ascii_letters + string.digits
KEPT_FOR: Final = 600.0
"""Seconds for which a table that nobody looks at stays in memory."""
PLAYED: Final = ("locked", "playing")
"""The statuses of a table whose match begins or goes on."""
ID_LENGTH: Final = 12
"""Seventy-one bits: short enough for a link, too many to try."""


Begins: TypeAlias = Callable[[wire.CreateTable], Beginning]
"""Says where a new table begins."""
logger = logging.getLogger("fourleaf.server")


def fresh_id(random_bytes: RandomBytes) -> str:
    """A short name that nobody can guess."""
    letters = Stream(lambda _: random_bytes(ID_LENGTH * WORD))
    return "".join(ID_LETTERS[letters.uniform(len(ID_LETTERS))] for _ in range(ID_LENGTH))


def as_the_rules_say(_: wire.CreateTable) -> Beginning:
    """Where every table begins; only the tests' own app knows another place."""
    return USUAL


def together(*works: Write) -> Write:
    """Several things in one transaction."""

    def work(connection: Connection) -> None:
        for one in works:
            one(connection)

    return work


class Tables:
    """Every table of this server."""

    def __init__(
        self,
        database: Transactions,
        environment: Environment,
        scheduler: Scheduler,
        beginning: Begins = as_the_rules_say,
    ) -> None:
        self._database = database
        self._environment = environment
        self._log = environment.storage
        self._scheduler = scheduler
        self._clock = environment.clock
        self._beginning = beginning
        self._loaded: dict[str, Table] = {}
        self._public: SharedLooks[wire.TableList] = SharedLooks()
        self._renamings = 0
        """How often somebody took another name since the server began."""
        self._broken: set[str] = set()
        """The tables that were asked for and whose log is not the one that was written."""

    @property
    def loaded(self) -> list[Table]:
        """The tables in memory."""
        return list(self._loaded.values())

    @property
    def frozen(self) -> int:
        """How many tables cannot go on, as far as is known."""
        return len(self._broken) + sum(table.frozen for table in self.loaded)

    async def create(
        self,
        wish: wire.CreateTable,
        person: str,
        name: str,
        about: About = NOTHING_KNOWN,
        also: Write = lambda connection: None,
        kept: Sequence[Kept] = (),
        start: Start | None = None,
    ) -> Table:
        """Set a table up, with seats kept for those who are asked to it; it may begin elsewhere than the rules say."""
        table_id, secret = fresh_id(self._environment.random_bytes), self._environment.random_bytes(ENTROPY)
        start = start or Start(self._beginning(wish))
        entries, commitment = opening(table_id, wish, person, name, about, start, secret)
        table = Table(TableState(table_id, {commitment: secret}), self._environment)
        self._loaded[table_id] = table
        try:
            async with table.lock:
                promised = promise(table_id, commitment, secret, self._clock.wall())
                await table.append(*entries, *kept, by=Requester(person), also=together(also, promised))
        except BaseException:
            del self._loaded[table_id]
            raise
        return table

    async def get(self, table_id: str) -> Table:
        """The table of this name."""
        if table_id in self._loaded:
            self._loaded[table_id].used_at = self._clock.steady()
            return self._loaded[table_id]
        # Two who come at once must meet at the same table, whoever loads it first.
        loaded = await self._load(table_id)
        return self._loaded.setdefault(table_id, loaded)

    @contextlib.asynccontextmanager
    async def at(self, table_id: str, even_frozen: bool = False) -> AsyncIterator[Table]:
        """The table of this name, held while something is done at it."""
        table = await self.get(table_id)
        async with table.lock:
            if table.frozen and not even_frozen:
                raise NotNow(UNDER_REPAIR)
            yield table

    def call(self, person: str, name: str) -> None:
        """Somebody is called so from now on."""
        self._renamings += 1
        for table in self.loaded:
            table.call(person, name)

    async def wake(self) -> None:
        """After a start of the server: take care of the tables at which it is the server's turn.

        A table whose rules are not played any more is closed by being loaded, before anybody waits for a turn at it.
        """

        async def wake(table: Table) -> None:
            self._scheduler.look_after(table)

        awake = await self._found(select(schema.tables.c.id).where(schema.tables.c.awake))
        await self._at_each([*awake, *await self._outdated()], wake)

    def forget_idle(self) -> None:
        """Let go of tables that nobody looks at; their log brings them back."""
        now = self._clock.steady()
        for table in self.loaded:
            in_use = table.users or table.connections or table.lock.locked() or self._scheduler.is_busy_with(table)
            # A frozen one would be found frozen again, and until then nobody would count it.
            if in_use or table.frozen:
                table.used_at = now
            elif now - table.used_at > KEPT_FOR:
                del self._loaded[table.id]

    async def end_idle(self, idle_days: float) -> None:
        """Close tables at which nothing has happened for long, and reveal their luck."""
        columns = schema.tables.c
        since = self._clock.wall() - idle_days * 24 * 3600

        async def end(table: Table) -> None:
            async with table.lock:
                if table.state.status != "over" and table.state.changed_at < since:
                    await let_lie(table)

        idle = select(columns.id).where(schema.is_open, columns.changed_at < since)
        await self._at_each(await self._found(idle), end)

    async def public(self, game: str | None, status: str, offset: int) -> wire.TableList:
        """The tables that everybody may find."""
        columns = schema.tables.c
        query = select(schema.tables).where(columns.public, columns.status == status)
        if game is not None:
            query = query.where(columns.game == game)
        return await self._public.ask((game, status, offset), partial(self._list, query, offset, None))

    async def of(self, person: str, offset: int) -> wire.TableList:
        """The tables at which a person sits or is asked to, or which they host."""
        columns = schema.tables.c
        sitting = select(schema.seats.c.table).where(schema.seats.c.person == person)
        mine = (columns.host == person) | columns.id.in_(sitting)
        query = select(schema.tables).where(mine, columns.status != "closed")
        return await self._list(query, offset, person)

    async def open_of(self, person: str) -> list[str]:
        """The names of all tables that are not over at which a person sits."""
        columns = schema.tables.c
        sitting = select(schema.seats.c.table).where(schema.seats.c.person == person)
        query = select(columns.id).where(columns.id.in_(sitting), schema.is_open).order_by(columns.changed_at)
        return await self._found(query)

    async def plays_rated(self, person: str) -> bool:
        """Whether a person, or an outside bot of theirs, sits at a rated match that is not over."""
        columns = schema.tables.c
        bots = select(schema.tokens.c.person).where(schema.tokens.c.owner == person)
        sitting = select(schema.seats.c.table).where(
            (schema.seats.c.person == person) | schema.seats.c.person.in_(bots), ~schema.seats.c.kept
        )
        query = select(columns.id).where(columns.id.in_(sitting), columns.rated, columns.status.in_(PLAYED)).limit(1)
        return bool(await self._found(query))

    # Within

    async def _outdated(self) -> list[str]:
        changed = [name for name in fourleaf.games() if fourleaf.game(name).version > 1]
        return [table for table, created in (await self._log.beginnings(changed)).items() if is_outdated(created)]

    async def _found(self, query: Select[Any]) -> list[str]:
        return await self._database.read(lambda connection: list(connection.scalars(query)))

    async def _at_each(self, tables: Sequence[str], do: Callable[[Table], Awaitable[None]]) -> None:
        """Do something at some tables; one that does not let it be done keeps nobody from the others."""
        for table_id in tables:
            try:
                await do(await self.get(table_id))
            except BrokenLog:
                pass  # it was logged when it was found
            except Refused as refusal:
                logger.warning("table %s stays as it is for now: %s", table_id, refusal.code)
            except Exception:
                logger.exception("table %s stays as it is for now", table_id)

    async def _load(self, table_id: str) -> Table:
        try:
            table = await self._followed(table_id)
        except BrokenLog as broken:
            # Said once, however often somebody or a sweep asks for the table.
            if table_id not in self._broken:
                self._broken.add(table_id)
                logger.error("%s", broken)
            raise
        self._broken.discard(table_id)
        return table

    async def _followed(self, table_id: str) -> Table:
        rows = await self._log.read(table_id)
        if not rows:
            raise NotFound(f"there is no table {table_id}")
        state = TableState(table_id, await self._log.secrets(table_id), await self._names(rows))
        try:
            for row in rows:
                state.follow_if_possible(row)
        except MemoryError:
            raise
        except Exception as error:
            raise BrokenLog(f"table {table_id} cannot be read beyond entry {state.seq}") from error
        if state.broken_by is not None:
            logger.error("table %s is frozen: its match cannot be followed", table_id, exc_info=state.broken_by)
        table = Table(state, self._environment)
        for row in rows:
            table.remember(row)
        if state.outdated and state.status != "over":
            await close_outdated(table)
        return table

    async def _names(self, rows: Sequence[LogRow]) -> dict[str, str]:
        """What everybody in a log is called now; read again where somebody took another name meanwhile."""
        names: dict[str, str] = {}
        look_up = naming(names, named_in(row.line.entry for row in rows))
        while True:
            renamings = self._renamings
            await self._database.read(look_up)
            if renamings == self._renamings:
                return names

    async def must_have_room(self, person: str) -> None:
        """Nobody hosts more open tables than one may."""
        columns = schema.tables.c
        query = select(func.count()).where(columns.host == person, schema.is_open)
        count = await self._database.read(lambda connection: connection.scalar(query) or 0)
        if count >= OPEN_TABLES:
            raise TooMuch(f"you host {count} open tables; {OPEN_TABLES} are the most, so finish or leave one first")

    async def _list(self, query: Select[tuple[object, ...]], offset: int, person: str | None) -> wire.TableList:
        page = query.order_by(schema.tables.c.changed_at.desc()).offset(offset).limit(LISTED_TABLES + 1)

        def work(connection: Connection) -> list[wire.TableSummary]:
            rows = connection.execute(page).all()
            tables = [row.id for row in rows]
            names, hosts = _names_at(connection, tables), _hosts_of(connection, tables)
            mine = _seats_of(connection, person, tables) if person is not None else {}
            found = []
            for row in rows:
                summary = _by_name(msgspec.json.decode(row.summary, type=wire.TableSummary), names)
                held = mine.get(row.id, {})
                sat = [summary.seats[seat] for seat, kept in held.items() if not kept]
                found.append(
                    msgspec.structs.replace(
                        summary,
                        host=hosts.get(row.id),
                        hosted=person is not None and row.host == person,
                        my_turn=person is not None and row.turn_of == person,
                        asked=any(held.values()),
                        resigned=bool(sat) and all(seat.resigned for seat in sat),
                    )
                )
            return found

        found = await self._database.read(work)
        return wire.TableList(tables=found[:LISTED_TABLES], more=len(found) > LISTED_TABLES)


def _seats_of(connection: Connection, person: str, tables: Sequence[str]) -> dict[str, dict[int, bool]]:
    """The seats of a person at some tables, and whether each is only kept for them."""
    columns = schema.seats.c
    query = select(columns.table, columns.seat, columns.kept)
    found: dict[str, dict[int, bool]] = {}
    for row in connection.execute(query.where(columns.person == person, columns.table.in_(tables))):
        found.setdefault(row.table, {})[row.seat] = row.kept
    return found


def _hosts_of(connection: Connection, tables: Sequence[str]) -> dict[str, str]:
    """What the hosts of some tables are called now."""
    columns = schema.tables.c
    query = select(columns.id, schema.people.c.name).join(schema.people, schema.people.c.id == columns.host)
    return {row.id: row.name for row in connection.execute(query.where(columns.id.in_(tables)))}


def _names_at(connection: Connection, tables: Sequence[str]) -> dict[tuple[str, int], str]:
    """What those are called now who sit at some tables, or are asked to."""
    columns = schema.seats.c
    query = select(columns.table, columns.seat, schema.people.c.name).join(
        schema.people, schema.people.c.id == columns.person
    )
    found = connection.execute(query.where(columns.table.in_(tables)))
    return {(row.table, row.seat): row.name for row in found}


def _by_name(summary: wire.TableSummary, names: Mapping[tuple[str, int], str]) -> wire.TableSummary:
    """A summary was written when something last happened; since then somebody may have taken another name."""
    seats = [
        msgspec.structs.replace(
            seat,
            name=seat.called or (seat.name and names.get((summary.id, number), seat.name)),
            kept_for=seat.kept_for and names.get((summary.id, number), seat.kept_for),
        )
        for number, seat in enumerate(summary.seats)
    ]
    return msgspec.structs.replace(summary, seats=seats)
