"""The printed matter of Alarún: cards, numbers, and the square of cards with its cells, its lines and its potions.

Everything is an index: an ingredient 0..6, a colour 0..6, a kind of card 0..49 (the last one is Centum auri), a cell
0..80 of the 9 × 9 cells around the apprentice, in reading order.
"""

from __future__ import annotations

from typing import Final, final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64, u8

from fourleaf.engine.bits import bit, count, lowest, shifted
from fourleaf.engine.box import open_box
from fourleaf.games.alarun.box import Box

BOX: Final = open_box(__package__, Box)

# How many there are of a kind shapes the action numbers, and a literal costs nothing at run time; what they are and
# what they bring is read from the box.
INGREDIENTS: Final = 7
COLOURS: Final = 7
AURI: Final = INGREDIENTS * COLOURS
"""Centum auri, the last kind of card."""
KINDS: Final = AURI + 1
HAND: Final = 3
"""How many cards a hand has, and the centre and a reserve too."""
SIDE: Final = 5
"""How many cells a finished square is wide and high."""

SEATS: Final = 4
"""The most seats."""
ROUNDS: Final[i64] = BOX["setup"]["rounds"]
MOST_ACTIONS: Final[i64] = BOX["setup"]["most_actions"]
RESERVE_OF: Final[vec[i64]] = vec[i64]([0, 0] + [HAND * reserve for reserve in BOX["setup"]["reserve"]])
"""How many cards the reserve has, by the number of seats."""
CLEARS_CENTRE: Final[vec[i64]] = vec[i64]([0, 0] + [int(clears) for clears in BOX["setup"]["clears_centre"]])
"""Whether each supply lays out the centre anew, by the number of seats."""
COPIES_OF: Final[vec[i64]] = vec[i64]([BOX["deck"]["copies"]] * AURI + [1])
CARDS: Final[i64] = sum(COPIES_OF)
POINTS_OF: Final[vec[i64]] = vec[i64](BOX["score"]["potion"])
AURI_POINTS: Final[i64] = BOX["score"]["auri"]
COLOUR_POINTS: Final[i64] = BOX["score"]["colour_card"]

INGREDIENT_NAMES: Final[list[str]] = [ingredient["name"] for ingredient in BOX["ingredient"]]
INGREDIENT_CODES: Final[list[str]] = [ingredient["code"] for ingredient in BOX["ingredient"]]
COLOUR_NAMES: Final[list[str]] = [colour["name"] for colour in BOX["colour"]]
COLOUR_CODES: Final[list[str]] = [colour["code"] for colour in BOX["colour"]]
KIND_NAMES: Final[list[str]] = [
    *(f"{ingredient}-{colour}" for ingredient in INGREDIENT_CODES for colour in COLOUR_CODES),
    BOX["auri"]["code"],
]
"""FM-Y is a yellow fungus."""

# What lies in a cell is a kind or one of these two.
DRUID: Final = KINDS
"""The apprentice, whose kind is chosen when potions are brewed."""
BARE: Final = KINDS + 1
"""Nothing."""

NONE: Final = -1
INGREDIENT_OF: Final[vec[i64]] = vec[i64]([kind // COLOURS for kind in range(AURI)] + [NONE] * 3)
COLOUR_OF: Final[vec[i64]] = vec[i64]([kind % COLOURS for kind in range(AURI)] + [NONE] * 3)

SPAN: Final = SIDE + SIDE - 1
"""How many cells lie side by side around the apprentice: four to the left, its own, four to the right."""
CELLS: Final = SPAN * SPAN
HOME: Final = CELLS // 2
"""The apprentice's own cell."""

# Every action is one number: the base of its sort plus what it concerns.
COLOUR: Final = 0
"""Chance gives a seat the colour card COLOUR + colour."""
CARD: Final = COLOUR + COLOURS
"""Chance turns up or deals a card of the kind CARD + kind."""
SWAP: Final = CARD + KINDS
"""A seat gives one kind and takes another, SWAP + given * KINDS + taken."""
PASS: Final = SWAP + KINDS * KINDS
SWAP_ALL: Final = PASS + 1
REFRESH: Final = SWAP_ALL + 1
PLACE: Final = REFRESH + 1
"""A seat lays a card into a cell, PLACE + kind * CELLS + cell."""
SHOW: Final = PLACE + KINDS * CELLS
"""At the end the next seat shows its colour card, SHOW + colour."""
ACTIONS: Final = SHOW + COLOURS


def cell_at(x: i64, y: i64) -> i64:
    """The cell so many to the right of the apprentice and so many below it."""
    return HOME + y * SPAN + x


def x_of(cell: i64) -> i64:
    """How far to the right of the apprentice a cell lies."""
    return cell % SPAN - SPAN // 2


def y_of(cell: i64) -> i64:
    """How far below the apprentice a cell lies."""
    return cell // SPAN - SPAN // 2


# FAST: which cells are taken is one set of 7 × 7 bits: the square of 5 × 5 with a margin of one cell on all sides. The
# box around the cards always starts in the second row and column of this frame, and the frame moves with it.
FRAME: Final = SIDE + 2
FRAMED: Final[vec[i64]] = vec[i64](place // FRAME * SPAN + place % FRAME for place in range(FRAME * FRAME))
"""How many cells a place of the frame lies behind its first one."""
START: Final[i64] = bit(FRAME + 1)
"""The frame with nothing in it but the apprentice."""


def _rows(first: int, last: int) -> i64:
    places = [place for place in range(FRAME * FRAME) if first <= place // FRAME <= last]
    return sum(bit(place) for place in places)


def _columns(first: int, last: int) -> i64:
    places = [place for place in range(FRAME * FRAME) if first <= place % FRAME <= last]
    return sum(bit(place) for place in places)


FIRST_ROW: Final[i64] = _rows(0, 0)
LAST_ROW: Final[i64] = _rows(SIDE, SIDE)
INNER_ROWS: Final[i64] = _rows(1, SIDE)
FIRST_COLUMN: Final[i64] = _columns(0, 0)
LAST_COLUMN: Final[i64] = _columns(SIDE, SIDE)
INNER_COLUMNS: Final[i64] = _columns(1, SIDE)

ROW_OF_FRAME: Final[vec[i64]] = vec[i64](_rows(n, n) for n in range(FRAME))
COLUMN_OF_FRAME: Final[vec[i64]] = vec[i64](_columns(n, n) for n in range(FRAME))

BARE_CELLS: Final[vec[u8]] = vec[u8]([BARE] * HOME + [DRUID] + [BARE] * HOME)
BIT_OF: Final[vec[i64]] = vec[i64](bit(n) for n in range(COLOURS))
SIZE_OF: Final[vec[i64]] = vec[i64](count(mask) for mask in range(bit(COLOURS)))
"""FAST: how many members each set of colours or of ingredients has."""


def marks(seed: int, size: int) -> vec[i64]:
    """Numbers by chance, always the same: what several of them mark together shares its mark with nothing else."""
    rng = Random(seed)
    return vec[i64](rng.randrange(2**62) for _ in range(size))


MARK_OF: Final[vec[i64]] = marks(1, KINDS * CELLS)
"""FAST: what each kind in each cell adds to the mark of a square."""
NOTHING_TOUCHES: Final[vec[i64]] = vec[i64]([0] * (INGREDIENTS + COLOURS))


@final
class Square:
    """One seat's square of cards, and the potions that it brews."""

    def __init__(self, cells: vec[u8], taken: i64, corner: i64) -> None:
        self.cells = cells
        """What lies in each cell."""
        self.taken: i64 = taken
        """FAST: the cells that are not bare, in the frame."""
        self.corner: i64 = corner
        """FAST: the first cell of the box around all cards."""
        self.mark: i64 = 0
        """FAST: a number that squares with the same cards share, and others do not."""
        self.brewed_druid: i64 = NONE
        """FAST: what druid() found when it was last asked, until another card is laid."""
        self.brewed_points: i64 = NONE
        """FAST: the same for potions()."""

    def clone(self) -> Square:
        """A square of its own that is equal to this one."""
        twin = Square(self.cells[:], self.taken, self.corner)
        twin.mark = self.mark
        twin.brewed_druid = self.brewed_druid
        twin.brewed_points = self.brewed_points
        return twin

    # Laying cards

    def reach(self) -> i64:
        """The places of the frame where a card may be laid now."""
        taken = self.taken
        # A4.3 Beside the apprentice or a card, edge to edge, and bare.
        beside = shifted(taken, 1) | shifted(taken, -1) | shifted(taken, FRAME) | shifted(taken, -FRAME)
        beside &= ~taken
        # A4.4 Five wide and five high at most, wherever the apprentice ends up in it.
        if taken & LAST_COLUMN != 0:
            beside &= INNER_COLUMNS
        if taken & LAST_ROW != 0:
            beside &= INNER_ROWS
        return beside

    def first_framed(self) -> i64:
        """The cell under the first place of the frame; it may lie outside of all cells when it is out of reach."""
        return self.corner - SPAN - 1

    def lay(self, kind: i64, cell: i64) -> None:
        """Lay a card; A4.5 it never moves again."""
        self.cells[cell] = u8(kind)
        self.mark ^= MARK_OF[kind * CELLS + cell]
        behind = cell - self.first_framed()
        self.taken |= bit(behind // SPAN * FRAME + behind % SPAN)
        if self.taken & FIRST_ROW != 0:
            self.taken = shifted(self.taken, FRAME)
            self.corner -= SPAN
        if self.taken & FIRST_COLUMN != 0:
            self.taken = shifted(self.taken, 1)
            self.corner -= 1
        self.brewed_druid = NONE
        self.brewed_points = NONE

    # Brewing potions

    def potions(self) -> i64:
        """A5.14 The points of all ten potions, with the apprentice at its best."""
        if self.brewed_points == NONE:
            self.brewed_points = self._brew(self.druid())
        return self.brewed_points

    def _brew(self, druid: i64) -> i64:
        points: i64 = 0
        # A5.1 Five rows and five columns.
        for n in range(SIDE):
            points += POINTS_OF[power(self.cells, self.corner + n * SPAN, 1, druid)]
            points += POINTS_OF[power(self.cells, self.corner + n, SPAN, druid)]
        return points

    def druid(self) -> i64:
        """A5.10 The kind that the apprentice stands for: the one with which its two lines bring most."""
        if self.brewed_druid == NONE:
            self.brewed_druid = self._best_druid()
        return self.brewed_druid

    def _best_druid(self) -> i64:
        behind = HOME - self.corner
        row_power = power(self.cells, HOME - behind % SPAN, 1, BARE)
        column_power = power(self.cells, self.corner + behind % SPAN, SPAN, BARE)
        # FAST: a kind changes a line only through the stretches of one ingredient, or one colour, that touch the
        # apprentice: so each line is read once and not once for every kind.
        row = self._touching(1)
        column = self._touching(SPAN)
        best: i64 = NONE
        chosen: i64 = 0
        # A5.9 Any kind with a colour, the same for both lines. A5.11 Among equals the first.
        for ingredient in range(INGREDIENTS):
            as_ingredient = BIT_OF[ingredient]
            as_colour: i64 = 1
            for colour in range(COLOURS):
                across = max(row_power, SIZE_OF[row[ingredient] | as_colour])
                across = max(across, SIZE_OF[row[INGREDIENTS + colour] | as_ingredient])
                along = max(column_power, SIZE_OF[column[ingredient] | as_colour])
                along = max(along, SIZE_OF[column[INGREDIENTS + colour] | as_ingredient])
                points = POINTS_OF[across] + POINTS_OF[along]
                if points > best:
                    best = points
                    chosen = ingredient * COLOURS + colour
                as_colour += as_colour
        return chosen

    def _touching(self, step: i64) -> vec[i64]:
        """What touches the apprentice in a line: each ingredient's colours, then each colour's ingredients."""
        touching = NOTHING_TOUCHES[:]
        self._touch(touching, step)
        self._touch(touching, -step)
        return touching

    def _touch(self, touching: vec[i64], step: i64) -> None:
        """Note the stretch of one ingredient and the stretch of one colour that start beside the apprentice."""
        first = i64(self.cells[HOME + step])
        if first >= AURI:
            return
        ingredient = INGREDIENT_OF[first]
        colour = COLOUR_OF[first]
        # No further than four cells: there the square ends, wherever the apprentice lies in it.
        cell: i64 = HOME
        for _ in range(SIDE - 1):
            cell += step
            kind = i64(self.cells[cell])
            if INGREDIENT_OF[kind] != ingredient:
                break
            touching[ingredient] |= BIT_OF[COLOUR_OF[kind]]
        cell = HOME
        for _ in range(SIDE - 1):
            cell += step
            kind = i64(self.cells[cell])
            if COLOUR_OF[kind] != colour:
                break
            touching[INGREDIENTS + colour] |= BIT_OF[INGREDIENT_OF[kind]]

    # What else a square is worth

    def auri(self) -> i64:
        """A5.12 The points for Centum auri, if it lies here."""
        return AURI_POINTS if u8(AURI) in self.cells else 0

    def cards_of(self, colour: i64) -> i64:
        """A5.13 How many laid cards have this colour; neither the apprentice nor Centum auri has one."""
        cards: i64 = 0
        for cell in self.cells:
            if COLOUR_OF[i64(cell)] == colour:
                cards += 1
        return cards

    def laid(self) -> i64:
        """How many cards lie here, the apprentice not counted."""
        return count(self.taken) - 1

    def width(self) -> i64:
        """How many cells the box around all cards is wide."""
        return _extent(self.taken, COLUMN_OF_FRAME)

    def height(self) -> i64:
        """How many cells the box around all cards is high."""
        return _extent(self.taken, ROW_OF_FRAME)

    # What a hand could make of it

    def gain(self, kind: i64, cell: i64) -> i64:
        """How many points more the potions bring when a card is laid into a legal cell."""
        points = self.potions()
        return self._points_with(kind, cell, points) - points

    def _points_with(self, kind: i64, cell: i64, points: i64) -> i64:
        """What the potions bring when a card is laid into a legal cell, if they bring `points` now."""
        if cell // SPAN == HOME // SPAN or cell % SPAN == HOME % SPAN:
            after = self.clone()
            after.lay(kind, cell)
            return after.potions()
        # FAST: away from the apprentice only the two lines of the cell change.
        row = min(cell, cell - (cell % SPAN - self.corner % SPAN))
        column = min(cell, cell - (cell // SPAN - self.corner // SPAN) * SPAN)
        points -= POINTS_OF[power(self.cells, row, 1, BARE)] + POINTS_OF[power(self.cells, column, SPAN, BARE)]
        self.cells[cell] = u8(kind)
        points += POINTS_OF[power(self.cells, row, 1, BARE)] + POINTS_OF[power(self.cells, column, SPAN, BARE)]
        self.cells[cell] = u8(BARE)
        return points

    def prospect(self, hand: vec[i64]) -> i64:
        """The points of the potions once these kinds are laid too, each time the card and the cell that gain most."""
        square = self.clone()
        left = hand[:]
        points = square.potions()
        for _ in range(len(hand)):
            best: i64 = NONE
            best_card: i64 = 0
            best_cell: i64 = 0
            for card in range(len(left)):
                reach = square.reach() if left[card] != BARE else 0
                while reach != 0:
                    cell = square.first_framed() + FRAMED[lowest(reach)]
                    reach &= reach - 1
                    promised = square._points_with(left[card], cell, points)
                    if promised > best:
                        best = promised
                        best_card = card
                        best_cell = cell
            square.lay(left[best_card], best_cell)
            left[best_card] = BARE
            points = best
        return points


def _extent(taken: i64, lines: vec[i64]) -> i64:
    """How many of the lines of the frame have a card; they lie side by side from the second one on."""
    extent: i64 = SIDE
    while taken & lines[extent] == 0:
        extent -= 1
    return extent


def power(cells: vec[u8], first: i64, step: i64, druid: i64) -> i64:
    """A5.6 The power of a line of five cells: the greatest strength among its runs, the apprentice being `druid`."""
    best: i64 = 0
    ingredient: i64 = NONE
    colour: i64 = NONE
    colours: i64 = 0
    ingredients: i64 = 0
    cell = first
    for _ in range(SIDE):
        kind = i64(cells[cell])
        cell += step
        if kind == DRUID:
            kind = druid
        if kind >= AURI:
            # A5.5 Centum auri belongs to no run and ends those beside it; so does a cell that is bare as yet.
            ingredient = NONE
            colour = NONE
            continue
        # A5.2 A run of one ingredient is as strong as its colours are many.
        # A5.4 An exact double is in the set already: it adds nothing and breaks nothing.
        if INGREDIENT_OF[kind] != ingredient:
            ingredient = INGREDIENT_OF[kind]
            colours = 0
        colours |= BIT_OF[COLOUR_OF[kind]]
        # A5.3 A run of one colour is as strong as its ingredients are many.
        if COLOUR_OF[kind] != colour:
            colour = COLOUR_OF[kind]
            ingredients = 0
        ingredients |= BIT_OF[ingredient]
        best = max(best, SIZE_OF[colours])
        best = max(best, SIZE_OF[ingredients])
    return best
