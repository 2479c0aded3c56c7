"""The same people are asked to a new table, each one seat further."""

from __future__ import annotations

from fourleaf.server import wire
from fourleaf.server.errors import NotNow, NotYours
from fourleaf.server.tables import entries as log
from fourleaf.server.tables import lobby
from fourleaf.server.tables.entries import About
from fourleaf.server.tables.fold import Fold, Seat
from fourleaf.server.tables.table import By, Table
from fourleaf.server.tables.tables import Tables


async def again(tables: Tables, table_id: str, person: str, name: str, about: About) -> Table:
    """The table of the rematch: whoever asks first sets it up, and the same asked by the others is their yes."""
    async with tables.at(table_id) as table:
        if not table.fold.seats_of(person):
            raise NotYours("only those who played can play again")
        if table.fold.status != "over":
            raise NotNow("the match is not over yet")
        if table.fold.rematch is None:
            new = await tables.create(_same(table.fold, person), person, name, about, kept=_kept(table.fold, person))
            asker = table.fold.seats_of(person)[0]
            await table.append(log.Rematched(table=new.id, seat=asker), by=By(person))
            return new
        rematch = table.fold.rematch
    async with tables.at(rematch) as new:
        if not new.fold.seats_of(person):
            if not new.fold.kept_for(person):
                raise NotNow("your seat at the rematch is not kept for you any more; ask its host for an invite")
            await lobby.sit(new, wire.Join(), person, name, about=about)
        return new


def _further(fold: Fold) -> list[tuple[int, Seat]]:
    seats = len(fold.seats)
    return [((seat + 1) % seats, held) for seat, held in enumerate(fold.seats)]


def _kept(fold: Fold, person: str) -> list[log.Kept]:
    return [
        log.Kept(seat=seat, person=held.person, name=held.name or "")
        for seat, held in _further(fold)
        if held.person is not None and held.person != person
    ]


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
