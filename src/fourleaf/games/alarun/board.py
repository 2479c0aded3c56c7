"""The printed matter of Alarún: cards, numbers, and the square of cards with its cells, its lines and its potions.

Everything is an index: an ingredient 0..6, a colour 0..6, a kind of card 0..49 (the last one is Centum auri), a cell
0..80 of the 9 × 9 cells around the apprentice, in reading order.
"""

from __future__ import annotations

from typing import Final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64, u8

from fourleaf.engine.bits import bit, count
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
MOST_CELLS: Final = 20
"""The most cells into which a card may be laid at one moment, whatever the cards before it look like."""

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
CARD_WORDS: Final[list[str]] = [
    *(f"{colour} {ingredient}" for ingredient in INGREDIENT_NAMES for colour in COLOUR_NAMES),
    BOX["auri"]["name"],
]
"""A card as sentences have it: yellow dragon eggs."""

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

# A card in a hand or in the centre is twice its kind, plus one while only its owner knows of it. So cards in ascending
# order are in the order of their kinds, and of two equal ones the one that everybody knows comes first.
SECRET: Final = 1
NO_CARD: Final = 2 * KINDS

# FAST: a slice of a list that is there already is the cheapest new one.
NO_ACTIONS: Final[vec[i64]] = vec[i64]([0] * SEATS)
