"""The printed matter of Flip & Slide: the grid, the tiles, the starting patch, as numbers made from board.toml.

The grid has no border, but a patch of 32 tiles spans at most 32 cells. So the plane is wound up: cell (q, r) has the
number 64 q + r + 2080, counted round a ring of 4096. Neighbours stay a fixed step apart, no two cells near one patch
share a number, and a patch may drift as far as it likes. A number names the cell with q and r from -32 to 31, and in
that window ascending numbers are ascending (q, r).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from fourleaf.engine.bits import bit, has, lowest
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


NO_CELLS: Final[vec[i64]] = vec[i64]()
FAR: Final = 99
"""More breaks than any chain has."""

STRIP: Final = 32
"""Cells whose bits fit into one whole number."""
STRIPS: Final = CELLS // STRIP


def ascending(base: i64, cells: vec[i64]) -> vec[i32]:
    """The action `base` + cell for each of these cells, once; below zero is no cell."""
    # FAST: one bit a cell puts them in order and drops doubles.
    strips = vec[i64]([0] * STRIPS)
    count: i64 = 0
    first: i64 = STRIPS
    last: i64 = NONE
    for cell in cells:
        if cell >= 0:
            here = bit(cell % STRIP)
            strip = cell // STRIP
            first = min(first, strip)
            last = max(last, strip)
            if strips[strip] & here == 0:
                strips[strip] |= here
                count += 1
    actions = vec[i32]([0] * count)
    place: i64 = 0
    for strip in range(first, last + 1):
        left = strips[strip]
        while left != 0:
            actions[place] = i32(base + strip * STRIP + lowest(left))
            left &= left - 1
            place += 1
    return actions


# Ways over the table


def reach(around: vec[u8], start: i64, limit: i64, most: i64) -> vec[i64]:
    """Every cell that a tile can slide to from `start`, nearest first and beginning with it; NONE fills `most` places.

    Each is the cell plus CELLS times the place in this list of the cell before it on a shortest walk.
    """
    # FAST: F5.7 Without a limit it is enough to slide along tiles.
    steps = HUGS if limit == 0 else WALKS
    reached = vec[i64]([NONE] * most)
    seen = BARE[:]
    reached[0] = start
    seen[start] = 1
    count: i64 = 1
    done: i64 = 0
    while done < count:
        cell = reached[done] & LAST_CELL
        far = i64(seen[cell])
        # F5.5 The number of steps is free. F9.2 Unless it is limited.
        if limit > 0 and far > limit:
            break
        way = i64(around[cell]) * WAYS
        while steps[way] != 0:
            near = (cell + steps[way]) & LAST_CELL
            # F5.3 Every cell on the way touches another tile. F5.6 Holes are cells like others.
            if seen[near] == 0 and around[near] != 0:
                seen[near] = u8(far + 1)
                reached[count] = done * CELLS + near
                count += 1
            way += 1
        done += 1
    return reached


def bridges(tiles: vec[i64], around: vec[u8]) -> vec[u8]:
    """A mark on every tile without which the others would not be one group."""
    # FAST: one walk over the patch finds them all (Hopcroft and Tarjan): a tile is a bridge to those that the walk met
    # behind it if none of them touches a tile that was met earlier. The first tile is one if two walks begin there.
    marks = BARE[:]
    met = BARE[:]
    path = tiles[:]
    sides = vec[i64]([0] * len(tiles))
    earliest = vec[i64]([1] * len(tiles))
    met[path[0]] = 1
    count: i64 = 1
    depth: i64 = 0
    beginnings: i64 = 0
    while depth >= 0:
        side = sides[depth]
        sides[depth] += 1
        near = beside(path[depth], side % DIRECTIONS)
        if side == DIRECTIONS:
            depth -= 1
            if depth > 0 and earliest[depth + 1] >= i64(met[path[depth]]):
                marks[path[depth]] = 1
            if depth >= 0:
                earliest[depth] = min(earliest[depth], earliest[depth + 1])
            if depth == 0:
                beginnings += 1
        elif has(i64(around[path[depth]]), side):
            if met[near] != 0:
                earliest[depth] = min(earliest[depth], i64(met[near]))
            else:
                count += 1
                depth += 1
                met[near] = u8(count)
                path[depth] = near
                sides[depth] = 0
                earliest[depth] = count
    if beginnings > 1:
        marks[path[0]] = 1
    return marks


# Rainbows


def rainbow_tiles(what: vec[u8], tiles: vec[i64]) -> vec[i64]:
    """Every tile that is part of a rainbow, MOST_COPIES places a colour, NONE between; empty without a rainbow."""
    # F6.1 Seven face-up tiles, one of each colour, each touching the next.
    chains = vec[i64]([NONE] * (COLOURS * MOST_COPIES))
    count: i64 = 0
    for cell in tiles:
        if what[cell] == RED:
            chains[count] = cell
            count += 1
    for colour in range(1, COLOURS):
        if _go_on(what, chains, colour) == 0:
            return NO_CELLS
    for colour in range(COLOURS - 1, 0, -1):
        _drop_dead_ends(chains, colour)
    return chains


def _go_on(what: vec[u8], chains: vec[i64], colour: i64) -> i64:
    """Write down the tiles of a colour that touch a chain up to the colour before; how many there are."""
    first = colour * MOST_COPIES
    count: i64 = 0
    for place in range(first - MOST_COPIES, first):
        cell = chains[place]
        if cell == NONE:
            break
        for direction in range(DIRECTIONS):
            near = beside(cell, direction)
            if what[near] == RED + colour:
                known: i64 = 0
                while known < count and chains[first + known] != near:
                    known += 1
                if known == count:
                    chains[first + count] = near
                    count += 1
    return count


def _drop_dead_ends(chains: vec[i64], colour: i64) -> None:
    """Strike out the tiles of the colour before that touch no tile of this one in the chains."""
    first = colour * MOST_COPIES
    for place in range(first - MOST_COPIES, first):
        goes_on = False
        for after in range(first, first + MOST_COPIES):
            if chains[place] != NONE and chains[after] != NONE and touch(chains[place], chains[after]):
                goes_on = True
        if not goes_on:
            chains[place] = NONE


HIDDEN_COLOUR: Final = 1
"""What it costs a chain, beside the contacts, that a colour is not up yet."""
COPIES: Final = MOST_COPIES + 1
"""The copies that a chain can choose from: the face-up tiles of a colour, and last one that is still hidden."""


def fewest_breaks(what: vec[u8], tiles: vec[i64], homes: vec[i64], red_only: bool) -> vec[i64]:
    """For each player tile how many contacts and colours its best chain from red to violet lacks; 0 is connected."""
    copies = _copies(what, tiles)
    up = _breaks_up_to(copies, 0, 1)
    down = _breaks_up_to(copies, COLOURS - 1, NONE)
    best: i64 = FAR
    for place in range(COLOURS * COPIES - COPIES, COLOURS * COPIES):
        best = min(best, up[place])
    breaks = vec[i64]([best + 1] * len(homes))
    for place in range(COPIES if red_only else COLOURS * COPIES):
        if copies[place] != NONE:
            for seat in range(len(homes)):
                if touch(copies[place], homes[seat]):
                    breaks[seat] = min(breaks[seat], up[place] + down[place])
    return breaks


def finishers(what: vec[u8], tiles: vec[i64]) -> i64:
    """The colours, as the set of RED + colour, of which one tile in its place would make a whole chain."""
    copies = _copies(what, tiles)
    up = _breaks_up_to(copies, 0, 1)
    down = _breaks_up_to(copies, COLOURS - 1, NONE)
    found: i64 = 0
    for colour in range(COLOURS):
        if _is_whole(up, colour - 1) and _is_whole(down, colour + 1):
            found |= bit(RED + colour)
    return found


def _is_whole(breaks: vec[i64], colour: i64) -> bool:
    """Whether a chain that ends with this colour has no breaks; before red and behind violet none is needed."""
    if colour < 0 or colour == COLOURS:
        return True
    for place in range(colour * COPIES, colour * COPIES + COPIES):
        if breaks[place] == 0:
            return True
    return False


def _copies(what: vec[u8], tiles: vec[i64]) -> vec[i64]:
    """The cells of the face-up tiles, COPIES places a colour."""
    copies = vec[i64]([NONE] * (COLOURS * COPIES))
    for cell in tiles:
        if what[cell] < CLOVER:
            place = (i64(what[cell]) - RED) * COPIES
            while copies[place] != NONE:
                place += 1
            copies[place] = cell
    return copies


def _breaks_up_to(copies: vec[i64], first: i64, step: i64) -> vec[i64]:
    """The breaks of the best chain from the first colour to each copy, colour by colour in steps of 1 or -1."""
    breaks = vec[i64]([FAR] * (COLOURS * COPIES))
    colour = first
    while colour >= 0 and colour < COLOURS:
        for place in range(colour * COPIES, colour * COPIES + COPIES):
            hidden = place % COPIES == MOST_COPIES
            if copies[place] != NONE or hidden:
                best: i64 = 0 if colour == first else FAR
                before = (colour - step) * COPIES
                if colour != first:
                    for earlier in range(before, before + COPIES):
                        if breaks[earlier] < best:
                            best = min(best, breaks[earlier] + _gap(copies[earlier], copies[place]))
                breaks[place] = best + (HIDDEN_COLOUR if hidden else 0)
        colour += step
    return breaks


def _gap(one: i64, other: i64) -> i64:
    return 0 if one != NONE and other != NONE and touch(one, other) else 1
