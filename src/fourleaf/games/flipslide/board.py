"""The printed matter of Flip & Slide: the grid, the tiles, the starting patch, as numbers made from board.toml.

The grid has no border, but a patch of 32 tiles spans at most 32 cells. So the plane is wound up: cell (q, r) has the
number 64 q + r + 2080, counted round a ring of 4096. Neighbours stay a fixed step apart, no two cells near one patch
share a number, and a patch may drift as far as it likes. A number names the cell with q and r from -32 to 31, and in
that window ascending numbers are ascending (q, r).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from fourleaf.engine.bits import has
from fourleaf.engine.box import open_box
from fourleaf.games.flipslide.box import Box

BOX: Final = open_box(__package__, Box)

# How many there are of a kind shapes the action numbers, and a literal costs nothing at run time; what they are and
# where they lie is read from the box. The grid is part of the code: hexagons, whatever lies on them.
COLOURS: Final = 7
MOST_COPIES: Final = 4
"""The most tiles of one colour: one in each rainbow set of the box."""
MOST_SEATS: Final = 4
DIRECTIONS: Final = 6
OPPOSITE: Final = 3
"""The direction d + OPPOSITE leads back."""
EVERY_SIDE: Final = 63
"""The set of all six directions."""

COLOUR_NAMES: Final[list[str]] = BOX["rainbow"]["colours"]
COLOUR_CODES: Final[list[str]] = BOX["rainbow"]["codes"]
LEAVES: Final[vec[i64]] = vec[i64](BOX["seats"]["leaves"])
TURNED_UP: Final[vec[i64]] = vec[i64](BOX["seats"]["turned_up"])
ACTIONS_A_TURN: Final[vec[i64]] = vec[i64](BOX["seats"]["actions"])

# What lies on a cell.
EMPTY: Final = 0
NONE: Final = -1
"""No cell, no seat."""
RED: Final = 1
"""RED + k is a face-up tile of colour k."""
VIOLET: Final = RED + COLOURS - 1
CLOVER: Final = RED + COLOURS
"""A tile that is still face down."""
RABBIT: Final = CLOVER + 1
"""RABBIT + seat is that seat's player tile."""

# Cells

WIDTH: Final = 64
CELLS: Final = WIDTH * WIDTH
LAST_CELL: Final = CELLS - 1
MIDDLE: Final = 2080
"""The cell (0, 0)."""
HALF: Final = 32
STEP: Final[vec[i64]] = vec[i64]([WIDTH * q + r for q, r in ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))])
"""F1.2 What a step in each direction, anticlockwise from east, adds to the number of a cell."""
IS_STEP: Final[vec[u8]] = vec[u8]([int(cell in [int(step) & LAST_CELL for step in STEP]) for cell in range(CELLS)])
"""Whether this much more in the number of a cell, round the ring, is one step."""
BARE: Final[vec[u8]] = vec[u8]([0] * CELLS)
"""A table without tiles; copy it before you lay any."""


def cell_of(q: i64, r: i64) -> i64:
    """The number of a cell."""
    return (WIDTH * q + r + MIDDLE) & LAST_CELL


def q_of(cell: i64) -> i64:
    """The first coordinate in a cell's name."""
    return cell // WIDTH - HALF


def r_of(cell: i64) -> i64:
    """The second coordinate in a cell's name."""
    return cell % WIDTH - HALF


# Places as people call them: a letter for the row and a number for the column, half a cell wide, so that each cell of a
# row has one. They are counted from the patch as it first lay, with some room around it; farther out comes a minus.
ROOM: Final = 4
FIRST_ROW: Final[int] = min(r for _, r in BOX["patch"]["leaf_centres"]) - 1 - ROOM
FIRST_COLUMN: Final[int] = min(2 * q + r for q, r in BOX["patch"]["leaf_centres"]) - 2 - ROOM
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def row_name(r: int) -> str:
    """What a row is called: A, B … Z, AA; above A -A, -B."""
    row = r - FIRST_ROW
    if row < 0:
        return f"-{row_name(FIRST_ROW - 1 - row)}"
    more, letter = divmod(row, len(LETTERS))
    return f"{LETTERS[more - 1] if more else ''}{LETTERS[letter]}"


def column_name(column: int) -> str:
    """What a column is called; that of a cell is 2q + r."""
    return str(column - FIRST_COLUMN + 1)


PLACES: Final = [
    f"{row_name(cell % WIDTH - HALF)}{column_name(2 * (cell // WIDTH - HALF) + cell % WIDTH - HALF)}"
    for cell in range(CELLS)
]
"""What each cell is called."""
CELL_OF: Final = {place: cell for cell, place in enumerate(PLACES)}


def beside(cell: i64, direction: i64) -> i64:
    """The neighbour of a cell in a direction."""
    return (cell + STEP[direction]) & LAST_CELL


def touch(one: i64, other: i64) -> bool:
    """F1.2 Whether two cells are neighbours."""
    return IS_STEP[(other - one) & LAST_CELL] != 0


def offset(start: i64, cell: i64) -> i64:
    """The cell that lies from the middle as `cell` lies from `start`: its name is the way between them."""
    return (cell - start + MIDDLE) & LAST_CELL


def patch_of(seats: i64) -> list[int]:
    """F2.2 The cells of the starting patch, ascending."""
    cells = []
    for q, r in BOX["patch"]["leaf_centres"][: LEAVES[seats - 1]]:
        centre = cell_of(q, r)
        cells.append(int(centre))
        cells += [int(beside(centre, direction)) for direction in range(DIRECTIONS)]
    return sorted(cells)


# What the six neighbours of a cell say, by the set of directions in which a tile lies.


def _arcs(around: i64) -> i64:
    arcs: i64 = 0
    for direction in range(DIRECTIONS):
        if has(around, direction) and not has(around, (direction + 1) % DIRECTIONS):
            arcs += 1
    return arcs


def _steps(around: i64, over_open_ground: bool) -> list[int]:
    """The steps that a tile can take from such a cell along another tile, and those along none if wished."""
    steps = []
    for direction in range(DIRECTIONS):
        left = has(around, (direction + 1) % DIRECTIONS)
        right = has(around, (direction + DIRECTIONS - 1) % DIRECTIONS)
        # F5.3 The cell ahead is empty, and not both cells beside the step are occupied.
        flanks = int(left) + int(right)
        if not has(around, direction) and (flanks == 1 or (flanks == 0 and over_open_ground)):
            steps.append(int(STEP[direction]))
    return steps + [0] * (WAYS - len(steps))


WAYS: Final = 8
"""Places for the steps that lead away from a cell; the last ones are 0."""
ARCS: Final[vec[i64]] = vec[i64]([_arcs(around) for around in range(EVERY_SIDE + 1)])
"""How many separate runs of tiles lie round a cell; none when they close the circle."""
HUGS: Final[vec[i64]] = vec[i64]([step for around in range(EVERY_SIDE + 1) for step in _steps(around, False)])
"""WAYS numbers for each set: the steps along a tile."""
WALKS: Final[vec[i64]] = vec[i64]([step for around in range(EVERY_SIDE + 1) for step in _steps(around, True)])
"""The same, with those over open ground."""
LOOSE: Final[vec[u8]] = vec[u8]([int(HUGS[around * WAYS] != 0) for around in range(EVERY_SIDE + 1)])
"""F5.4 Whether two open edges lie side by side, with a tile to slide along."""

# Every action is one number: the base of its kind plus the cell or colour it concerns.
SHOW: Final = 0
"""A flipped tile shows the colour SHOW + colour."""
FLIP: Final = SHOW + COLOURS
"""A seat flips the tile on FLIP + cell; before the first turn chance does."""
SLIDE: Final = FLIP + CELLS
"""A seat picks up the tile on SLIDE + cell."""
TO: Final = SLIDE + CELLS
"""The tile that was picked up slides to TO + cell."""
PLACE: Final = TO + CELLS
"""A seat adds its player tile on PLACE + cell."""
JUMP: Final = PLACE + CELLS
"""The player tile jumps to JUMP + cell."""
PASS: Final = JUMP + CELLS
"""There is nothing to flip and nothing to slide."""
ACTIONS: Final = PASS + 1
