"""The printed matter of Treasure: hunters, cards, dice and the spiral, as numbers made from board.toml.

Everything is an index: a colour 0..3, a card (colour and mark) 0..11, a throw of two dice 0..35, a square 0..84.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from fourleaf.engine.box import open_box
from fourleaf.games.treasure.box import Box

BOX: Final = open_box(__package__, Box)

# How many colours and marks there are is part of the code, and a literal costs nothing at run time; what they are and
# where everything lies is read from the box.
NONE: Final = -1
COLOURS: Final = 4
MARKS: Final = 3
CARDS: Final = COLOURS * MARKS
FACES: Final[i64] = BOX["dice"]["faces"]
THROWS: Final[i64] = FACES * FACES

COLOUR_NAMES: Final[list[str]] = [colour["name"] for colour in BOX["colour"]]
COLOUR_CODES: Final[list[str]] = [colour["code"] for colour in BOX["colour"]]
MARK_OF: Final[vec[i64]] = vec[i64](BOX["deck"]["marks"])
COPIES: Final[i64] = BOX["deck"]["copies"]
HAND: Final[i64] = BOX["hand"]["cards"]

TREASURE: Final[i64] = BOX["track"]["treasure"]
PLAIN: Final = 0
FEATHER: Final = 1
WHIRL: Final = 2


def _kinds() -> vec[i64]:
    kinds = vec[i64]([PLAIN] * (TREASURE + 1))
    for square in BOX["track"]["feathers"]:
        kinds[square] = FEATHER
    for square in BOX["track"]["whirls"]:
        kinds[square] = WHIRL
    return kinds


KIND_OF: Final[vec[i64]] = _kinds()

# Every action is one number: the base of its kind plus what it concerns.
COLOUR: Final = 0
"""Chance gives a seat the colour card COLOUR + colour."""
CARD: Final = COLOUR + COLOURS
"""Chance gives a seat the playing card CARD + card, in the deal and from the bank."""
ROLL: Final = CARD + CARDS
"""Chance throws ROLL + throw."""
PLAY: Final[i64] = ROLL + THROWS
"""A seat plays PLAY + card."""
EXCHANGE: Final[i64] = PLAY + CARDS
"""A seat exchanges the figure on the whirl with the figure EXCHANGE + colour."""
SHOW: Final[i64] = EXCHANGE + COLOURS
"""At the end the next seat shows its colour card, SHOW + colour."""
ACTIONS: Final[i64] = SHOW + COLOURS

ALL_THROWS: Final[vec[i32]] = vec[i32](range(ROLL, ROLL + THROWS))
EVEN_ODDS: Final[vec[i32]] = vec[i32]([1] * THROWS)


def colour_of(card: i64) -> i64:
    """Whose figure a card moves."""
    return card // MARKS


def mark_of(card: i64) -> i64:
    """How many times a card moves its figure."""
    return MARK_OF[card % MARKS]


def die_sum(throw: i64) -> i64:
    """T2.1 What both dice of a throw add up to."""
    return throw // FACES + throw % FACES + 2
