"""Records from elsewhere: read and replayed apart, kept as imported."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from librt.random import Random
from sqlalchemy import Connection, func, insert, select

import fourleaf
from fourleaf.engine.errors import BadRecord
from fourleaf.engine.record import Beginning, Record
from fourleaf.engine.state import CHANCE
from fourleaf.server.apart import Apart
from fourleaf.server.clock import Clock
from fourleaf.server.errors import Malformed, NotFound, TooMuch
from fourleaf.server.limits import (
    NAME,
    RECORD_ACTIONS,
    RECORD_BYTES,
    RECORDS,
)
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Database
from fourleaf.server.tables.moments import in_parts, must_be_seat, page_after, stood
from fourleaf.server.tables.projection import glimpsed
from fourleaf.server.tables.table_state import game_of
from fourleaf.server.texts import look_of, tidied
from fourleaf.server.values import Ending
from fourleaf.server.wire import Imported, Moment, Moments, Seen

T = TypeVar("T")
SOMEBODY: Final = "somebody"
"""Who sat there, where the record names an account that is not the one of whoever brought it."""


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
                "who": await self._names(record, row.person),
                "actions": len(record.actions),
                "scores": None if record.result is None else list(record.result.scores),
                "ranks": None if record.result is None else list(record.result.ranks),
                "luck": row.luck,
                "imported": True,
                "imported_at": row.imported_at,
            },
            Imported,
        )

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

    async def _names(self, record: Record, person: str) -> list[str]:
        """Who sat where as far as it can be shown: anybody can write anybody's name into a file."""
        if len(record.who) != record.seats:
            return []
        names = [tidied(name) or SOMEBODY for name in record.who]
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


def moments(match: fourleaf.Match) -> list[int]:
    """The ply of each moment: the first once chance has spoken, then one a decision with the chance after it."""
    return [*(ply for ply, decider in enumerate(match.deciders) if decider != CHANCE), match.ply]


class Branch(NamedTuple):
    """Where a match begins that goes on from another one, which game it is by which rules, and after how many moves."""

    beginning: Beginning
    game: str
    rules_version: int
    moves: int


def branch_of(record: Record, at: int, seat: int | None, seed: int) -> Branch:
    """Go on from a moment of a record, as it stood or as a seat knew it."""
    match = fourleaf.replay(record)
    plies = moments(match)
    if at not in range(1, len(plies) + 1):
        raise BadRecord(f"this record has moments 1 to {len(plies)}, not {at}")
    match.rewind(plies[at - 1])
    beginning = match.as_it_stands(record.seal()) if seat is None else match.as_known_to(seat, Random(seed))
    return Branch(beginning, record.game, record.rules_version, at - 1)


def moments_in(record: Record, at: float, seat: int, since: int) -> Moments:
    """A page of moments of a record: its decisions with the luck that followed, numbered as if they were entries."""
    whole = fourleaf.replay(record)
    runs = _runs(whole)
    count = len(runs) + whole.is_over
    first, last = page_after(range(1, count + 1), since, count)
    match = fourleaf.replay(msgspec.structs.replace(record, actions=(), undone=(), luck=None, result=None))
    moments = []
    for seq, run in enumerate(runs[:last], 1):
        steps = match.follow(run)
        if seq > first:
            happened = [glimpsed(match.game, step, seat) for step in steps]
            kind, decider = ("started", None) if seq == 1 else ("played", steps[0].actor)
            entry = Seen(seq=seq, at=at, kind=kind, seat=decider, happened=happened)
            moments.append(Moment(seq=seq, entries=[entry], now=stood(match, match.actor, seat)))
    if whole.is_over and last == count > first:
        ending = Ending(why="played", scores=whole.scores, ranks=whole.ranks or [])
        entry = Seen(seq=count, at=at, kind="ended", ending=ending)
        moments.append(Moment(seq=count, entries=[entry], now=stood(match, match.actor, seat)))
    return Moments(seat=seat, count=count, moments=list(in_parts(moments)))


def _runs(match: fourleaf.Match) -> list[tuple[int, ...]]:
    """What happened up to each moment since the one before it."""
    return [match.actions[before:ply] for before, ply in pairwise([0, *moments(match)])]
