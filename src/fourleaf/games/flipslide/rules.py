"""The game itself: what may be flipped and slid, where a sliding tile can go, and when a rainbow is whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from fourleaf.engine.bits import bit, has, lowest
from fourleaf.engine.state import CHANCE, OVER, State
from fourleaf.games.flipslide.board import (
    ACTIONS_A_TURN,
    ARCS,
    BARE,
    CELLS,
    CLOVER,
    COLOURS,
    DIRECTIONS,
    EMPTY,
    EVERY_SIDE,
    FLIP,
    HUGS,
    JUMP,
    LAST_CELL,
    LEAVES,
    LOOSE,
    MOST_COPIES,
    NONE,
    OPPOSITE,
    PASS,
    PLACE,
    RABBIT,
    RED,
    SHOW,
    SLIDE,
    TO,
    TURNED_UP,
    WALKS,
    WAYS,
    beside,
    patch_of,
    touch,
)
from fourleaf.games.flipslide.encode import decision, encoded
from fourleaf.games.flipslide.imagine import imagined

# What happens next, in the order of a game.
TURN_UP: Final = 0
SHOW_TURNED: Final = 1
PLACE_RABBIT: Final = 2
ACT: Final = 3
SLIDE_TO: Final = 4
SHOW_FLIPPED: Final = 5
JUMP_ON: Final = 6
FINISHED: Final = 7

USUAL_QUIET_LIMIT: Final = 120
NO_CELLS: Final[vec[i64]] = vec[i64]()
STRIP: Final = 32
"""Cells whose bits fit into one whole number."""
STRIPS: Final = CELLS // STRIP


@final
class FlipSlide(State):
    """One position: the patch, and what of the last moves still matters; nobody knows what is under a clover."""

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.red_only: bool = False
        """F9.1 Only the red tile of a rainbow connects."""
        self.slide_limit: i64 = 0
        """F9.2 The most steps of a slide; 0 for any number."""
        self.active_only: bool = False
        """Only the acting seat can win: F6.5 is switched off."""
        self.quiet_limit: i64 = USUAL_QUIET_LIMIT
        self.phase: i64 = PLACE_RABBIT if TURNED_UP[seats - 1] == 0 else TURN_UP
        self.turn: i64 = 0
        self.action: i64 = 1
        """Which action of the turn is next or under way."""
        self.what: vec[u8] = BARE
        """What lies on each cell."""
        self.tiles: vec[i64] = NO_CELLS
        """FAST: the cells on which a tile lies, ascending."""
        self.around: vec[u8] = BARE
        """FAST: for each cell the set of directions in which a tile lies; a tile that was picked up lies nowhere."""
        self.holes: i64 = 1
        """FAST: how many holes the patch has. An empty table counts one too many, which the first tile fills."""
        self.clovers: i64 = 0
        """FAST: how many tiles are face down."""
        self.pool = vec[i64]([LEAVES[seats - 1]] * COLOURS)
        """FAST: the copies of each colour that are not face up."""
        self.rabbits = vec[i64]([NONE] * seats)
        """FAST: the cell of each seat's player tile."""
        self.held: i64 = NONE
        """The cell of the tile that was picked up, or that is being turned over."""
        self.slid: i64 = NONE
        self.slid_too: i64 = NONE
        """F5.8 The rainbow tiles that were slid in this turn, where they lie now."""
        self.closed: i64 = NONE
        self.closed_too: i64 = NONE
        """F5.8 Those that the seat before slid in its turn."""
        self.previous: i64 = NONE
        """F8.6 Alone: where the player tile stood before its latest move."""
        self.quiet: i64 = 0
        """F7.1 Actions since the last flip."""
        self.winner: i64 = NONE

    def clone(self) -> FlipSlide:
        twin = FlipSlide(self.seats)
        twin.red_only = self.red_only
        twin.slide_limit = self.slide_limit
        twin.active_only = self.active_only
        twin.quiet_limit = self.quiet_limit
        twin.phase = self.phase
        twin.turn = self.turn
        twin.action = self.action
        twin.what = self.what[:]
        twin.tiles = self.tiles[:]
        twin.around = self.around[:]
        twin.holes = self.holes
        twin.clovers = self.clovers
        twin.pool = self.pool[:]
        twin.rabbits = self.rabbits[:]
        twin.held = self.held
        twin.slid = self.slid
        twin.slid_too = self.slid_too
        twin.closed = self.closed
        twin.closed_too = self.closed_too
        twin.previous = self.previous
        twin.quiet = self.quiet
        twin.winner = self.winner
        return twin

    def actor(self) -> i64:
        if self.phase == FINISHED:
            return OVER
        if self.phase == TURN_UP or self.phase == SHOW_TURNED or self.phase == SHOW_FLIPPED:
            return CHANCE
        return self.turn

    # What may happen

    def legal(self) -> vec[i32]:
        if self.phase == ACT:
            return self._flips_and_slides()
        if self.phase == SLIDE_TO:
            return ascending(TO, self._destinations())
        if self.phase == SHOW_FLIPPED or self.phase == SHOW_TURNED:
            return self._colours_in_pool()
        if self.phase == JUMP_ON:
            return ascending(JUMP, self._landings())
        if self.phase == PLACE_RABBIT:
            return ascending(PLACE, self._cells_beside_rainbow_tiles())
        if self.phase == TURN_UP:
            return self._face_down()
        return vec[i32]()

    def odds(self) -> vec[i32]:
        if self.phase == TURN_UP:
            # F2.3 Every tile is as likely as another, inside ones too.
            return vec[i32]([1] * self.clovers)
        # F2.3 A colour comes up by the copies of it that are not face up.
        odds = self._colours_in_pool()
        for place in range(len(odds)):
            odds[place] = i32(self.pool[i64(odds[place]) - SHOW])
        return odds

    def draw(self, rng: Random) -> i64:
        # FAST: the same odds without writing them down.
        if self.phase == TURN_UP:
            return i64(self._face_down()[rng.randrange(self.clovers)])
        left: i64 = 0
        for copies in self.pool:
            left += copies
        left = rng.randrange(left)
        colour: i64 = 0
        while left >= self.pool[colour]:
            left -= self.pool[colour]
            colour += 1
        return SHOW + colour

    def _flips_and_slides(self) -> vec[i32]:
        # FAST: where there are holes the bridges are looked for once and not tile by tile.
        marks = BARE if self.holes == 0 else bridges(self.tiles, self.around)
        flips: i64 = 0
        slides: i64 = 0
        count: i64 = 0
        for place in range(len(self.tiles)):
            cell = self.tiles[place]
            if self.what[cell] == CLOVER:
                if self.can_flip(cell):
                    flips |= bit(place)
                    count += 1
            elif self._is_free(cell) and marks[cell] == 0 and (self.holes > 0 or ARCS[i64(self.around[cell])] == 1):
                slides |= bit(place)
                count += 1
        if count == 0:
            # F3.2 There is no other pass. F3.5 Without a flip and without a slide the action is lost.
            return vec[i32]([PASS])
        actions = vec[i32]([0] * count)
        count = 0
        for place in range(len(self.tiles)):
            if has(flips, place):
                actions[count] = i32(FLIP + self.tiles[place])
                count += 1
        for place in range(len(self.tiles)):
            if has(slides, place):
                actions[count] = i32(SLIDE + self.tiles[place])
                count += 1
        return actions

    def _colours_in_pool(self) -> vec[i32]:
        kinds: i64 = 0
        for copies in self.pool:
            if copies > 0:
                kinds += 1
        colours = vec[i32]([0] * kinds)
        place: i64 = 0
        for colour in range(COLOURS):
            if self.pool[colour] > 0:
                colours[place] = i32(SHOW + colour)
                place += 1
        return colours

    def _face_down(self) -> vec[i32]:
        actions = vec[i32]([0] * self.clovers)
        place: i64 = 0
        for cell in self.tiles:
            if self.what[cell] == CLOVER:
                actions[place] = i32(FLIP + cell)
                place += 1
        return actions

    def _cells_beside_rainbow_tiles(self) -> vec[i64]:
        # F2.4 Any empty cell beside a rainbow tile; another player tile alone is not enough.
        cells = vec[i64]([NONE] * (len(self.tiles) * DIRECTIONS))
        place: i64 = 0
        for cell in self.tiles:
            if self.what[cell] < RABBIT:
                for direction in range(DIRECTIONS):
                    near = beside(cell, direction)
                    if self.what[near] == EMPTY:
                        cells[place] = near
                        place += 1
        return cells

    # Flips and slides

    def can_flip(self, cell: i64) -> bool:
        """Whether the tile on a cell is face down on the rim."""
        # F4.1 One open edge is enough, also on a hole. F4.2 A face-up tile never goes back.
        return self.what[cell] == CLOVER and self.around[cell] != EVERY_SIDE

    def can_slide(self, cell: i64) -> bool:
        """Whether the acting seat may pick up the tile on a cell."""
        return self._is_free(cell) and not self.is_bridge(cell)

    def _is_free(self, cell: i64) -> bool:
        return self.is_loose(cell) and self.may_be_slid(cell) and not self.is_closed(cell)

    def may_be_slid(self, cell: i64) -> bool:
        """Whether a tile of this kind is the acting seat's to slide."""
        # F5.1 Face-up rainbow tiles and the own player tile; neither clovers nor the others' player tiles.
        what = self.what[cell]
        return what == RABBIT + self.turn or (what >= RED and what < CLOVER)

    def is_closed(self, cell: i64) -> bool:
        """Whether the seat before slid this tile in its turn."""
        # F5.8 No takesies-backsies.
        return cell == self.closed or cell == self.closed_too

    def is_loose(self, cell: i64) -> bool:
        """Whether a tile on this cell has two open edges side by side."""
        # F5.4 Then, and only then, a first step is possible, so that there is a destination.
        return LOOSE[i64(self.around[cell])] != 0

    def is_bridge(self, cell: i64) -> bool:
        """Whether the patch would fall apart without the tile on this cell."""
        # F5.2 It may not slide then. F8.5 Nor jump.
        if ARCS[i64(self.around[cell])] <= 1:
            return False
        # FAST: only round a hole can two runs of neighbours be joined elsewhere.
        return self.holes == 0 or bridges(self.tiles, self.around)[cell] != 0

    def walks(self) -> vec[i64]:
        """Every cell that the tile in hand can reach, nearest first and beginning with its own, as `reach` says."""
        # F5.3 The cell that the tile left counts as empty: `around` knows it no more.
        return reach(self.around, self.held, self.slide_limit, 2 * len(self.tiles) + WAYS)

    def _destinations(self) -> vec[i64]:
        cells = self.walks()
        # F5.5 A slide leads to a new position.
        cells[0] = NONE
        for place in range(1, len(cells)):
            if cells[place] == NONE:
                break
            cells[place] &= LAST_CELL
        return cells

    # The jump

    def landing(self, start: i64, direction: i64, left: i64) -> i64:
        """Where a jump from a cell in a direction ends when nothing lies on the cell `left`; NONE without a tile."""
        # F8.4 Over the whole unbroken run of tiles, onto the first empty cell behind it.
        cell = beside(start, direction)
        run: i64 = 0
        while self.what[cell] != EMPTY and cell != left:
            cell = beside(cell, direction)
            run += 1
        return cell if run > 0 else NONE

    def _landings(self) -> vec[i64]:
        cells = vec[i64]([NONE] * DIRECTIONS)
        home = self.rabbits[self.turn]
        # F8.5 The tile may not jump away from tiles that hang on it alone.
        if not self.is_bridge(home):
            for direction in range(DIRECTIONS):
                cell = self.landing(home, direction, home)
                # F8.6 Not back to where it stood before its latest move.
                if cell != self.previous:
                    cells[direction] = cell
        return cells

    def can_jump(self) -> bool:
        """Whether the player tile has a jump."""
        for cell in self._landings():
            if cell != NONE:
                return True
        return False

    # What happens

    def apply(self, action: i64) -> None:
        if self.phase == SLIDE_TO:
            self._slide_to(action - TO)
        elif self.phase == ACT:
            self._act(action)
        elif self.phase == SHOW_FLIPPED:
            # F4.3 The colour is drawn now and seen by all.
            self._show(action - SHOW)
            # F7.1 A flip ends the quiet.
            self.quiet = 0
            self._after()
        elif self.phase == JUMP_ON:
            # F8.3 The jump is the second step of every turn.
            self._leave(self.rabbits[self.turn])
            self._set_down(self.rabbits[self.turn], action - JUMP)
            if not self._is_decided():
                self._end_turn()
        elif self.phase == PLACE_RABBIT:
            self._place(action - PLACE)
        elif self.phase == TURN_UP:
            self.held = action - FLIP
            self.phase = SHOW_TURNED
        else:
            self._show(action - SHOW)
            # F2.3 Four tiles are turned up; F6.7 which cannot make a rainbow.
            self.phase = TURN_UP if self.face_up() < TURNED_UP[self.seats - 1] else PLACE_RABBIT

    def _show(self, colour: i64) -> None:
        self.what[self.held] = u8(RED + colour)
        self.pool[colour] -= 1
        self.clovers -= 1
        self.held = NONE

    def _place(self, cell: i64) -> None:
        # F2.4 Each seat in turn adds its tile. F2.5 Seat 0 is the first to place and to play.
        self.lay(cell, RABBIT + self.turn)
        self.turn += 1
        if self.turn == self.seats:
            self.turn = 0
            self.phase = ACT

    def _act(self, action: i64) -> None:
        if action == PASS:
            self._count_quiet()
            self._after()
        elif action < SLIDE:
            self.held = action - FLIP
            self.phase = SHOW_FLIPPED
        else:
            self.held = action - SLIDE
            self._leave(self.held)
            self.phase = SLIDE_TO

    def _slide_to(self, cell: i64) -> None:
        start = self.held
        self.held = NONE
        self._set_down(start, cell)
        if self.what[cell] < RABBIT:
            self._note_slide(start, cell)
        self._count_quiet()
        self._after()

    def _note_slide(self, start: i64, cell: i64) -> None:
        # F5.9 A tile that is slid twice is noted once, where it lies now.
        if self.slid == NONE or self.slid == start:
            self.slid = cell
        else:
            self.slid_too = cell

    def _count_quiet(self) -> None:
        # F7.1 A slide or a lost action adds to the quiet.
        self.quiet += 1

    def _after(self) -> None:
        """Look at the position that an action leaves."""
        # F3.3 F8.8 A win ends the game at once.
        if self._is_decided():
            return
        if self.seats == 1:
            # F8.2 The second step is a jump. F8.7 Without one the game is lost.
            if self.can_jump():
                self.phase = JUMP_ON
            else:
                self._finish(NONE)
        elif self.action < ACTIONS_A_TURN[self.seats - 1]:
            # F3.1 A turn has two actions, each a flip or a slide. F3.4 The second may slide what the first flipped.
            self.action += 1
            self.phase = ACT
        else:
            self._end_turn()

    def _is_decided(self) -> bool:
        """End the game if somebody has won it, or if the last clover was flipped alone."""
        winner = self._connected_seat()
        # F8.8 Alone, a rainbow counts only while a tile is still face down.
        last_flipped = self.seats == 1 and self.clovers == 0
        if last_flipped:
            winner = NONE
        if winner != NONE or last_flipped:
            self._finish(winner)
            return True
        return False

    def _end_turn(self) -> None:
        # F5.8 What this seat slid is closed to the next one, for that turn. F8.2 Alone nothing is ever closed.
        if self.seats > 1:
            self.closed = self.slid
            self.closed_too = self.slid_too
        self.slid = NONE
        self.slid_too = NONE
        self.turn = (self.turn + 1) % self.seats
        self.action = 1
        self.phase = ACT
        # F7.2 Too long a quiet at the end of a turn ends the game without a winner.
        if self.quiet >= self.quiet_limit:
            self._finish(NONE)

    def _finish(self, winner: i64) -> None:
        self.winner = winner
        self.turn = 0
        self.action = 1
        self.slid = NONE
        self.slid_too = NONE
        self.closed = NONE
        self.closed_too = NONE
        self.previous = NONE
        self.phase = FINISHED

    # Tiles on the table

    def lay(self, cell: i64, what: i64) -> None:
        """Add a tile to the table."""
        self.what[cell] = u8(what)
        self._enter(cell)
        tiles = vec[i64]([CELLS] * (len(self.tiles) + 1))
        for place in range(len(self.tiles)):
            tiles[place] = self.tiles[place]
        self.tiles = tiles
        self._keep_order(CELLS, cell)
        if what == CLOVER:
            self.clovers += 1
        elif what < CLOVER:
            self.pool[what - RED] -= 1
        else:
            self.rabbits[what - RABBIT] = cell

    def _set_down(self, start: i64, cell: i64) -> None:
        """Set a tile that has left its cell down on another one."""
        what = self.what[start]
        self.what[start] = EMPTY
        self.what[cell] = what
        self._enter(cell)
        self._keep_order(start, cell)
        if what >= RABBIT:
            self.rabbits[i64(what) - RABBIT] = cell
            # F8.6 Its previous position is where it stood before this move.
            if self.seats == 1:
                self.previous = start

    def _enter(self, cell: i64) -> None:
        # FAST: a tile that joins several runs of neighbours closes a hole between each two; one that fills a hole
        # joins none and takes one away.
        self.holes += ARCS[i64(self.around[cell])] - 1
        for direction in range(DIRECTIONS):
            self.around[beside(cell, direction)] |= u8(bit((direction + OPPOSITE) % DIRECTIONS))

    def _leave(self, cell: i64) -> None:
        self.holes -= ARCS[i64(self.around[cell])] - 1
        for direction in range(DIRECTIONS):
            self.around[beside(cell, direction)] ^= u8(bit((direction + OPPOSITE) % DIRECTIONS))

    def _keep_order(self, start: i64, cell: i64) -> None:
        """Write `cell` for `start` in the ascending list of tiles."""
        place: i64 = 0
        while self.tiles[place] != start:
            place += 1
        while place + 1 < len(self.tiles) and self.tiles[place + 1] < cell:
            self.tiles[place] = self.tiles[place + 1]
            place += 1
        while place > 0 and self.tiles[place - 1] > cell:
            self.tiles[place] = self.tiles[place - 1]
            place -= 1
        self.tiles[place] = cell

    def face_up(self) -> i64:
        """How many rainbow tiles are face up."""
        up: i64 = 0
        for copies in self.pool:
            up += LEAVES[self.seats - 1] - copies
        return up

    # The rainbow

    def _connected_seat(self) -> i64:
        """The seat that a rainbow wins the game for, or NONE."""
        rainbow = rainbow_tiles(self.what, self.tiles)
        # F6.4 The acting seat comes first, whoever else is connected; F6.6 whatever it moved.
        # F6.5 Then the others in turn order, unless only the acting seat can win.
        for after in range(1 if self.active_only else self.seats):
            seat = (self.turn + after) % self.seats
            if self._touches(seat, rainbow):
                return seat
        return NONE

    def is_connected(self, seat: i64) -> bool:
        """Whether a seat's player tile touches a rainbow as the options ask."""
        return self._touches(seat, rainbow_tiles(self.what, self.tiles))

    def _touches(self, seat: i64, rainbow: vec[i64]) -> bool:
        # F6.2 Any tile of a rainbow will do. F9.1 Or only its red one.
        # F6.3 A player tile that is shut in is connected all the same.
        for place in range(min(len(rainbow), MOST_COPIES) if self.red_only else len(rainbow)):
            if rainbow[place] != NONE and touch(self.rabbits[seat], rainbow[place]):
                return True
        return False

    # Knowledge

    def glimpse(self, action: i64, seat: i64) -> i64:
        # Everything lies open: a clover's colour is drawn only when it is flipped.
        return action

    def imagine(self, seat: i64, rng: Random) -> FlipSlide:
        return imagined(self, seat, rng)

    def encode(self, seat: i64, out: vec[i32], at: i64 = 0) -> i64:
        return encoded(self, seat, out, at)

    def decision(self, action: i64) -> i64:
        return decision(self, action)

    # The end

    def scores(self) -> vec[i64]:
        points = vec[i64]([0] * self.seats)
        if self.winner != NONE:
            points[self.winner] = 1
        return points

    def ranks(self) -> vec[i64]:
        ranks = vec[i64]([0] * self.seats)
        for seat in range(self.seats):
            # F7.2 A draw puts all seats first; F8.7 alone the game is lost.
            if seat != self.winner and (self.winner != NONE or self.seats == 1):
                ranks[seat] = 1
        return ranks


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


# The table before the first action


def begin(seats: int, options: Mapping[str, object]) -> FlipSlide:
    """F2.1 F2.2 The patch lies clover side up; F8.1 alone two leaves of it."""
    state = bare(seats, options)
    for cell in patch_of(seats):
        state.lay(cell, CLOVER)
    return state


def bare(seats: int, options: Mapping[str, object]) -> FlipSlide:
    """A table without tiles, with these options."""
    state = FlipSlide(seats)
    state.red_only = options.get("win_contact") == "red"
    state.active_only = options.get("gift") == "active_only"
    limit, quiet = options.get("slide_limit", 0), options.get("quiet_limit", USUAL_QUIET_LIMIT)
    assert isinstance(limit, int)
    assert isinstance(quiet, int)
    state.slide_limit = limit
    state.quiet_limit = quiet
    state.what = BARE[:]
    state.around = BARE[:]
    return state
