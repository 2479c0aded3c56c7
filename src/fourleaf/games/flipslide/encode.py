"""What a seat sees of Flip & Slide as numbers for a learner, and the numbers by which it answers.

The plane has no border, so a patch is no picture of a fixed size: it is the list of its tiles, in the order of their
cells, and each tile says where it lies from the viewer's rabbit. A cell without a tile is named by a tile beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from fourleaf.engine.bits import has
from fourleaf.engine.layout import Layout, Part
from fourleaf.engine.tensor import ONE, bits_of_float, flag, one_of, seen_from, share, shares
from fourleaf.games.flipslide.board import (
    ACTIONS_A_TURN,
    CELLS,
    CLOVER,
    COLOURS,
    DIRECTIONS,
    FLIP,
    HALF,
    LEAVES,
    MIDDLE,
    MOST_COPIES,
    MOST_SEATS,
    NONE,
    OPPOSITE,
    PASS,
    RABBIT,
    RED,
    TO,
    WIDTH,
    beside,
    offset,
)

if TYPE_CHECKING:
    from fourleaf.games.flipslide.rules import FlipSlide

VERSION: Final = 1
PHASES: Final = 8
QUIET: Final = 250
"""A little more than the longest quiet that an option allows."""
STEPS: Final = 8
"""Of this many steps a slide limit is a share."""

PLACE_ON_AN_AXIS: Final[vec[i32]] = vec[i32]([bits_of_float(step / HALF) for step in range(-HALF, HALF)])
"""The bits of each coordinate that a cell can have from another one."""
QUIETS: Final[vec[i32]] = shares(QUIET)
LIMITS: Final[vec[i32]] = shares(STEPS)
COPIES: Final[vec[i32]] = shares(MOST_COPIES)

TILES: Final[vec[i64]] = vec[i64](
    [0] + [COLOURS * int(LEAVES[seats - 1]) + seats for seats in range(1, MOST_SEATS + 1)]
)
"""How many tiles a patch has in the end, player tiles included, by the number of seats."""
MARKS: Final = 4


def observation(seats: int) -> Layout:
    """What each number of `encoded` means; seats are counted from the viewer, who comes first."""
    tiles = int(TILES[seats])
    return Layout(
        (
            Part("phase", (PHASES,), "what happens next, in the order of a game"),
            Part("turn", (seats,), "whose turn it is"),
            Part("action", (1,), "how much of the turn is over"),
            Part("options", (4,), "red contact only, the acting seat alone wins, the slide limit, the quiet limit"),
            Part("quiet", (1,), f"the actions since the last flip, as a share of {QUIET}"),
            Part("hidden", (COLOURS,), "the copies of each colour that are not face up"),
            Part("winner", (seats,), "who has won"),
            Part(
                "where",
                (tiles, 2),
                "where each tile lies, as q and r from the viewer's rabbit, or from the middle before it is placed",
                -1.0,
            ),
            Part("what", (tiles, COLOURS + 1 + seats), "what each tile is: a colour, a clover, the rabbit of a seat"),
            Part("marks", (tiles, MARKS), "whether each tile is in hand, was slid in this turn, is closed, lies here"),
            Part("previous", (2,), "alone: where the rabbit may not jump back to, as q and r from it", -1.0),
        ),
        VERSION,
    )


def decisions(seats: int) -> Layout:
    """What each number of `decision` means."""
    tiles = int(TILES[seats])
    return Layout(
        (
            Part("tile", (tiles,), "flip this tile if it is a clover, and pick it up if it is not"),
            Part(
                "beside",
                (tiles, DIRECTIONS),
                "the empty cell on this side of this tile: place the rabbit there, slide there, or jump there; "
                "of several tiles that it lies beside, the first names it",
            ),
            Part("pass", (1,), "there is nothing to flip and nothing to slide"),
        ),
        VERSION,
    )


def decision(patch: FlipSlide, action: i64) -> i64:
    """The number by which a learner names one of its actions."""
    tiles = TILES[patch.seats]
    if action == PASS:
        return tiles + tiles * DIRECTIONS
    cell = (action - FLIP) % CELLS
    if action < TO:
        return _place_of(patch, cell)
    # Of the tiles beside the cell the one with the lowest number comes first in the list.
    around = i64(patch.around[cell])
    nearest: i64 = CELLS
    side: i64 = 0
    for direction in range(DIRECTIONS):
        if has(around, direction):
            near = beside(cell, direction)
            if near < nearest:
                nearest = near
                side = (direction + OPPOSITE) % DIRECTIONS
    return tiles + _place_of(patch, nearest) * DIRECTIONS + side


def _place_of(patch: FlipSlide, cell: i64) -> i64:
    """The place of the tile on a cell in the list of tiles."""
    low: i64 = 0
    high: i64 = len(patch.tiles) - 1
    while low < high:
        middle = (low + high) // 2
        if patch.tiles[middle] < cell:
            low = middle + 1
        else:
            high = middle
    return low


def encoded(patch: FlipSlide, seat: i64, out: vec[i32], at: i64) -> i64:
    """Write what a seat sees into zeros; the place after it."""
    seats = patch.seats
    at = one_of(out, at, PHASES, patch.phase)
    at = one_of(out, at, seats, seen_from(seat, patch.turn, seats))
    at = flag(out, at, patch.action == ACTIONS_A_TURN[seats - 1])
    at = flag(out, at, patch.red_only)
    at = flag(out, at, patch.active_only)
    at = share(out, at, LIMITS, patch.slide_limit)
    at = share(out, at, QUIETS, patch.quiet_limit)
    at = share(out, at, QUIETS, patch.quiet)
    for colour in range(COLOURS):
        at = share(out, at, COPIES, patch.pool[colour])
    at = one_of(out, at, seats, seen_from(seat, patch.winner, seats))
    return _tiles(patch, seat, out, at)


def _tiles(patch: FlipSlide, seat: i64, out: vec[i32], at: i64) -> i64:
    seats = patch.seats
    home = patch.rabbits[seat] if patch.rabbits[seat] != NONE else MIDDLE
    width = COLOURS + 1 + seats
    tiles = TILES[seats]
    what = at + tiles * 2
    marks = what + tiles * width
    for place in range(len(patch.tiles)):
        cell = patch.tiles[place]
        from_home = offset(home, cell)
        out[at] = PLACE_ON_AN_AXIS[from_home // WIDTH]
        out[at + 1] = PLACE_ON_AN_AXIS[from_home % WIDTH]
        kind = i64(patch.what[cell])
        if kind > CLOVER:
            kind = RABBIT + seen_from(seat, kind - RABBIT, seats)
        out[what + kind - RED] = ONE
        out[marks + MARKS - 1] = ONE
        if cell == patch.held:
            out[marks] = ONE
        if cell == patch.slid or cell == patch.slid_too:
            out[marks + 1] = ONE
        if cell == patch.closed or cell == patch.closed_too:
            out[marks + 2] = ONE
        at += 2
        what += width
        marks += MARKS
    left = tiles - len(patch.tiles)
    marks += left * MARKS
    if patch.previous != NONE:
        from_home = offset(home, patch.previous)
        out[marks] = PLACE_ON_AN_AXIS[from_home // WIDTH]
        out[marks + 1] = PLACE_ON_AN_AXIS[from_home % WIDTH]
    return marks + 2
