"""A match looked back on: how it stood for one viewer after every entry of the log that changed it."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from typing import Final

from fourleaf.engine.errors import BadSeat, listed
from fourleaf.engine.match import Match
from fourleaf.engine.state import WATCHER
from fourleaf.server import wire
from fourleaf.server.errors import Malformed, NotNow, NotYours
from fourleaf.server.limits import MOMENTS_A_PAGE
from fourleaf.server.storage import entries as log
from fourleaf.server.storage.entries import LogRow
from fourleaf.server.tables.projection import back_lines, changed, seen
from fourleaf.server.tables.table import UNDER_REPAIR, Table, outdated
from fourleaf.server.tables.table_state import TableState

CHANGES: Final = (log.Started, log.Played, log.WentBack, log.Ended)
"""The kinds of entries after which the match stands otherwise."""


async def moments_of(table: Table, person: str | None, seat: int, since: int) -> wire.Moments:
    """A page of moments after an entry, for somebody who may look through these eyes."""
    _must_be_told(table)
    _may_look(table.state, person, seat)
    rows = await table.environment.storage.read(table.id, 0, table.state.seq)
    changes = [row.seq for row in rows if isinstance(row.line.entry, CHANGES)]
    first, last = _page_after(changes, since, len(rows))
    if first == last:
        return wire.Moments(seat=seat, count=len(changes), moments=[])
    state = TableState(table.id, table.state.secrets, table.state.names)
    before = changes[first - 1] if first else 0
    told = await table.environment.in_thread(_told, state, rows[: changes[last - 1]], before, seat)
    return wire.Moments(seat=seat, count=len(changes), moments=told)


def _page_after(changes: Sequence[int], since: int, newest: int) -> tuple[int, int]:
    """Which of the moments are in the page after an entry: from one place to before another."""
    must_be_entry(since, newest)
    first = bisect(changes, since)
    return first, min(first + MOMENTS_A_PAGE, len(changes))


def must_be_entry(since: int, newest: int) -> None:
    """Nobody asks for what came after an entry that is not there."""
    if since not in range(newest + 1):
        raise Malformed(f"the moments are those after an entry from 0 to {newest}, not after {since}")


def must_be_seat(seat: int, seats: int) -> None:
    """Nobody looks through eyes that are not there."""
    if seat != WATCHER and seat not in range(seats):
        raise BadSeat(f"there is no seat {seat}; the seats are {listed(range(seats))}, and {WATCHER} watches")


def stood(match: Match, actor: int, seat: int) -> wire.MatchStanding:
    """How a match stood for a viewer, without what could be done then."""
    view = match.view(seat)
    prompt = match.game.view.prompt(view)
    return wire.MatchStanding(seat=seat, ply=match.ply, actor=actor, view=view, prompt=prompt, legal=[])


def in_parts(moments: Sequence[wire.Moment]) -> Iterator[wire.Moment]:
    """The first moment whole, of each other one what has changed since the one before it."""
    before: wire.Moment | None = None
    for moment in moments:
        now = moment.now if before is None else changed(moment.now, before.now.view, before.seq)
        yield wire.Moment(seq=moment.seq, entries=moment.entries, now=now)
        before = moment


def _must_be_told(table: Table) -> None:
    state = table.state
    if state.outdated:
        raise NotNow(f"{outdated(state)}, so nobody can look back on the match; its luck is revealed")
    if table.frozen:
        raise NotNow(UNDER_REPAIR)
    if state.broken_by is not None:
        raise NotNow("this match cannot be followed to its end, so nobody can look back on it")
    if state.match is None:
        raise NotNow(
            "no match was played at this table, so there is nothing to look back on"
            if state.status == "over"
            else "the match has not started, so there is nothing to look back on"
        )


def _may_look(state: TableState, person: str | None, seat: int) -> None:
    must_be_seat(seat, len(state.seats))
    if seat != WATCHER and state.status != "over" and seat not in state.seats_of(person):
        raise NotYours(
            f"while the match goes on one looks back through a seat of one's own, or as a watcher (seat={WATCHER}); "
            "through every seat when it is over"
        )


def _told(state: TableState, rows: Sequence[LogRow], before: int, seat: int) -> list[wire.Moment]:
    """Follow the log from its beginning; the moments after the entry `before`, which is one itself."""
    moments: list[wire.Moment] = []
    entries: list[wire.Seen] = []
    for row in rows:
        late = row.seq > before
        undone = back_lines(state, row.line.entry, seat) if late else []
        steps = state.follow(row)
        if not late:
            continue
        entries.append(seen(state, row, steps, undone, seat))
        if isinstance(row.line.entry, CHANGES):
            assert state.match is not None
            moments.append(wire.Moment(seq=row.seq, entries=entries, now=stood(state.match, state.actor, seat)))
            entries = []
    return list(in_parts(moments))
