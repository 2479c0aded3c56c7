"""Flip & Slide a second time, slowly and straight from the clauses: what may move where, and who is connected.

It shares no code with the game: it reads a position from its line of text and looks at cells as pairs (q, r).
"""

from __future__ import annotations

Cell = tuple[int, int]

DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
RAINBOW = "ROYGBIV"


def neighbours(cell: Cell) -> set[Cell]:
    return {(cell[0] + q, cell[1] + r) for q, r in DIRECTIONS}


def one_group(cells: set[Cell]) -> bool:
    """F1.4"""
    if not cells:
        return False
    group: set[Cell] = set()
    fresh = {min(cells)}
    while fresh:
        group |= fresh
        fresh = {near for cell in fresh for near in neighbours(cell) if near in cells} - group
    return group == cells


class Oracle:
    """One position, as its line of text says."""

    def __init__(self, line: str) -> None:
        seats, origin, rows, phase, closed, _, _, *options = line.split()
        self.seats = int(seats)
        self.phase = phase
        self.options = dict(option.split("=") for option in options)
        left, top = self.cell(origin)
        self.tiles = {
            (left + q, top + r): symbol
            for r, row in enumerate(rows.split("/"))
            for q, symbol in enumerate(row)
            if symbol != "."
        }
        marked = set() if closed == "-" else {self.cell(text) for text in closed.split(";")}
        self.closed = marked if self.seats > 1 else set()
        self.previous = marked if self.seats == 1 else set()

    @staticmethod
    def cell(text: str) -> Cell:
        q, r = text.split(",")
        return int(q), int(r)

    @property
    def others(self) -> dict[Cell, set[Cell]]:
        """For each tile all the others."""
        return {cell: set(self.tiles) - {cell} for cell in self.tiles}

    def moves(self) -> set[str]:
        """The legal moves of a position in which a seat decides, each spelled out."""
        turn, _, step = self.phase.partition(".")
        if step == "P":
            return {f"place {q},{r}" for q, r in self.places()}
        if step == "J":
            return {f"jump {q},{r}" for q, r in self.landings(turn)}
        if "@" in step:
            return {f"to {q},{r}" for q, r in self.destinations(self.cell(step.split("@")[1]))}
        acts = {f"flip {q},{r}" for q, r in self.flips()} | {f"slide {q},{r}" for q, r in self.slides(turn)}
        return acts or {"pass"}

    def places(self) -> set[Cell]:
        """F2.4"""
        rainbow_tiles = [cell for cell, symbol in self.tiles.items() if symbol not in "0123"]
        return {near for cell in rainbow_tiles for near in neighbours(cell)} - set(self.tiles)

    def flips(self) -> set[Cell]:
        """F4.1"""
        return {cell for cell, symbol in self.tiles.items() if symbol == "*" and neighbours(cell) - set(self.tiles)}

    def slides(self, turn: str) -> set[Cell]:
        """F5.1, F5.2, F5.8: the tiles that may slide and can."""
        mine = {cell for cell, symbol in self.tiles.items() if symbol in RAINBOW or symbol == turn} - self.closed
        return {cell for cell in mine if one_group(self.others[cell]) and self.destinations(cell)}

    def destinations(self, start: Cell) -> set[Cell]:
        """F5.3, F5.5, F9.2: every cell that a walk of allowed steps leads to."""
        others = self.others[start]
        limit = int(self.options.get("slide_limit", 0)) or 1000
        reached, fresh = {start}, {start}
        for _ in range(limit):
            fresh = {end for cell in fresh for end in neighbours(cell) if self.is_step(cell, end, others)} - reached
            reached |= fresh
            if not fresh:
                break
        return reached - {start}

    @staticmethod
    def is_step(start: Cell, end: Cell, others: set[Cell]) -> bool:
        """F5.3: the cell is empty, the tile is not pushed between two others, and it touches the patch."""
        flanks = neighbours(start) & neighbours(end)
        return end not in others and not flanks <= others and bool(neighbours(end) & others)

    def landings(self, turn: str) -> set[Cell]:
        """F8.4, F8.5, F8.6"""
        (home,) = (cell for cell, symbol in self.tiles.items() if symbol == turn)
        if not one_group(self.others[home]):
            return set()
        landings = set()
        for q, r in DIRECTIONS:
            cell = (home[0] + q, home[1] + r)
            if cell in self.tiles:
                while cell in self.tiles:
                    cell = (cell[0] + q, cell[1] + r)
                landings.add(cell)
        return landings - self.previous

    def rainbows(self) -> list[list[Cell]]:
        """F6.1: every chain of seven tiles from red to violet."""
        chains = [[cell] for cell, symbol in self.tiles.items() if symbol == RAINBOW[0]]
        for colour in RAINBOW[1:]:
            chains = [[*chain, near] for chain in chains for near in neighbours(chain[-1]) if self.is_(near, colour)]
        return chains

    def is_(self, cell: Cell, symbol: str) -> bool:
        return self.tiles.get(cell) == symbol

    def connected(self) -> list[int]:
        """F6.2, F9.1: the seats whose player tile touches a rainbow."""
        counted = 1 if self.options.get("win_contact") == "red" else len(RAINBOW)
        touched = {near for chain in self.rainbows() for cell in chain[:counted] for near in neighbours(cell)}
        return [seat for seat in range(self.seats) if any(self.is_(cell, str(seat)) for cell in touched)]
