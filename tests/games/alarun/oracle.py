"""Potions, legal cells and what is known of a hand, written a second time: slowly, and straight from the clauses."""

from __future__ import annotations

from collections import Counter
from functools import cache

from fourleaf.games.alarun.board import BOX

Cell = tuple[int, int]
Layout = dict[Cell, str]
"""Which card lies where; the apprentice is @."""
Line = tuple[str | None, ...]

INGREDIENTS = [ingredient["code"] for ingredient in BOX["ingredient"]]
COLOURS = [colour["code"] for colour in BOX["colour"]]
KINDS = [f"{ingredient}-{colour}" for ingredient in INGREDIENTS for colour in COLOURS]
POINTS = {0: 0, 1: 0, 2: 2, 3: 5, 4: 10, 5: 17}


def legal_cells(layout: Layout) -> set[Cell]:
    """A4.3 bare and edge to edge with something; A4.4 the box around it all stays within 5 × 5."""
    found = set()
    for x in range(-9, 10):
        for y in range(-9, 10):
            beside = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
            if (x, y) not in layout and beside & set(layout) and fits([*layout, (x, y)]):
                found.add((x, y))
    return found


def fits(cells: list[Cell]) -> bool:
    columns, rows = [x for x, _ in cells], [y for _, y in cells]
    return max(columns) - min(columns) + 1 <= 5 and max(rows) - min(rows) + 1 <= 5


def potions(layout: Layout) -> tuple[int, str]:
    """A5.10 A5.11 The points of all lines with the best kind for the apprentice, and the first such kind."""
    totals = {kind: brewed(layout, kind) for kind in KINDS}
    best = max(totals.values())
    return best, next(kind for kind in KINDS if totals[kind] == best)


def brewed(layout: Layout, druid: str) -> int:
    """A5.1 A5.8 The points of all rows and columns when the apprentice is one certain kind."""
    cards = {cell: druid if card == "@" else card for cell, card in layout.items()}
    rows = [tuple(cards.get((x, y)) for x in range(-4, 5)) for y in range(-4, 5)]
    columns = [tuple(cards.get((x, y)) for y in range(-4, 5)) for x in range(-4, 5)]
    return sum(POINTS[line_power(line)] for line in rows + columns)


@cache
def line_power(line: Line) -> int:
    """A5.6 The greatest strength of any stretch that is a run, not only of those that go as far as they can."""
    ends = range(1, len(line) + 1)
    return max(strength(line[first:end]) for end in ends for first in range(end))


@cache
def strength(stretch: Line) -> int:
    """A5.2 A5.3 A5.4 How many different cards a run has; 0 for what is no run, A5.5 as with Centum auri in it."""
    if None in stretch or "AU" in stretch:
        return 0
    ingredients = {str(card).split("-")[0] for card in stretch}
    colours = {str(card).split("-")[1] for card in stretch}
    return len(set(stretch)) if len(ingredients) == 1 or len(colours) == 1 else 0


class Memory:
    """Section 5: what everybody knows of one hand, from public events alone."""

    def __init__(self) -> None:
        self.known: Counter[str] = Counter()
        self.unknown = 0

    def deal(self) -> None:
        self.unknown += 1

    def give(self, card: str) -> None:
        if self.known[card]:
            self.known[card] -= 1
        else:
            self.unknown -= 1

    def swap(self, given: str, taken: str) -> None:
        self.give(given)
        self.known[taken] += 1

    def swap_all(self, taken: list[str]) -> None:
        self.known = Counter(taken)
        self.unknown = 0
