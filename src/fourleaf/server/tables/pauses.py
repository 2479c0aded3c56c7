"""A pause to read: what was judged or laid open lies there until everybody who is at the table has seen it.

It lives in memory alone. A server that was down keeps nobody waiting, and the log knows only what was decided.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from fourleaf.engine.errors import listed
from fourleaf.server import wire
from fourleaf.server.clock import Clock
from fourleaf.server.tables.table_state import TableState

LONGEST: Final = 20.0
"""Seconds after which the match goes on in any case."""


@dataclass(frozen=True)
class Reading:
    """What is being read, and by whom it has been."""

    seq: int
    """The number of the entry that brought it."""
    until: float
    """Wall time at which it is over in any case."""
    ends: float
    """The same on the steady clock."""
    read: set[str] = field(default_factory=set)
    """The people who have said that they have; on whichever device, and for all their seats."""

    def waiting(self, state: TableState, present: Collection[int]) -> list[int]:
        """The seats whose people are here and still read."""
        return [seat for seat in _reading(state, present) if state.seats[seat].person not in self.read]

    def is_read(self, state: TableState, present: Collection[int]) -> bool:
        """Whether all who are here have; while nobody is, as when a page is loaded anew, it keeps nobody waiting."""
        return bool(_reading(state, present)) and not self.waiting(state, present)

    def told(self, state: TableState, present: Collection[int]) -> wire.Pause:
        """The pause as everybody is told of it."""
        return wire.Pause(seq=self.seq, waiting=self.waiting(state, present), until=self.until)

    def words(self, state: TableState, present: Collection[int], now: Clock) -> str:
        """Why nobody plays now."""
        names = [state.name_at(seat) for seat in self.waiting(state, present)]
        still = f"{listed(names)} still {'reads' if len(names) == 1 else 'read'} what has happened"
        return f"{still}; the match goes on after that, or in {max(1, math.ceil(self.ends - now.steady()))} seconds"


def pause_of(state: TableState, present: Collection[int], now: Clock) -> Reading | None:
    """A pause that begins now, if anybody is here to read."""
    if state.actor < 0 or not _reading(state, present):
        return None
    return Reading(state.seq, now.wall() + LONGEST, now.steady() + LONGEST)


def _reading(state: TableState, present: Collection[int]) -> list[int]:
    """The seats of those who are here and decide for themselves; a program reads as fast as it likes."""
    return [seat for seat in sorted(present) if state.seats[seat].plays and not state.seats[seat].about.outside]
