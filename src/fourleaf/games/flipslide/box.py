"""What the board.toml of Flip & Slide may hold."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from fourleaf.engine import box
from fourleaf.engine.box import Printed, demand

COLOURS = 7
MOST_LEAVES = 4
Cell = tuple[int, int]
Leaves = Annotated[int, Meta(ge=1, le=MOST_LEAVES)]
TurnedUp = Annotated[int, Meta(ge=0, lt=COLOURS)]
Actions = Annotated[int, Meta(ge=1, le=9)]
Words = Annotated[list[str], Meta(min_length=COLOURS, max_length=COLOURS)]


class Rainbow(Printed, frozen=True):
    """The colours, first to last."""

    colours: Words
    codes: Words

    def __post_init__(self) -> None:
        demand(len(set(self.codes)) == COLOURS, "codes: each code is there once")
        demand(all(len(code) == 1 and code.isalpha() for code in self.codes), "codes: a code is one letter")


class Seats(Printed, frozen=True):
    """What one, two, three and four seats play with."""

    leaves: tuple[Leaves, Leaves, Leaves, Leaves]
    turned_up: tuple[TurnedUp, TurnedUp, TurnedUp, TurnedUp]
    actions: tuple[Actions, Actions, Actions, Actions]

    def __post_init__(self) -> None:
        demand(self.actions[0] == 1, "actions: alone there is one, and then the jump")


class Patch(Printed, frozen=True):
    """Where the leaves lie."""

    leaf_centres: tuple[Cell, Cell, Cell, Cell]

    def __post_init__(self) -> None:
        laid: set[Cell] = set()
        for centre in self.leaf_centres:
            leaf = {centre, *_around(centre)}
            demand(not laid & leaf, f"leaf_centres: the leaf round {centre} lies on another one")
            touches = any(laid & set(_around(cell)) for cell in leaf)
            demand(not laid or touches, f"leaf_centres: the leaf round {centre} touches none of those before it")
            laid |= leaf


class Box(box.Box, frozen=True):
    """Everything."""

    rainbow: Rainbow
    seats: Seats
    patch: Patch


def _around(cell: Cell) -> list[Cell]:
    q, r = cell
    return [(q + 1, r), (q + 1, r - 1), (q, r - 1), (q - 1, r), (q - 1, r + 1), (q, r + 1)]
