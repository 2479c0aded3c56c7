"""A table that lives: it checks what people ask for, writes it down, and only then tells everybody."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection as SqlConnection

from fourleaf.engine.errors import IllegalMove, NotAMove
from fourleaf.engine.match import Step
from fourleaf.engine.record import Record
from fourleaf.engine.sentences import seat_name
from fourleaf.engine.state import WATCHER
from fourleaf.server import wire
from fourleaf.server.errors import Illegal, NotNow, NotYours, Stale
from fourleaf.server.failpoints import failpoint
from fourleaf.server.limits import ENTRIES_A_MESSAGE
from fourleaf.server.storage import entries as log
from fourleaf.server.storage.database import Conflict
from fourleaf.server.storage.entries import AnyEntry, LogLine, LogRow
from fourleaf.server.storage.log import TableIndex, rows_of
from fourleaf.server.tables.connection import Connection, encoded
from fourleaf.server.tables.environment import Environment, Write
from fourleaf.server.tables.names import named_in, naming
from fourleaf.server.tables.pauses import Reading, pause_of
from fourleaf.server.tables.projection import back_lines, changed, seen, standing, summary, table_info
from fourleaf.server.tables.table_state import Foreseen, TableState
from fourleaf.server.tables.terms import ranking
from fourleaf.server.values import Ending


class Requester(NamedTuple):
    """Who asks for something, and the id that makes a second asking harmless."""

    person: str | None = None
    client_id: str | None = None
    acked: Callable[[wire.Ack], None] = lambda ack: None


class ToldRow(NamedTuple):
    """A row with what it brings, ready to be told to everybody."""

    row: LogRow
    steps: list[Step]
    undone: dict[int, list[str]]
    """For each seat that looks on: the lines that the row takes back or asks to."""


class Ahead(NamedTuple):
    """A table as it will be once some rows are durable."""

    state: TableState
    rows: list[ToldRow]
    seating: dict[int, tuple[str, bool]]


def outdated(state: TableState) -> str:
    """What is said of a table whose rules are not played any more."""
    follows = f"this table follows version {state.created.rules_version} of the rules of {state.game.title}"
    return f"{follows}, which is no longer played; this Fourleaf plays version {state.game.version}"


BROKEN = 1011
"""The close code for a table that cannot be told any more."""
UNDER_REPAIR = "this table is under repair: nothing is lost, and nobody loses by leaving it"
"""What whoever wishes to play on at a frozen table is told."""
SERVER = Requester()
"""What the server does by itself."""
logger = logging.getLogger("fourleaf.server")


class Table:
    """One table in memory: a cache of its log with the sockets that look at it."""

    def __init__(self, state: TableState, environment: Environment) -> None:
        self.state = state
        self.environment = environment
        self.clock = clock = environment.clock
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        """Whoever is told of everything as it happens."""
        self.coming: set[Connection] = set()
        """Whoever has said hello and still reads what was missed."""
        self._faulty = state.broken_by is not None
        self.pause: Reading | None = None
        """What is being read before the match goes on."""
        self.opened: dict[int, str] = {}
        """While the seats open: the entropy that has come so far."""
        self.users = 0
        """Sockets that are about to come or have come."""
        self.used_at = clock.steady()
        self.loaded_at = self.turn_began = clock.steady()
        """On the steady clock: neither a jump of the wall clock nor a server that was down costs anybody time."""
        self.away: dict[int, float] = {}
        """The seats that a bot will stand in for, and when."""
        self.deadline: float | None = None
        """Wall time at which the actor's clock runs out."""
        self.answered: dict[tuple[str, str], tuple[int, bytes]] = {}
        """What each person's message was answered with, so that a second sending gets the same."""
        self._storage = environment.storage
        self._shown: dict[int, msgspec.Struct] = {}
        """The view that each seat was shown last, where somebody who looks through it takes changes."""
        self._people: dict[int, tuple[str, bool]] | None = None

    @property
    def id(self) -> str:
        """The name of the table in its address."""
        return self.state.table

    @property
    def frozen(self) -> bool:
        """Whether the table cannot go on by a fault of its own; its people can still leave it."""
        return self._faulty and self.state.status != "over"

    # Writing

    async def append(
        self,
        *entries: AnyEntry,
        by: Requester = SERVER,
        also: Write | None = None,
        foreseen: Foreseen | None = None,
    ) -> wire.Ack:
        """Durable, then acknowledged, then told to everybody. The caller holds the lock and has checked everything."""
        at = self.clock.wall()
        first = LogLine(at=at, entry=entries[0], person=by.person, client_id=by.client_id)
        lines = [first, *(LogLine(at=at, entry=entry) for entry in entries[1:])]
        rows = rows_of(self.id, self.state.seq, self.state.hash, lines, self.environment.random_bytes)
        ahead = self._ahead(rows, foreseen)
        failpoint("checked")
        try:
            works = [*([also] if also else []), *self.environment.effects.also_written(self, ahead.state)]
            works += [naming(self.state.names, people) for people in [named_in(entries)] if people]
            await self._storage.append(rows, self._index(ahead), partial(_do_all, works) if works else None)
        except Conflict:
            await self.catch_up()
            known = self.again(by)
            if known is None:
                raise Stale("somebody was quicker; here is what you missed") from None
            by.acked(known)
            return known
        ack = wire.Ack(id=by.client_id or "", seq=rows[0].seq, hash=rows[0].hash.hex())
        by.acked(ack)
        failpoint("acknowledged")
        self._go(ahead)
        return ack

    async def catch_up(self) -> None:
        """Follow the log as far as it goes; another node may have written in it."""
        rows = await self._storage.read(self.id, self.state.seq)
        if any(isinstance(row.line.entry, log.Voided) for row in rows):
            self.state.secrets.update(await self._storage.secrets(self.id))
        if rows:
            self._go(self._ahead(rows))

    def _ahead(self, rows: Sequence[LogRow], foreseen: Foreseen | None = None) -> Ahead:
        """The table as it will be. Nothing changes here before it is durable."""
        state = self.state.copy(foreseen)
        told = []
        for row in rows:
            undone = self._undone_by(state, row.line.entry)
            told.append(ToldRow(row, state.follow(row, foreseen), undone))
        return Ahead(state, told, state.seating)

    def _undone_by(self, state: TableState, entry: AnyEntry) -> dict[int, list[str]]:
        """For each seat that looks on: the lines that an entry takes back or asks to, which few entries do."""
        if not isinstance(entry, log.Asked | log.WentBack):
            return {}
        return {seat: back_lines(state, entry, seat) for seat in {one.seat for one in self.connections}}

    def _go(self, ahead: Ahead) -> None:
        """What is durable happens, and everybody is told."""
        if ahead.state.clock_began != self.state.clock_began:
            self.turn_began = self.clock.steady()
        self.state = ahead.state
        self._people = ahead.seating
        for told in ahead.rows:
            self.remember(told.row)
        for connection in chain(self.connections, self.coming):
            # Whoever lost a seat looks on as a watcher: the next holder's secrets are not theirs.
            if connection.seat != WATCHER and self.state.seats[connection.seat].person != connection.person:
                connection.seat = WATCHER
        self._pause_after(ahead.rows)
        try:
            self.environment.effects.follow(self)
            self._broadcast(ahead.rows)
        except Exception as fault:
            self._could_not_be_told(fault)

    def _could_not_be_told(self, fault: Exception) -> None:
        """What happened is kept and stands. Whoever could not be told of it comes back and asks the log."""
        logger.exception("table %s could not be told", self.id)
        self._faulty = self._faulty or not isinstance(fault, MemoryError)
        for connection in self.connections:
            connection.close(BROKEN)

    def _pause_after(self, rows: Sequence[ToldRow]) -> None:
        """Whatever the match does ends a pause, and what asks to be read begins one."""
        for told in rows:
            if told.steps or isinstance(told.row.line.entry, log.WentBack | log.Ended):
                reads = self.state.game.asks_to_be_read(told.steps)
                self.pause = pause_of(self.state, self.present, self.clock) if reads else None
        if self.pause is not None and self.pause.is_read(self.state, self.present):
            self._end_pause()

    def has_read(self, seat: int, pause: int) -> None:
        """Somebody has read what the table waits for, in all their seats."""
        person = self.state.seats[seat].person
        if person is not None and self.pause is not None and self.pause.seq == pause and person not in self.pause.read:
            self.pause.read.add(person)
            if self.pause.is_read(self.state, self.present):
                self.go_on()
            else:
                self._broadcast([])

    def go_on(self) -> None:
        """It has been read long enough: bots decide and clocks run, and everybody is told."""
        self._end_pause()
        try:
            self.environment.effects.wait_anew(self)
            self._broadcast([])
        except Exception as fault:
            self._could_not_be_told(fault)

    def _end_pause(self) -> None:
        self.pause = None
        self.turn_began = self.clock.steady()

    def freeze(self) -> None:
        """Nothing goes on here, by a fault of the table's own: everybody is told, and can leave it."""
        self._faulty = True
        self._tell_how_it_stands()

    def call(self, person: str, name: str) -> None:
        """Somebody is called so from now on, and everybody here sees it at once."""
        if person in self.state.names:
            self.state.names[person] = name
            try:
                self._tell_how_it_stands()
            except Exception as fault:
                self._could_not_be_told(fault)

    def _tell_how_it_stands(self) -> None:
        for connection in self.connections:
            connection.send(self.update(connection))

    def remember(self, row: LogRow) -> None:
        """Keep what a message was answered with."""
        if row.line.person is not None and row.line.client_id is not None:
            self.answered[row.line.person, row.line.client_id] = (row.seq, row.hash)

    def again(self, by: Requester) -> wire.Ack | None:
        """What the same message was answered with before."""
        if by.person is None or by.client_id is None:
            return None
        known = self.answered.get((by.person, by.client_id))
        return None if known is None else wire.Ack(id=by.client_id, seq=known[0], hash=known[1].hex())

    def _index(self, ahead: Ahead) -> TableIndex:
        after = ahead.state
        actor = after.actor
        turn_of = after.seats[actor].person if actor >= 0 and after.seats[actor].played_by is None else None
        waits_for_server = after.status == "locked" or (
            after.status == "playing" and (turn_of is None or after.created.clock is not None)
        )
        return TableIndex(
            game=after.created.game,
            status="closed" if after.ending is not None and after.ending.why == "closed" else after.status,
            public=after.created.public,
            rated=after.created.rated,
            host=after.created.host,
            turn_of=turn_of,
            awake=waits_for_server,
            created_at=after.created_at,
            changed_at=after.changed_at,
            summary=msgspec.json.encode(summary(after)),
            people=ahead.seating if ahead.seating != self._people else None,
        )

    # Telling

    def _broadcast(self, rows: Sequence[ToldRow]) -> None:
        """Tell everybody what has happened, and how the match stands now; without rows, that it stands otherwise."""
        # A move changes nothing that is said of the table itself; then all who look through one seat are told the same.
        only_moves = all(isinstance(row.row.line.entry, log.Played) for row in rows)
        written: dict[tuple[int, str | None, bool], bytes] = {}
        entries: dict[int, list[wire.Seen]] = {}
        standings: dict[int, wire.MatchStanding | None] = {}
        before, self._shown = self._shown, {}
        since = rows[0].row.seq - 1 if rows else self.state.seq
        for told, connection in enumerate(self.connections):
            if connection.seat not in standings:
                standings[connection.seat] = self._standing(connection.seat)
            now = standings[connection.seat]
            view = before.get(connection.seat) if connection.takes_changes else None
            partly = now is not None and view is not None and connection.shown == connection.seat
            key = (connection.seat, None if only_moves else connection.person, partly)
            if key not in written:
                # Where nothing is hidden from anybody, everybody is told the same of what happened.
                eyes = connection.seat if self.state.game.hidden else WATCHER
                if eyes not in entries:
                    entries[eyes] = [
                        seen(self.state, row.row, row.steps, row.undone.get(connection.seat, []), connection.seat)
                        for row in rows
                    ]
                table = None if only_moves else self.info(connection.person)
                if now is not None and view is not None and partly:
                    now = changed(now, view, since)
                written[key] = encoded(self._update(entries[eyes], table, now))
            connection.send_bytes(written[key])
            self._show(connection, standings[connection.seat])
            if told == 0:
                failpoint("half_broadcast")

    def _update(
        self, entries: list[wire.Seen], table: wire.TableInfo | None, now: wire.MatchStanding | None
    ) -> wire.Update:
        return wire.Update(seq=self.state.seq, hash=self.state.hash.hex(), entries=entries, table=table, now=now)

    def _show(self, connection: Connection, now: wire.MatchStanding | None) -> None:
        """Remember what a connection was shown, where the next view can build on it."""
        if connection.takes_changes:
            connection.shown = None if now is None else now.seat
            if now is not None:
                self._shown[now.seat] = now.view

    def _standing(self, seat: int) -> wire.MatchStanding | None:
        try:
            pause = None if self.pause is None else self.pause.told(self.state, self.present)
            return standing(self.state, seat, self.deadline, pause)
        except Exception:
            if self._faulty:
                return None
            raise

    def update(self, connection: Connection) -> wire.Update:
        """How everything stands, without any entry."""
        return self._update([], self.info(connection.person), self._standing(connection.seat))

    def join(self, connection: Connection, entries: list[wire.Seen]) -> None:
        """Tell the last of what was missed, and everything from now on. The caller holds the lock."""
        now = self._standing(connection.seat)
        connection.caught_up(encoded(self._update(entries, self.info(connection.person), now)))
        self._show(connection, now)
        self.coming.discard(connection)
        self.connections.add(connection)

    def leave(self, connection: Connection) -> None:
        """Tell a connection nothing more."""
        connection.behind = connection.behind_chat = None
        self.coming.discard(connection)
        self.connections.discard(connection)
        if not self.connections:
            self._shown.clear()

    def info(self, person: str | None) -> wire.TableInfo:
        """The table as everybody may see it."""
        return table_info(self.state, self.present, person, self.frozen)

    @property
    def present(self) -> set[int]:
        """The seats whose people are connected."""
        here = {connection.person for connection in chain(self.connections, self.coming)}
        return {seat for seat, held in enumerate(self.state.seats) if held.person is not None and held.person in here}

    def presence(self) -> bytes:
        """Who is connected, as everybody is told it."""
        sitting = set(self.state.people.values())
        watchers = sum(connection.person not in sitting for connection in self.connections | self.coming)
        away = [wire.Away(seat=seat, stand_in_at=at) for seat, at in sorted(self.away.items())]
        return encoded(wire.Presence(seats=sorted(self.present), watchers=watchers, away=away))

    def wait_anew(self) -> None:
        """Somebody has come or gone: see whom the table waits for now, and tell everybody who is connected."""
        if self.pause is not None and self.pause.is_read(self.state, self.present):
            self.go_on()
        else:
            self.environment.effects.wait_anew(self)
            if self.pause is not None:
                self._tell_how_it_stands()
        message = self.presence()
        for connection in self.connections:
            connection.send_bytes(message)

    def tell_chat(self, line: wire.ChatLine) -> None:
        """Tell everybody a line of chat."""
        for connection in self.connections | self.coming:
            connection.chat(line)

    async def retold(self, state: TableState, since: int, until: int, seat: int) -> list[tuple[wire.Seen, str]]:
        """Follow the log on with a state: the entries after a number as a viewer sees them, and their hashes."""
        rows = await self._storage.read(self.id, state.seq, until)
        # A page that is sent takes less time than a thread; a long way to it would keep everybody else waiting.
        if len(rows) <= ENTRIES_A_MESSAGE:
            return _retold(state, rows, since, seat)
        return await self.environment.in_thread(_retold, state, rows, since, seat)

    # Playing

    async def play(self, seat: int, ply: int, wish: int | str, by: Requester, seen: int | None = None) -> wire.Ack:
        """A decision of the seat whose turn it is; made after the entry `seen`, where whoever decides has said so."""
        if self.state.status != "playing":
            raise NotNow("the match is over" if self.state.status == "over" else "the match has not started")
        assert self.state.match is not None
        if ply != self.state.ply:
            raise Stale(f"the match has had {self.state.ply} actions, not {ply}; here is what you missed")
        if seen is not None and seen < self.state.went_back:
            raise Stale("the match has gone back meanwhile, and stands otherwise now; here is what you missed")
        self._must_decide(seat)
        if self.pause is not None:
            # Whoever plays has read.
            self.has_read(seat, self.pause.seq)
        if self.pause is not None:
            raise NotNow(self.pause.words(self.state, self.present, self.clock))
        return await self.decide(seat, wish, by, "person")

    def _must_decide(self, seat: int) -> None:
        if self.state.actor != seat:
            raise NotNow(f"it is the turn of {seat_name(self.state.actor)}")
        if self.state.seats[seat].played_by is not None:
            raise NotNow(f"{self.state.seats[seat].played_by} plays this seat; come back to it first")

    async def decide(self, seat: int, wish: int | str, by: Requester, decider: log.Decider) -> wire.Ack:
        """Write a decision down with all that chance does after it. The caller has checked that it is the seat's."""
        match = self.state.match
        assert match is not None
        # A copy costs little, and is what the table goes on with once the decision is durable.
        ahead = match.copy()
        try:
            steps = ahead.let_happen(wish)
        except IllegalMove as error:
            raise Illegal(error.reason, error.clause) from None
        except NotAMove as error:
            raise Illegal(str(error)) from None
        action, *chance = [step.action for step in steps]
        played = log.Played(seat=seat, action=action, chance=tuple(chance), by=decider, spent=self.spent(seat))
        entries: list[AnyEntry] = [played]
        if ahead.is_over:
            ranks = ranking(self.state, ahead.ranks or [], seat, decider)
            entries.append(self.ended("played", ahead.scores, ranks))
        return await self.append(*entries, by=by, foreseen=Foreseen(ahead, steps))

    def spent(self, seat: int) -> float:
        """Seconds to charge to a seat, if its clock runs."""
        runs = self.state.actor == seat >= 0 and self.state.seats[seat].played_by is None and self.pause is None
        charged = self.state.created.clock is not None and runs
        return round(self.clock.steady() - self.turn_began, 3) if charged else 0.0

    def ended(self, why: str, scores: Sequence[int], ranks: Sequence[int]) -> log.Ended:
        """The end of the table, with the secret of its luck."""
        secret = self.state.secrets[self.state.commitment]
        ending = msgspec.convert({"why": why, "scores": list(scores), "ranks": list(ranks)}, Ending)
        return log.Ended(ending=ending, secret=secret.hex())

    def record(self) -> Record:
        """The match, once it is over."""
        if self.state.outdated:
            raise NotNow(f"{outdated(self.state)}, so there is no record of the match; its luck is revealed")
        if self.state.broken_by is not None:
            raise NotNow("this match cannot be followed to its end, so there is no record of it")
        if self.state.status == "over" and self.state.match is None:
            raise NotNow("no match was played at this table, so there is no record of it")
        if self.state.status != "over":
            raise NotNow("the record holds every secret; it can be had when the match is over")
        return self.state.record()

    def own_seat(self, connection: Connection) -> int:
        """The seat that a connection may act for."""
        if connection.seat == WATCHER:
            raise NotYours("a watcher cannot do that; say hello with a seat of your own")
        if self.state.seats[connection.seat].person != connection.person:
            raise NotYours(f"seat {connection.seat} is not yours any more")
        return connection.seat


def _do_all(works: Sequence[Write], connection: SqlConnection) -> None:
    for work in works:
        work(connection)


def _retold(state: TableState, rows: Sequence[LogRow], since: int, seat: int) -> list[tuple[wire.Seen, str]]:
    told = []
    for row in rows:
        late = row.seq > since
        undone = back_lines(state, row.line.entry, seat) if late else []
        steps = state.follow_if_possible(row)
        if late:
            told.append((seen(state, row, steps, undone, seat), row.hash.hex()))
    return told
