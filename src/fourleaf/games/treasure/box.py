"""What the board.toml of Treasure may hold."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from fourleaf.engine import box
from fourleaf.engine.box import Count, Point, Printed, demand

MOST_SEATS = 4
COLOURS = 4


class Hand(Printed, frozen=True):
    """What a seat holds."""

    cards: Count


class Dice(Printed, frozen=True):
    """The two dice."""

    faces: Annotated[int, Meta(ge=2, le=20)]


class Deck(Printed, frozen=True):
    """The playing cards of each colour."""

    marks: tuple[Count, Count, Count]
    copies: Count

    def __post_init__(self) -> None:
        demand(len(set(self.marks)) == len(self.marks), "marks: each mark is there once")
        demand(max(self.marks) <= 9, "marks: a mark is a single figure")


class Track(Printed, frozen=True):
    """The way to the treasure."""

    treasure: Count
    feathers: list[int]
    whirls: list[int]

    def __post_init__(self) -> None:
        for field, squares in (("feathers", self.feathers), ("whirls", self.whirls)):
            for square in squares:
                demand(0 < square < self.treasure, f"{field}: {square} is not between the start and the treasure")
            demand(squares == sorted(set(squares)), f"{field}: squares are named once, in the order of the track")
        both = set(self.feathers) & set(self.whirls)
        demand(not both, f"whirls: a feather lies on {sorted(both)} already")


class Colour(Printed, frozen=True):
    """A hunter."""

    name: str
    code: str
    symbol: str
    hex: str


class Drawing(Printed, frozen=True):
    """Where the squares lie on a drawn board."""

    width: Count
    height: Count
    square_radius: Count
    start_radius: Count
    treasure_radius: Count
    centres: list[Point]

    def __post_init__(self) -> None:
        for x, y in self.centres:
            demand(0 <= x <= self.width and 0 <= y <= self.height, f"centres: {x:g}, {y:g} is off the board")


class Box(box.Box, frozen=True):
    """Everything."""

    hand: Hand
    dice: Dice
    deck: Deck
    track: Track
    colour: Annotated[list[Colour], Meta(min_length=COLOURS, max_length=COLOURS)]
    drawing: Drawing

    def __post_init__(self) -> None:
        cards = COLOURS * len(self.deck.marks) * self.deck.copies
        needed = MOST_SEATS * self.hand.cards
        demand(cards >= needed, f"deck.copies: {cards} cards are too few for {MOST_SEATS} hands of {self.hand.cards}")
        squares = self.track.treasure + 1
        demand(
            len(self.drawing.centres) == squares,
            f"drawing.centres: there are {len(self.drawing.centres)} for the {squares} squares of the track",
        )
        demand(len({colour.code for colour in self.colour}) == COLOURS, "colour.code: each code is there once")
