"""What people ask for during a match besides moves: to go back, to give up, to leave and to return."""

from __future__ import annotations

import contextlib
from typing import Literal

from fourleaf.server import wire
from fourleaf.server.errors import NotNow, Stale
from fourleaf.server.storage import entries as log
from fourleaf.server.storage.entries import AnyEntry
from fourleaf.server.tables.bots import STAND_IN
from fourleaf.server.tables.table import SERVER, Requester, Table
from fourleaf.server.tables.undo import is_free, why_not_back


async def undo(table: Table, seat: int, ply: int, by: Requester) -> wire.Ack:
    """Go back at once where it is free; else ask everybody, and bots agree."""
    if is_free(table.state, seat, ply):
        return await table.append(_undone(table, seat, ply), by=by)
    refusal = why_not_back(table.state, seat, ply)
    if refusal is not None:
        raise NotNow(refusal)
    if table.state.question is not None:
        raise NotNow("another wish to go back waits for its answers")
    asked: list[AnyEntry] = [log.Asked(seat=seat, ply=ply)]
    if not table.state.others(seat):
        asked.append(_undone(table, seat, ply))
    return await table.append(*asked, by=by)


async def answer(table: Table, seat: int, question: int, yes: bool, by: Requester) -> wire.Ack:
    """Yes or no; when the last one says yes the match goes back. Whoever asked can only withdraw the wish."""
    asked = table.state.question
    if asked is None or asked.seq != question:
        raise NotNow("that question does not wait for an answer any more")
    withdraws = not yes and table.state.seats[seat].person == table.state.seats[asked.seat].person
    if seat not in asked.waiting and not withdraws:
        raise NotNow("this seat has nothing to answer")
    replied: list[AnyEntry] = [log.Replied(seat=seat, question=question, yes=yes)]
    mine = set(table.state.seats_of(by.person))
    if yes and not asked.waiting - mine:
        replied.append(_undone(table, asked.seat, asked.ply))
    return await table.append(*replied, by=by)


def _undone(table: Table, seat: int, ply: int) -> log.WentBack:
    return log.WentBack(seat=seat, ply=ply, spent=table.spent(table.state.actor))


async def resign(table: Table, seat: int, by: Requester) -> wire.Ack:
    """Give up. The last one who has not wins; otherwise a bot plays the seat to the end."""
    if table.frozen:
        return await _let_go(table, by)
    _must_play(table)
    if table.state.seats[seat].resigned:
        raise NotNow(f"seat {seat} has resigned already")
    return await _give_up(table, seat, by)


async def forfeit(table: Table, seat: int) -> None:
    """A seat loses because its time is over."""
    await _give_up(table, seat, SERVER)


async def let_lie(table: Table) -> None:
    """Close a table at which nothing happens any more; at a rated one whoever was waited for gives up by it."""
    state = table.state
    seat = state.actor
    waited_for = seat >= 0 and state.seats[seat].played_by is None
    if not state.created.rated or not waited_for or table.frozen:
        await table.append(abandoned(table))
        return
    left = [number for number, held in enumerate(state.seats) if not held.resigned and number != seat]
    end = _forfeited(table, left) if len(left) == 1 else abandoned(table)
    await table.append(log.Resigned(seat=seat), end)


async def close_outdated(table: Table) -> None:
    """End a table whose rules are not played any more: nobody wins or loses by that, and the luck is revealed."""
    seats = len(table.state.seats)
    async with table.lock:
        # Another node may end it at the same moment.
        with contextlib.suppress(Stale):
            await table.append(table.ended("old_rules", [0] * seats, [1] * seats))


async def _give_up(table: Table, seat: int, by: Requester) -> wire.Ack:
    state = table.state
    given_up: list[AnyEntry] = [log.Resigned(seat=seat)]
    left = [number for number, held in enumerate(state.seats) if not held.resigned and number != seat]
    still_here = {state.seats[number].person for number in left if state.seats[number].stand_in is None}
    if len(left) <= 1:
        given_up.append(_forfeited(table, left))
    elif not still_here - {None}:
        given_up.append(abandoned(table))
    elif state.seats[seat].stand_in is None:
        given_up.append(_stood_in(table, seat, "resigned"))
    return await table.append(*given_up, by=by)


async def leave(table: Table, person: str) -> None:
    """Go away during a match: a bot stands in, and where nobody is left the table is over. A rated match is lost."""
    state = table.state
    if table.frozen:
        await _let_go(table, Requester(person))
        return
    _must_play(table)
    if state.created.rated:
        await _leave_for_good(table, person)
        return
    seats = [seat for seat in state.seats_of(person) if state.seats[seat].stand_in is None]
    if not seats:
        raise NotNow("you do not play at this table")
    if state.deciding <= {person}:
        await table.append(abandoned(table), by=Requester(person))
        return
    await table.append(*[_stood_in(table, seat, "left") for seat in seats], by=Requester(person))


async def _leave_for_good(table: Table, person: str) -> None:
    seats = [seat for seat in table.state.seats_of(person) if not table.state.seats[seat].resigned]
    if not seats:
        raise NotNow("you do not play at this table")
    await _give_up(table, seats[0], Requester(person))


async def _let_go(table: Table, by: Requester) -> wire.Ack:
    """Free somebody from a table that cannot go on; nobody loses by that.

    A rated one ends unrated with the first to go; elsewhere those who stay may hope for its repair.
    """
    state = table.state
    if by.person not in state.deciding:
        raise NotNow("you do not play at this table")
    if state.created.rated or state.deciding == {by.person}:
        return await table.append(abandoned(table), by=by)
    seats = [seat for seat in state.seats_of(by.person) if state.seats[seat].stand_in is None]
    return await table.append(*[log.StoodIn(seat=seat, bot=STAND_IN, by="left") for seat in seats], by=by)


async def come_back(table: Table, seat: int, by: Requester) -> wire.Ack:
    """Take the seat back from the bot."""
    _must_play(table)
    held = table.state.seats[seat]
    if held.resigned:
        raise NotNow("you have resigned; a bot plays this seat to the end")
    if held.stand_in is None:
        raise NotNow("nobody stands in for you")
    if held.bank == 0:
        raise NotNow("your time is over; a bot plays this seat to the end")
    return await table.append(log.Returned(seat=seat), by=by)


async def stand_in(table: Table, seat: int, why: Literal["away", "clock"]) -> None:
    """A bot takes over for somebody who is away or out of time."""
    await table.append(_stood_in(table, seat, why), by=SERVER)


def _stood_in(table: Table, seat: int, why: Literal["left", "away", "clock", "resigned"]) -> log.StoodIn:
    return log.StoodIn(seat=seat, bot=STAND_IN, by=why, spent=table.spent(seat))


def abandoned(table: Table) -> log.Ended:
    """Nobody plays on: the luck is revealed all the same. The scores of a match that is broken mean nothing."""
    match = None if table.frozen else table.state.match
    seats = len(table.state.seats)
    return table.ended("abandoned", match.scores if match else [0] * seats, [1] * seats)


def _forfeited(table: Table, left: list[int]) -> log.Ended:
    match = table.state.match
    assert match is not None
    ranks = [0 if seat in left else 1 for seat in range(len(table.state.seats))]
    return table.ended("resigned", match.scores, ranks)


def _must_play(table: Table) -> None:
    if table.state.status != "playing":
        raise NotNow("there is no match going on")
