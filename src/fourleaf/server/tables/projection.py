"""What one viewer is told of a table: made from `view`, `glimpse` and `tell` and from nothing else that is secret."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import singledispatch
from typing import Any

import msgspec

from fourleaf.engine.fairluck import FairLuck
from fourleaf.engine.game import Game
from fourleaf.engine.match import Step
from fourleaf.engine.state import WATCHER
from fourleaf.server import wire
from fourleaf.server.storage import entries as log
from fourleaf.server.storage.entries import AnyEntry, LogRow
from fourleaf.server.tables.luck import in_words
from fourleaf.server.tables.table_state import TableState
from fourleaf.server.tables.undo import lines_back_to, takes_luck_back, undoable
from fourleaf.server.values import Source


def happening(state: TableState, step: Step, seat: int) -> wire.Happening:
    """One action through the eyes of a seat or a watcher, with what binds it where it was luck."""
    return glimpsed(state.game, step, seat, state.luck)


def glimpsed(game: Game[Any, Any], step: Step, seat: int, luck: FairLuck | None = None) -> wire.Happening:
    """One action through the eyes of a seat or a watcher, with what is known of its luck."""
    before, action, event = step.before, step.action, step.event
    glimpse = int(before.glimpse(action, seat))
    seal = salt = None
    if event is not None and luck is not None:
        seal = luck.seal(event, action).hex()
        salt = luck.salt(event).hex() if glimpse == action else None
    return wire.Happening(
        ply=step.ply,
        actor=step.actor,
        glimpse=glimpse,
        line=game.moves.tell(before, action, seat),
        about=game.moves.about(before, action),
        move=game.shown(before, action, seat),
        event=None if seal is None else event,
        seal=seal,
        salt=salt,
    )


def seen(state: TableState, row: LogRow, steps: Sequence[Step], undone: Sequence[str], seat: int) -> wire.Seen:
    """One entry of the log through the eyes of a seat or a watcher."""
    entry = row.line.entry
    return wire.Seen(
        seq=row.seq,
        at=row.line.at,
        kind=str(entry.__struct_config__.tag),
        happened=[happening(state, step, seat) for step in steps],
        undone=list(undone),
        **_told(entry),
        **_named(state, entry),
    )


def back_lines(state: TableState, entry: AnyEntry, seat: int) -> list[str]:
    """For an entry that asks or goes back: the lines that would go, told before it is folded in."""
    if state.match is not None and isinstance(entry, log.Asked | log.WentBack):
        return lines_back_to(state, entry.ply, seat)
    return []


def _named(state: TableState, entry: AnyEntry) -> dict[str, Any]:
    """Whoever sits down or is asked to, by the name of today."""
    if not isinstance(entry, log.Sat | log.Kept):
        return {}
    return {"name": entry.called or state.called(entry.person, entry.name)}


@singledispatch
def _told(entry: AnyEntry) -> dict[str, Any]:
    return {}


@_told.register(log.Sat)
@_told.register(log.Kept)
def _(entry: log.Sat | log.Kept) -> dict[str, Any]:
    return {"seat": entry.seat}


@_told.register
def _(entry: log.Declined) -> dict[str, Any]:
    return {"seat": entry.seat, "name": entry.name}


@_told.register
def _(entry: log.Given) -> dict[str, Any]:
    return {"seat": entry.seat, "bot": entry.bot}


@_told.register(log.Left)
@_told.register(log.Kicked)
@_told.register(log.Committed)
@_told.register(log.Resigned)
@_told.register(log.Returned)
def _(entry: log.Left | log.Kicked | log.Committed | log.Resigned | log.Returned) -> dict[str, Any]:
    return {"seat": entry.seat}


@_told.register
def _(entry: log.Voided) -> dict[str, Any]:
    return {"seats": list(entry.missing)}


@_told.register
def _(entry: log.Played) -> dict[str, Any]:
    return {"seat": entry.seat, "by": entry.by}


@_told.register(log.Asked)
@_told.register(log.WentBack)
def _(entry: log.Asked | log.WentBack) -> dict[str, Any]:
    return {"seat": entry.seat, "ply": entry.ply}


@_told.register
def _(entry: log.Replied) -> dict[str, Any]:
    return {"seat": entry.seat, "yes": entry.yes}


@_told.register
def _(entry: log.StoodIn) -> dict[str, Any]:
    return {"seat": entry.seat, "bot": entry.bot, "by": entry.by}


@_told.register
def _(entry: log.Ended) -> dict[str, Any]:
    return {"ending": entry.ending}


@_told.register
def _(entry: log.Rematched) -> dict[str, Any]:
    return {"table": entry.table, "seat": entry.seat}


def changed(now: wire.MatchStanding, view: msgspec.Struct, since: int) -> wire.MatchStanding:
    """How the match stands, for a viewer who has been shown the view after entry `since`: the fields that differ.

    Both views are the same viewer's, so what is left out is known, and what is sent is what a whole view would say.
    """
    fields = zip(view.__struct_fields__, msgspec.structs.astuple(now.view), msgspec.structs.astuple(view), strict=True)
    # What has not been made anew is the same thing, and needs no look into it.
    news = {name: after for name, after, before in fields if after is not before and after != before}
    return msgspec.structs.replace(now, view=news, since=since)


def standing(
    state: TableState,
    seat: int,
    deadline: float | None,
    pause: wire.Pause | None,
) -> wire.MatchStanding | None:
    """How the match stands for a viewer; None before it starts."""
    match = state.match
    if match is None:
        return None
    legal: list[wire.LegalMove] = []
    if state.actor == seat and not _others_read(state, seat, pause):
        # A move knows its number, but has to look for it.
        actions = match.legal
        moves = zip(actions, match.spell_each(actions), strict=True)
        legal = [wire.LegalMove(action=action, move=move) for action, move in moves]
    view = match.view(seat)
    return wire.MatchStanding(
        seat=seat,
        ply=match.ply,
        actor=state.actor,
        view=view,
        prompt=state.game.view.prompt(view),
        legal=legal,
        undo=undoable(state, seat) if seat != WATCHER else None,
        question=question(state, seat),
        banks=[bank.bank for bank in state.seats if bank.bank is not None] or None,
        deadline=deadline,
        pause=pause,
    )


def _others_read(state: TableState, seat: int, pause: wire.Pause | None) -> bool:
    """Whether nobody may play for a seat yet, because somebody else has not read what has happened."""
    return pause is not None and any(state.seats[one].person != state.seats[seat].person for one in pause.waiting)


def question(state: TableState, seat: int) -> wire.PendingQuestion | None:
    """The question that waits for answers, as a viewer may hear it."""
    asked = state.question
    if asked is None:
        return None
    return wire.PendingQuestion(
        seq=asked.seq,
        seat=asked.seat,
        ply=asked.ply,
        lines=lines_back_to(state, asked.ply, seat),
        waiting=sorted(asked.waiting),
        luck=takes_luck_back(state, asked.ply),
    )


def table_info(state: TableState, present: Collection[int], person: str | None, frozen: bool) -> wire.TableInfo:
    """The table as everybody may see it."""
    created = state.created
    return wire.TableInfo(
        id=state.table,
        game=created.game,
        title=state.game.title,
        rules_version=created.rules_version,
        options=created.options,
        goal=state.game.goal(len(state.seats), created.options),
        public=created.public,
        rated=created.rated,
        hints=created.hints,
        clock=created.clock,
        grace=created.grace,
        status=state.status,
        host=created.host,
        seats=[_seat_info(state, number, number in present) for number in range(len(state.seats))],
        mine=state.seats_of(person),
        asked=state.kept_for(person),
        may_sit=state.may_sit(person) and not frozen,
        sent_away=state.was_sent_away(person),
        actor=state.actor,
        ply=state.ply,
        seq=state.seq,
        luck=_luck_info(state),
        ending=state.ending,
        rematch=state.rematch,
        source=_source(state, person),
        created_at=state.created_at,
        frozen=frozen,
    )


def _source(state: TableState, person: str | None) -> Source | None:
    """Where the table begins. Whoever has the address of a table may look at it, so strangers are not told that one."""
    source = state.created.source
    if source is None or state.seats_of(person) or state.created.host == person:
        return source
    return msgspec.structs.replace(source, table=None, record=None, at=None)


def _seat_info(state: TableState, number: int, present: bool) -> wire.SeatInfo:
    seat = state.seats[number]
    return wire.SeatInfo(
        seat=number,
        person=seat.person,
        name=state.called(seat.person, seat.name),
        called=seat.called,
        kept_for=state.called(seat.kept_for, seat.kept_name),
        bot=seat.bot,
        stand_in=seat.stand_in,
        present=present,
        resigned=seat.resigned,
        luck="none" if seat.commitment is None else "server" if seat.server_made else "seat",
        outside=seat.about.outside,
        rating=seat.about.rating,
    )


def _luck_info(state: TableState) -> wire.LuckInfo:
    return wire.LuckInfo(
        commitment=state.commitment,
        seat_commitments=[seat.commitment for seat in state.seats],
        roster=state.roster,
        words=in_words(state.roster) if state.roster else None,
        entropy=list(state.entropy) if state.entropy is not None else None,
        secret=state.secret,
        taken_back=len(state.match.undone) if state.match is not None else 0,
    )


def summary(state: TableState) -> wire.TableSummary:
    """The table in a list."""
    return wire.TableSummary(
        id=state.table,
        game=state.created.game,
        status=state.status,
        seats=[
            wire.SummarySeat(
                name=seat.name, bot=seat.bot, kept_for=seat.kept_name, called=seat.called, resigned=seat.resigned
            )
            for seat in state.seats
        ],
        actor=state.actor,
        ply=state.ply,
        created_at=state.created_at,
        changed_at=state.changed_at,
        clock=state.created.clock,
    )
