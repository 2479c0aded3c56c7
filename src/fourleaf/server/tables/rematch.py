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
from fourleaf.server.tables.table import Overtaken, Requester, Table
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

    async def ask(table: Table) -> Table | str:
        """The table that was set up for it now, or the name of the one that waits."""
        _must_have_played(table.state, person)
        if table.state.rematch is not None and not await _is_closed(tables, table.state.rematch):
            return table.state.rematch
        kept = _kept(table.state, person, names)
        wish, start = _same(table.state, person), _start(table.state.created)
        await tables.must_have_room(person)
        new_id, asker = tables.new_id(), table.state.seats_of(person)[0]
        # Of two who ask at the same moment one sets a table up; the other's is never there.
        asked = table.draft(log.Rematched(table=new_id, seat=asker), by=Requester(person))
        try:
            return await tables.create(wish, person, names[person], about, also, kept, start, new_id, asked)
        except Overtaken:
            await table.catch_up()
            raise

    async def accept(new: Table) -> bool:
        """Whether somebody takes their seat now who had none."""
        if new.state.seats_of(person):
            return False
        if not new.state.kept_for(person):
            raise NotNow("your seat at the rematch is not kept for you any more; ask its host for an invite")
        await lobby.sit(new, wire.Join(), person, names[person], also, about)
        return True

    asked_to = await tables.do(table_id, ask)
    if isinstance(asked_to, Table):
        await chat.carry(table_id, asked_to)
        return asked_to, True
    seated = await tables.do(asked_to, accept)
    return await tables.get(asked_to), seated


def _must_have_played(state: TableState, person: str) -> None:
    if not state.seats_of(person):
        raise NotYours("only those who played can play again")
    if state.status != "over":
        raise NotNow("the match is not over yet")
    if state.roster is None:
        raise NotNow("no match was played at this table, so none can be played again")


async def _is_closed(tables: Tables, rematch: str) -> bool:
    """Whether the table of a rematch was closed before anybody played there."""
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
