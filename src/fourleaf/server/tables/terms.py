"""The terms of a rated table: how somebody ends who does not see the match through (docs/ratings.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from fourleaf.server.tables.table_state import Seat, TableState

STAYED: Final = 0
"""Plays the seat until the end; so does a bot that the seat was given to."""
AWAY: Final = 1
"""A bot stood in, or the clock made the last decision, and the person had not come back when it ended."""
LEFT: Final = 2
"""Left, resigned, forfeited by the clock, or let the table lie until it was closed."""
LEAST_DECISIONS: Final = 3
"""What each seat decides at least in a match that brings anybody anything."""


def end_of(seat: Seat) -> int:
    """How somebody stands by the match: the less, the better."""
    if seat.resigned:
        return LEFT
    return AWAY if seat.person is not None and (seat.stand_in is not None or seat.timed_out) else STAYED


def ranking(state: TableState, ranks: Sequence[int], last: int, by: str) -> list[int]:
    """The ranks of a match that seat `last` has ended: at a rated table those who stayed come before the others."""
    ends = [
        end_of(replace(seat, timed_out=by == "clock") if number == last else seat)
        for number, seat in enumerate(state.seats)
    ]
    if not state.created.rated or not any(ends):
        return list(ranks)
    places = [(end, 0 if end == LEFT else rank) for end, rank in zip(ends, ranks, strict=True)]
    return [sum(other < place for other in places) for place in places]


def was_decided(state: TableState) -> bool:
    """Whether the match came to a result that is worth something: an end, and enough decisions of every seat."""
    if state.ending is None or state.ending.why == "abandoned":
        return False
    return all(state.deciders.count(seat) >= LEAST_DECISIONS for seat in range(len(state.seats)))
