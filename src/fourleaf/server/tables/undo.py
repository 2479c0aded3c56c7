"""How far a seat may go back: its own choices until new information appeared, further only if everybody agrees.

Past a chance event what follows is drawn anew (fairluck1, step 8): the counter of chance events never runs backwards.
"""

from __future__ import annotations

from collections.abc import Sequence

from fourleaf.engine.errors import listed
from fourleaf.engine.sentences import seat_name
from fourleaf.engine.state import CHANCE
from fourleaf.server.errors import NotNow
from fourleaf.server.tables.table_state import TableState
from fourleaf.server.wire import Undoable


def undoable(state: TableState, seat: int) -> Undoable | None:
    """The plies that a seat may go back to; None where there is nothing to take back."""
    if state.match is None or state.status != "playing" or not state.seats[seat].plays:
        return None
    deciders = state.deciders
    free = _free(state, deciders, seat)
    ask = None
    # At a rated table nobody is asked, whatever came last.
    if not state.created.rated and seat not in [deciders[ply] for ply in free]:
        ask = _last(deciders, seat)
        if ask is not None and why_not_back(state, seat, ask) is not None:
            ask = None
    return Undoable(free=free, ask=ask) if free or ask is not None else None


def _last(deciders: Sequence[int], seat: int) -> int | None:
    """The last decision of a seat: not far back, for seats take turns."""
    for ply in range(len(deciders) - 1, -1, -1):
        if deciders[ply] == seat:
            return ply
    return None


def _free(state: TableState, deciders: Sequence[int], seat: int) -> list[int]:
    """The person's own decisions after which nobody else, no bot for them and no chance has done anything."""
    person, seats = state.seats[seat].person, state.seats
    free: list[int] = []
    for ply in range(len(deciders) - 1, -1, -1):
        decider = deciders[ply]
        if decider == CHANCE or seats[decider].person != person or not state.times[ply].own:
            break
        free.append(ply)
    return free


def is_free(state: TableState, seat: int, ply: int) -> bool:
    """Whether a seat may go back to a ply without asking; a ply that is no decision is refused."""
    if state.match is None or state.status != "playing":
        raise NotNow("there is no match to go back in")
    if not state.seats[seat].plays:
        raise NotNow("only who plays a seat can go back for it")
    deciders = state.deciders
    if ply >= len(deciders):
        raise NotNow(f"the match has {len(deciders)} plies; there is nothing after them to take back")
    if deciders[ply] == CHANCE:
        raise NotNow("one can only go back to a decision, not into the middle of what chance did")
    if seat not in deciders[ply:]:
        raise NotNow("none of your decisions lies in what you wish to take back")
    return ply in _free(state, deciders, seat)


def why_not_back(state: TableState, seat: int, ply: int) -> str | None:
    """Why a seat cannot even ask to go back to a ply, in words; None where it can."""
    if state.created.rated:
        return "at a rated table nobody goes back once something new has been seen"
    stood_in = [other for other, held in enumerate(state.seats) if held.stand_in is not None]
    away = sorted(state.others(seat).intersection(stood_in)) if stood_in else []
    if away:
        return f"{listed(map(seat_name, away))} {'is' if len(away) == 1 else 'are'} away and cannot agree to go back"
    if state.created.beginning is None and takes_luck_back(state, ply):
        return "this table was set up when luck could not be drawn anew; nobody goes back past it here"
    return None


def takes_luck_back(state: TableState, ply: int) -> bool:
    """Whether chance has decided anything since a ply."""
    return CHANCE in state.deciders[ply:]


def lines_back_to(state: TableState, ply: int, seat: int) -> list[str]:
    """What would be undone, the newest first, in the words that a viewer may hear."""
    assert state.match is not None
    steps = state.match.history(ply)
    return [state.game.moves.tell(before, action, seat) for before, action in steps][::-1]
