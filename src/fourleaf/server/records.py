"""Records from elsewhere: read and replayed apart, kept as imported."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from librt.random import Random
from sqlalchemy import Connection, func, insert, select

import fourleaf
from fourleaf.engine.errors import BadRecord
from fourleaf.engine.match import Match, Step
from fourleaf.engine.record import Beginning, Record, timeline
from fourleaf.engine.state import CHANCE, State
from fourleaf.server.apart import Apart
from fourleaf.server.clock import Clock
from fourleaf.server.errors import Malformed, NotFound, TooMuch
from fourleaf.server.limits import (
    LISTED_RECORDS,
    MOMENTS_A_PAGE,
    NAME,
    RECORD_ACTIONS,
    RECORD_BYTES,
    RECORDS,
)
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Database
from fourleaf.server.tables.moments import in_parts, must_be_entry, must_be_seat, stood
from fourleaf.server.tables.projection import glimpsed
from fourleaf.server.tables.table_state import game_of
from fourleaf.server.texts import look_of, tidied
from fourleaf.server.values import Ending
from fourleaf.server.wire import Imported, ImportedLine, Moment, Moments, RecordList, Seen

T = TypeVar("T")
SOMEBODY: Final = "somebody"
"""Who sat there, where the record names an account that is not the one of whoever brought it."""


class _Head(msgspec.Struct):
    """What a list tells of a record; the rest of the file is not read."""

    game: str
    rules_version: int
    seats: int
    who: tuple[str, ...] = ()


class Records:
    """Records that people brought along, and the moments of each."""

    def __init__(self, database: Database, clock: Clock, process: Apart) -> None:
        self._database = database
        self._clock = clock
        self._process = process

    async def bring(self, person: str, text: bytes) -> Imported:
        """Keep a record that somebody brought, once it has replayed."""
        if len(text) > RECORD_BYTES:
            raise Malformed(f"a record has at most {RECORD_BYTES} bytes, not {len(text)}")
        luck = await self._apart(person, examined, text)
        record_id = secrets.token_urlsafe(9)
        columns = schema.records.c
        count = select(func.count()).where(columns.person == person)
        row = {"id": record_id, "person": person, "record": text, "luck": luck, "imported_at": self._clock.wall()}

        def work(connection: Connection) -> None:
            if (connection.scalar(count) or 0) >= RECORDS:
                raise TooMuch(f"you have imported {RECORDS} records, which are the most")
            connection.execute(insert(schema.records).values(**row))

        await self._database.write(work)
        return await self.get(record_id)

    async def get(self, record_id: str) -> Imported:
        """An imported record in short."""
        row = await self._row(record_id)
        record = Record.from_json(row.record)
        game = game_of(record.game, record.rules_version)
        return msgspec.convert(
            {
                "id": record_id,
                "game": record.game,
                "title": game.title,
                "rules_version": record.rules_version,
                "options": record.options,
                "goal": game.goal(record.seats, record.options),
                "seats": record.seats,
                "who": await self._names(record.who, record.seats, row.person),
                "actions": len(record.actions),
                "scores": None if record.result is None else list(record.result.scores),
                "ranks": None if record.result is None else list(record.result.ranks),
                "luck": row.luck,
                "imported": True,
                "imported_at": row.imported_at,
            },
            Imported,
        )

    async def of(self, person: str, offset: int) -> RecordList:
        """The records that somebody brought, the newest first."""
        columns = schema.records.c
        query = (
            select(columns.id, columns.record, columns.imported_at)
            .where(columns.person == person)
            .order_by(columns.imported_at.desc(), columns.id)
            .limit(LISTED_RECORDS + 1)
            .offset(offset)
        )
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        listed = [await self._line(row, person) for row in rows[:LISTED_RECORDS]]
        return RecordList(records=listed, more=len(rows) > LISTED_RECORDS)

    async def file(self, record_id: str) -> bytes:
        """An imported record as it came."""
        return bytes((await self._row(record_id)).record)

    async def record(self, record_id: str) -> Record:
        """An imported record itself."""
        return Record.from_json((await self._row(record_id)).record)

    async def moments(self, who: str, record_id: str, seat: int, since: int) -> Moments:
        """A page of moments of an imported record; `who` asks takes a place of theirs."""
        row = await self._row(record_id)
        record = Record.from_json(row.record)
        must_be_seat(seat, record.seats)
        return await self._apart(who, moments_in, record, row.imported_at, seat, since)

    async def going_on(self, who: str, record_id: str, at: int, seat: int | None, seed: int) -> Branch:
        """Where a match begins that goes on from a moment of an imported record."""
        return await self._apart(who, branch_of, await self.record(record_id), at, seat, seed)

    async def _line(self, row: Any, person: str) -> ImportedLine:
        head = msgspec.json.decode(row.record, type=_Head)
        return ImportedLine(
            id=row.id,
            game=head.game,
            title=fourleaf.game(head.game).title if head.game in fourleaf.games() else head.game,
            seats=head.seats,
            who=await self._names(head.who, head.seats, person),
            imported_at=row.imported_at,
        )

    async def _names(self, who: Sequence[str], seats: int, person: str) -> list[str]:
        """Who sat where as far as it can be shown: anybody can write anybody's name into a file."""
        if len(who) != seats:
            return []
        names = [tidied(name) or SOMEBODY for name in who]
        columns = schema.people.c
        query = select(columns.look).where(
            columns.look.in_([look_of(name) for name in names]), columns.kind == "account", columns.id != person
        )
        owned = await self._database.read(lambda connection: set(connection.scalars(query)))
        return [SOMEBODY if look_of(name) in owned else name for name in names]

    async def _row(self, record_id: str) -> Any:
        query = select(schema.records).where(schema.records.c.id == record_id)
        row = await self._database.read(lambda connection: connection.execute(query).first())
        if row is None:
            raise NotFound("there is no such record")
        return row

    async def _apart(self, who: str, work: Callable[..., T], *given: object) -> T:
        return await self._process.do(who, "record", work, *given)


def examined(text: bytes) -> str:
    """What a record says of its luck, after all of it was replayed by the rules."""
    record = Record.from_json(text)
    actions = len(record.actions) + sum(len(back.actions) for back in record.undone)
    if actions > RECORD_ACTIONS:
        raise BadRecord(f"a record has at most {RECORD_ACTIONS} actions here, not {actions}")
    if record.who and len(record.who) != record.seats:
        raise BadRecord(f"a record names everybody or nobody: {record.seats} seats and {len(record.who)} names")
    for seat, name in enumerate(record.who):
        if tidied(name) is None:
            raise BadRecord(f"the name at seat {seat} shows nothing; a name has 1 to {NAME} characters")
    fourleaf.replay(record)
    if record.luck is None:
        return "none"
    verdict = fourleaf.verify(record)
    if verdict.outcome == "contradiction":
        raise BadRecord(f"the luck of this record contradicts itself: {verdict.words}")
    return verdict.outcome


class Branch(NamedTuple):
    """Where a match begins that goes on from another one, which game it is by which rules, and after how many moves."""

    beginning: Beginning
    game: str
    rules_version: int
    moves: int


def branch_of(record: Record, at: int, seat: int | None, seed: int) -> Branch:
    """Go on from a moment of a record, as it stood or as a seat knew it."""
    match = _begun(record)
    count = 0
    for count, _ in enumerate(_retold(match, record), 1):
        if count == at:
            beginning = match.as_it_stands(record.seal()) if seat is None else match.as_known_to(seat, Random(seed))
            return Branch(beginning, record.game, record.rules_version, _moves(match))
    raise BadRecord(f"this record has moments 1 to {count}, not {at}")


def moments_in(record: Record, at: float, seat: int, since: int) -> Moments:
    """A page of moments of a record: its decisions with the luck that followed, numbered as if they were entries."""
    match = _begun(record)
    moments, count = [], 0
    for count, leap in enumerate(_retold(match, record), 1):
        if since < count <= since + MOMENTS_A_PAGE:
            entry = _entry(match, leap, seat, count, at)
            moments.append(Moment(seq=count, entries=[entry], now=stood(match, match.actor, seat)))
    if match.is_over:
        count += 1
        if since < count <= since + MOMENTS_A_PAGE:
            ending = Ending(why="played", scores=match.scores, ranks=match.ranks or [])
            entry = Seen(seq=count, at=at, kind="ended", ending=ending)
            moments.append(Moment(seq=count, entries=[entry], now=stood(match, match.actor, seat)))
    must_be_entry(since, count)
    return Moments(seat=seat, count=count, moments=list(in_parts(moments)))


def moments_by_ply(record: Record) -> list[int]:
    """For each ply of a match as it stands in the end: the moment of its record by which it came there."""
    came: list[int] = []
    for number, leap in enumerate(_retold(_begun(record), record), 1):
        if leap.back is None:
            came += [number] * (len(leap.steps) + (number == 1))
        else:
            came[leap.back + 1 :] = [number] * len(leap.steps)
    return came


class Leap(NamedTuple):
    """How a match came from one moment to the next: how far it went back, if it did, and what happened then."""

    steps: list[Step]
    back: int | None = None
    undone: Sequence[tuple[State, int]] = ()
    """What was taken back: each position and what was done in it."""


def _begun(record: Record) -> Match:
    """The match of a record before anything has happened in it."""
    return fourleaf.replay(msgspec.structs.replace(record, actions=(), undone=(), luck=None, result=None))


def _retold(match: Match, record: Record) -> Iterator[Leap]:
    """Let everything happen that a record tells, from moment to moment, also what was taken back later."""
    for number, (ply, actions) in enumerate(timeline(record.actions, record.undone)):
        leap = Leap([])
        if number > 0:
            leap = Leap([], ply, list(match.history(ply)))
            match.rewind(ply)
        for action in actions:
            if match.actor != CHANCE:
                yield leap
                leap = Leap([])
            leap.steps.extend(match.follow([action]))
        yield leap


def _entry(match: Match, leap: Leap, seat: int, number: int, at: float) -> Seen:
    """What led to a moment, as a log would tell it."""
    happened = [glimpsed(match.game, step, seat) for step in leap.steps]
    if leap.back is not None:
        undone = [match.game.moves.tell(before, action, seat) for before, action in reversed(leap.undone)]
        return Seen(seq=number, at=at, kind="undone", ply=leap.back, undone=undone, happened=happened)
    if number == 1:
        return Seen(seq=number, at=at, kind="started", happened=happened)
    return Seen(seq=number, at=at, kind="played", seat=leap.steps[0].actor, happened=happened)


def _moves(match: Match) -> int:
    """How many decisions a match has had."""
    return sum(decider != CHANCE for decider in match.deciders)
