"""The same people are asked to a new table, each one seat further."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlalchemy import Connection

from fourleaf.engine.record import USUAL
from fourleaf.server import wire
from fourleaf.server.errors import NotNow, NotYours
from fourleaf.server.storage import entries as log
from fourleaf.server.storage.entries import About
from fourleaf.server.tables import lobby
from fourleaf.server.tables.chat import ChatRoom
from fourleaf.server.tables.table import Requester, Table
from fourleaf.server.tables.table_state import Seat, TableState
from fourleaf.server.tables.tables import Tables


async def again(
    tables: Tables,
    chat: ChatRoom,
    table_id: str,
    person: str,
    names: Mapping[str, str],
    about: About,
    also: Callable[[Connection], None],
) -> tuple[Table, bool]:
    """The table of the rematch, and whether somebody took a seat there: whoever asks first, or says yes to it."""
    async with tables.at(table_id) as table:
        if not table.state.seats_of(person):
            raise NotYours("only those who played can play again")
        if table.state.status != "over":
            raise NotNow("the match is not over yet")
        if table.state.roster is None:
            raise NotNow("no match was played at this table, so none can be played again")
        if await _none_waits(tables, table.state.rematch):
            kept = _kept(table.state, person, names)
            wish, start = _same(table.state, person), _start(table.state.created)
            await tables.must_have_room(person)
            new = await tables.create(wish, person, names[person], about, also, kept, start)
            asker = table.state.seats_of(person)[0]
            await chat.carry(table_id, new.id)
            await table.append(log.Rematched(table=new.id, seat=asker), by=Requester(person))
            return new, True
        assert table.state.rematch is not None
        rematch = table.state.rematch
    async with tables.at(rematch) as new:
        if new.state.seats_of(person):
            return new, False
        if not new.state.kept_for(person):
            raise NotNow("your seat at the rematch is not kept for you any more; ask its host for an invite")
        await lobby.sit(new, wire.Join(), person, names[person], also, about)
        return new, True


async def _none_waits(tables: Tables, rematch: str | None) -> bool:
    """Whether nobody has asked yet, or the table of the rematch was closed before anybody played there."""
    if rematch is None:
        return True
    state = (await tables.get(rematch)).state
    return state.status == "over" and state.roster is None


def _further(state: TableState) -> list[tuple[int, Seat]]:
    seats = len(state.seats)
    return [((seat + 1) % seats, held) for seat, held in enumerate(state.seats)]


def _kept(state: TableState, person: str, names: Mapping[str, str]) -> list[log.Kept]:
    return [
        # By the name that they have now: the one they sat down with may be an account's since.
        log.Kept(seat=seat, person=held.person, name=names[held.person], called=held.called)
        for seat, held in _further(state)
        if held.person is not None and held.person != person
    ]


def _start(created: log.Created) -> lobby.Start | None:
    """The same beginning again, where the match did not begin as its rules say."""
    return lobby.Start(created.beginning, created.source) if created.beginning not in (None, USUAL) else None


def _same(state: TableState, person: str) -> wire.CreateTable:
    created = state.created
    who = [""] * created.seats
    called: list[str | None] = [None] * created.seats
    for seat, held in _further(state):
        who[seat] = held.bot or ("me" if held.person == person else "open")
        called[seat] = held.called if held.person == person else None
    return wire.CreateTable(
        game=created.game,
        seats=who,
        options=created.options,
        public=created.public,
        rated=created.rated,
        hints=created.hints,
        clock=created.clock,
        grace=created.grace,
        called=called,
    )
