"""Connect four: seven columns of six, four in a row win. A column is seven bits, of which the top one stays empty."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from fourleaf.engine.bits import bit, has, shifted
from fourleaf.engine.state import OVER, State

COLUMNS: Final = 7
ROWS: Final = 6
HEIGHT: Final = ROWS + 1
"""From one column to the next."""


@final
class ConnectFour(State):
    """Two seats, no luck."""

    def __init__(self) -> None:
        self.discs = vec[i64]([0, 0])
        self.heights = vec[i64]([0] * COLUMNS)
        self.turn: i64 = 0
        self.dropped: i64 = 0
        self.won: bool = False

    def clone(self) -> ConnectFour:
        twin = ConnectFour()
        twin.discs = self.discs[:]
        twin.heights = self.heights[:]
        twin.turn = self.turn
        twin.dropped = self.dropped
        twin.won = self.won
        return twin

    def actor(self) -> i64:
        if self.won or self.dropped == COLUMNS * ROWS:
            return OVER
        return self.turn

    def legal(self) -> vec[i32]:
        open_columns: i64 = 0
        for column in range(COLUMNS):
            if self.heights[column] < ROWS:
                open_columns += 1
        columns = vec[i32]([0] * open_columns)
        place: i64 = 0
        for column in range(COLUMNS):
            if self.heights[column] < ROWS:
                columns[place] = i32(column)
                place += 1
        return columns

    def apply(self, action: i64) -> None:
        self.discs[self.turn] |= bit(action * HEIGHT + self.heights[action])
        self.heights[action] += 1
        self.dropped += 1
        self.won = four_in_a_row(self.discs[self.turn])
        self.turn = 1 - self.turn

    def scores(self) -> vec[i64]:
        return vec[i64]([1 if self.won and self.turn != seat else 0 for seat in range(2)])

    def ranks(self) -> vec[i64]:
        return vec[i64]([0 if self.won and self.turn != seat else 1 for seat in range(2)])


def four_in_a_row(discs: i64) -> bool:
    """Whether a set of discs holds a line of four: up, across, or on either slant."""
    return (
        four_along(discs, 1)
        or four_along(discs, HEIGHT)
        or four_along(discs, HEIGHT - 1)
        or four_along(discs, HEIGHT + 1)
    )


def four_along(discs: i64, step: i64) -> bool:
    """Whether four discs lie `step` apart."""
    pairs = discs & shifted(discs, -step)
    return pairs & shifted(pairs, -2 * step) != 0


def drawn(state: ConnectFour) -> str:
    """The board with the top row first, as OpenSpiel prints it."""
    rows = []
    for row in range(ROWS - 1, -1, -1):
        places = [column * HEIGHT + row for column in range(COLUMNS)]
        rows.append("".join("x" if has(state.discs[0], p) else "o" if has(state.discs[1], p) else "." for p in places))
    return "\n".join(rows)
