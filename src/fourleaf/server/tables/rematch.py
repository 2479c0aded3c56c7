"""The same people at a new table, each one seat further."""

from __future__ import annotations

from fourleaf.server import wire
from fourleaf.server.errors import NotNow, NotYours
from fourleaf.server.tables import entries as log
from fourleaf.server.tables.fold import Fold, Seat
from fourleaf.server.tables.table import Table
from fourleaf.server.tables.tables import Tables


async def again(tables: Tables, table_id: str, person: str, name: str) -> Table:
    """The table of the rematch; set up by whoever asks first."""
    async with tables.at(table_id) as table:
        if not table.fold.seats_of(person):
            raise NotYours("only those who played can play again")
        if table.fold.status != "over":
            raise NotNow("the match is not over yet")
        if table.fold.rematch is not None:
            return await tables.get(table.fold.rematch)
        mine = table.fold.seats[table.fold.seats_of(person)[0]]
        new = await tables.create(_same(table.fold, person), person, name, mine.about)
        async with new.lock:
            for seat, held in _further(table.fold):
                if held.person not in (None, person):
                    assert held.person is not None
                    await new.append(log.Sat(seat=seat, person=held.person, name=held.name or "", about=held.about))
        await table.append(log.Rematched(table=new.id))
        return new


def _further(fold: Fold) -> list[tuple[int, Seat]]:
    seats = len(fold.seats)
    return [((seat + 1) % seats, held) for seat, held in enumerate(fold.seats)]


def _same(fold: Fold, person: str) -> wire.CreateTable:
    created = fold.created
    who = [""] * created.seats
    for seat, held in _further(fold):
        who[seat] = held.bot or ("me" if held.person == person else "open")
    return wire.CreateTable(
        game=created.game,
        seats=who,
        options=created.options,
        public=created.public,
        rated=created.rated,
        hints=created.hints,
        clock=created.clock,
        grace=created.grace,
    )
