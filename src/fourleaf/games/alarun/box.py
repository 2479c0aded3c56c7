"""What the board.toml of Alarún may hold."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from fourleaf.engine import box
from fourleaf.engine.box import Count, Printed, demand

FEWEST_SEATS = 2
MOST_SEATS = 4
LISTED = 7
"""Ingredients, and colours."""
HAND = 3
"""Cards in a hand, in the centre and in a reserve."""
MOST_ROUNDS = 8
"""Then the square is full."""
Points = Annotated[int, Meta(ge=0, le=1000)]


class Setup(Printed, frozen=True):
    """The course of a game; what differs is told for two, three and four seats."""

    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
    reserve: tuple[bool, bool, bool]
    clears_centre: tuple[bool, bool, bool]
    most_actions: Count

    def __post_init__(self) -> None:
        for reserve, clears in zip(self.reserve, self.clears_centre, strict=True):
            demand(clears or not reserve, "reserve: it is laid anew with the centre, so clears_centre must be true too")


class Deck(Printed, frozen=True):
    """The ingredient cards."""

    copies: Annotated[int, Meta(ge=1, le=9)]


class Score(Printed, frozen=True):
    """What is worth how much."""

    potion: tuple[Points, Points, Points, Points, Points, Points]
    auri: Points
    colour_card: Points

    def __post_init__(self) -> None:
        demand(list(self.potion) == sorted(self.potion), "potion: a stronger potion is never worth less")


class Ingredient(Printed, frozen=True):
    """What a card shows."""

    name: str
    code: str
    brews: str


class Colour(Printed, frozen=True):
    """In which colour it shows it."""

    name: str
    code: str
    symbol: str
    hex: str


class Auri(Printed, frozen=True):
    """The one golden card."""

    name: str
    code: str


class Box(box.Box, frozen=True):
    """Everything."""

    setup: Setup
    deck: Deck
    score: Score
    ingredient: Annotated[list[Ingredient], Meta(min_length=LISTED, max_length=LISTED)]
    colour: Annotated[list[Colour], Meta(min_length=LISTED, max_length=LISTED)]
    auri: Auri

    def __post_init__(self) -> None:
        demand(len({one.code for one in self.ingredient}) == LISTED, "ingredient.code: each code is there once")
        demand(len({one.code for one in self.colour}) == LISTED, "colour.code: each code is there once")
        cards = LISTED * LISTED * self.deck.copies + 1
        for seats in range(FEWEST_SEATS, MOST_SEATS + 1):
            needed = self._dealt(seats)
            demand(
                cards >= needed,
                f"deck.copies, setup.rounds, reserve, clears_centre: {seats} seats need {needed} cards of {cards}",
            )

    def _dealt(self, seats: int) -> int:
        """A2.7 How many cards a game with so many seats goes through."""
        kind = seats - FEWEST_SEATS
        laid_out = HAND + HAND * self.setup.reserve[kind]
        times = self.setup.rounds if self.setup.clears_centre[kind] else 1
        return laid_out * times + HAND * seats * self.setup.rounds
