"""Records from elsewhere: read and replayed in a process of their own with little time and memory, kept as imported."""

from __future__ import annotations

import contextlib
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

import msgspec
from sqlalchemy import Connection, func, insert, select

import fourleaf
from fourleaf.engine.errors import BadRecord, BadSeat, listed
from fourleaf.engine.record import USUAL, Record
from fourleaf.engine.state import WATCHER, State
from fourleaf.processes import Crashed, Late, OutOfMemory, Unstarted, Workers
from fourleaf.server.clock import Clock
from fourleaf.server.errors import Busy, Malformed, NotFound, TooMuch
from fourleaf.server.limits import (
    NAME,
    RECORD_ACTIONS,
    RECORD_BYTES,
    RECORD_SECONDS,
    RECORDS,
    RECORDS_AT_ONCE,
    RECORDS_WAITING,
    REPLAY_PAGE,
)
from fourleaf.server.storage import schema
from fourleaf.server.storage.database import Database
from fourleaf.server.texts import look_of, tidied
from fourleaf.server.wire import Happening, Imported, Replay, ReplayStep

T = TypeVar("T")
SOMEBODY: Final = "somebody"
"""Who sat there, where the record names an account that is not the one of whoever brought it."""
MEGABYTES: Final = 512
"""Memory that the process of records may use."""
TRIES: Final = 2
"""How often a record is replayed whose process ended: the first time it may have been somebody else's doing."""
logger = logging.getLogger("fourleaf.server")


class Records:
    """Records that people brought along, and the replay of any record."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._workers = Workers(1, MEGABYTES)
        self._places: Counter[str] = Counter()
        """How many records of whom are in replay or wait for it."""

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
        return msgspec.convert(
            {
                "id": record_id,
                "game": record.game,
                "title": fourleaf.game(record.game).title,
                "options": record.options,
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

    async def replay(self, who: str, record_id: str, seat: int, since: int) -> Replay:
        """A page of the replay of an imported record; `who` asks takes a place of theirs."""
        return await self.replayed(who, Record.from_json((await self._row(record_id)).record), seat, since)

    async def replayed(self, who: str, record: Record, seat: int, since: int) -> Replay:
        """A page of the replay of a record; `who` asks takes a place of theirs."""
        if seat != WATCHER and seat not in range(record.seats):
            raise BadSeat(
                f"there is no seat {seat}; the seats are {listed(range(record.seats))}, and {WATCHER} watches"
            )
        if since not in range(len(record.actions) + 1):
            raise Malformed(f"the match has plies 0 to {len(record.actions)}, not {since}")
        return await self._apart(who, page_of, record, seat, since)

    def close(self) -> None:
        """Let the process go."""
        self._workers.close()

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
        with self._place(who):
            for _ in range(TRIES):
                try:
                    return await self._workers.do(RECORD_SECONDS, work, *given)
                except Late:
                    raise Malformed(f"this record takes more than {RECORD_SECONDS:g} seconds to replay") from None
                except OutOfMemory:
                    raise Malformed("this record takes more memory than it may") from None
                except Unstarted as fault:
                    logger.warning("no process for records: %s", fault)
                    raise Busy("no process for records can be started just now; please try again") from None
                except Crashed as fault:
                    logger.warning("a process of records ended: %s", fault)
        raise Malformed(f"this record cannot be replayed here: the process that tried to ended {TRIES} times")

    @contextlib.contextmanager
    def _place(self, who: str) -> Iterator[None]:
        """One of the places for those who wait, of which nobody has more than a few."""
        if self._places[who] >= RECORDS_AT_ONCE:
            raise TooMuch(f"{RECORDS_AT_ONCE} records of yours are being replayed, which are the most; wait for one")
        if self._places.total() >= RECORDS_WAITING:
            raise Busy(f"{RECORDS_WAITING} records wait to be replayed, which are the most; please try again soon")
        self._places[who] += 1
        try:
            yield
        finally:
            self._places[who] -= 1
            if not self._places[who]:
                del self._places[who]


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
    # A line of notation can say what no match would come to; what comes from elsewhere begins as the rules say.
    if record.beginning not in (None, USUAL):
        raise BadRecord("this record begins elsewhere than its rules say, and only `fourleaf replay` plays those")
    fourleaf.replay(record)
    if record.luck is None:
        return "none"
    verdict = fourleaf.verify(record)
    if verdict.outcome == "contradiction":
        raise BadRecord(f"the luck of this record contradicts itself: {verdict.words}")
    return verdict.outcome


def page_of(record: Record, seat: int, since: int) -> Replay:
    """Some actions of a record, as a seat saw them."""
    match = fourleaf.replay(record)
    game: Any = match.game
    states, actions = _positions(match)

    def view_of(state: State) -> Any:
        return game.view.view(state, seat)

    steps = []
    for ply in range(since, min(since + REPLAY_PAGE, len(actions))):
        before, after = states[ply], view_of(states[ply + 1])
        steps.append(
            ReplayStep(
                happened=_happened(game, before, actions[ply], ply, seat),
                view=msgspec.to_builtins(after),
                prompt=game.view.prompt(after),
            )
        )
    first = msgspec.to_builtins(view_of(states[since]))
    return Replay(game=record.game, seat=seat, plies=len(actions), view=first, steps=steps)


def _positions(match: fourleaf.Match) -> tuple[list[State], list[int]]:
    states, actions = [], []
    for state, action in match.history():
        states.append(state)
        actions.append(action)
    last = states[-1].clone() if states else match.first
    if actions:
        last.apply(actions[-1])
    return [*states, last], actions


def _happened(game: Any, before: State, action: int, ply: int, seat: int) -> Happening:
    glimpse = int(before.glimpse(action, seat))
    return Happening(
        ply=ply,
        actor=int(before.actor()),
        glimpse=glimpse,
        line=game.moves.tell(before, action, seat),
        about=game.moves.about(before, action),
        move=msgspec.to_builtins(game.shown(before, action, seat)),
    )
