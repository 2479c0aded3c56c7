"""What one viewer is told of a table: made from `view`, `glimpse` and `tell` and from nothing else that is secret."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import singledispatch
from typing import Any

from fourleaf.engine.state import WATCHER
from fourleaf.server import wire
from fourleaf.server.tables import entries as log
from fourleaf.server.tables.entries import AnyEntry, Row
from fourleaf.server.tables.fold import Fold, Step
from fourleaf.server.tables.luck import in_words
from fourleaf.server.tables.undo import lines_back_to, takes_luck_back, undoable


def happening(fold: Fold, step: Step, seat: int) -> wire.Happening:
    """One action through the eyes of a seat or a watcher."""
    glimpse = int(step.before.glimpse(step.action, seat))
    whole = glimpse == step.action
    sealed = fold.luck if step.event is not None else None
    return wire.Happening(
        ply=step.ply,
        actor=step.actor,
        glimpse=glimpse,
        line=fold.game.moves.tell(step.before, step.action, seat),
        move=fold.game.moves.spell(step.before, step.action) if whole else None,
        event=step.event,
        seal=sealed.seal(step.event or 0, step.action).hex() if sealed else None,
        salt=sealed.salt(step.event or 0).hex() if sealed and whole else None,
    )


def seen(fold: Fold, row: Row, steps: Sequence[Step], undone: Sequence[str], seat: int) -> wire.Seen:
    """One entry of the log through the eyes of a seat or a watcher."""
    happened = [happening(fold, step, seat) for step in steps]
    return wire.Seen(
        seq=row.seq,
        at=row.line.at,
        kind=str(row.line.entry.__struct_config__.tag),
        happened=happened,
        undone=list(undone),
        **_told(row.line.entry) | _named(fold, row.line.entry),
    )


def back_lines(fold: Fold, entry: AnyEntry, seat: int) -> list[str]:
    """For an entry that asks or goes back: the lines that would go, told before it is folded in."""
    if isinstance(entry, log.Asked | log.Undone):
        return lines_back_to(fold, entry.ply, seat)
    return []


def _named(fold: Fold, entry: AnyEntry) -> dict[str, Any]:
    """Whoever sits down or is asked to, by the name of today."""
    return {"name": fold.called(entry.person, entry.name)} if isinstance(entry, log.Sat | log.Kept) else {}


@singledispatch
def _told(entry: AnyEntry) -> dict[str, Any]:
    return {}


@_told.register(log.Sat)
@_told.register(log.Kept)
@_told.register(log.Declined)
def _(entry: log.Sat | log.Kept | log.Declined) -> dict[str, Any]:
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
@_told.register(log.Undone)
def _(entry: log.Asked | log.Undone) -> dict[str, Any]:
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


def standing(fold: Fold, seat: int, deadline: float | None) -> wire.Standing | None:
    """How the match stands for a viewer; None before it starts."""
    match = fold.match
    if match is None:
        return None
    legal: list[wire.LegalMove] = []
    if fold.actor == seat:
        legal = [wire.LegalMove(action=move.action, move=move) for move in match.moves]
    return wire.Standing(
        seat=seat,
        ply=match.ply,
        actor=fold.actor,
        view=match.view(seat),
        prompt=match.prompt(seat),
        legal=legal,
        undo=undoable(fold, seat) if seat != WATCHER else None,
        question=question(fold, seat),
        banks=[bank.bank for bank in fold.seats if bank.bank is not None] or None,
        deadline=deadline,
    )


def question(fold: Fold, seat: int) -> wire.Question | None:
    """The question that waits for answers, as a viewer may hear it."""
    asked = fold.question
    if asked is None:
        return None
    return wire.Question(
        seq=asked.seq,
        seat=asked.seat,
        ply=asked.ply,
        lines=lines_back_to(fold, asked.ply, seat),
        waiting=sorted(asked.waiting),
        luck=takes_luck_back(fold, asked.ply),
    )


def table_info(fold: Fold, present: Collection[int], person: str | None, frozen: bool) -> wire.TableInfo:
    """The table as everybody may see it."""
    created = fold.created
    return wire.TableInfo(
        id=fold.table,
        game=created.game,
        title=fold.game.title,
        rules_version=created.rules_version,
        options=created.options,
        public=created.public,
        rated=created.rated,
        hints=created.hints,
        clock=created.clock,
        grace=created.grace,
        status=fold.status,
        host=created.host,
        seats=[_seat_info(fold, number, number in present) for number in range(len(fold.seats))],
        mine=fold.seats_of(person),
        asked=fold.kept_for(person),
        may_sit=fold.may_sit(person) and not frozen,
        sent_away=fold.was_sent_away(person),
        actor=fold.actor,
        ply=fold.ply,
        seq=fold.seq,
        luck=_luck_info(fold),
        ending=fold.ending,
        rematch=fold.rematch,
        created_at=fold.created_at,
        frozen=frozen,
    )


def _seat_info(fold: Fold, number: int, present: bool) -> wire.SeatInfo:
    seat = fold.seats[number]
    return wire.SeatInfo(
        seat=number,
        person=seat.person,
        name=fold.called(seat.person, seat.name),
        kept_for=fold.called(seat.kept_for, seat.kept_name),
        bot=seat.bot,
        stand_in=seat.stand_in,
        present=present,
        resigned=seat.resigned,
        luck="none" if seat.commitment is None else "server" if seat.server_made else "seat",
        outside=seat.about.outside,
        rating=seat.about.rating,
    )


def _luck_info(fold: Fold) -> wire.Luck:
    return wire.Luck(
        commitment=fold.commitment,
        seat_commitments=[seat.commitment for seat in fold.seats],
        roster=fold.roster,
        words=in_words(fold.roster) if fold.roster else None,
        entropy=list(fold.entropy) if fold.entropy is not None else None,
        secret=fold.secret,
        taken_back=len(fold.match.undone) if fold.match is not None else 0,
    )


def summary(fold: Fold) -> wire.TableSummary:
    """The table in a list."""
    return wire.TableSummary(
        id=fold.table,
        game=fold.created.game,
        status=fold.status,
        seats=[wire.SummarySeat(name=seat.name, bot=seat.bot, kept_for=seat.kept_name) for seat in fold.seats],
        actor=fold.actor,
        ply=fold.ply,
        created_at=fold.created_at,
        changed_at=fold.changed_at,
    )
