"""How a rulebook is read by those who hold it to its game."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from fourleaf import Game

POSITION = re.compile(r"```position\n(?P<line>[^\n]+)\n```\n(?P<caption>\*[^*]+\*)\n")
SEATS = ["first seat", "second seat", "third seat", "fourth seat", "fifth seat"]


class Table(NamedTuple):
    """A table of a rulebook: its heading, its rows, and the position that it follows."""

    heading: list[str]
    rows: list[list[str]]
    position: str | None

    def column(self, name: str) -> dict[str, str]:
        """One column, by the first cell of each row."""
        place = self.heading.index(name)
        return {row[0]: row[place] for row in self.rows}


def chapters(text: str) -> dict[str, str]:
    """What stands below each heading."""
    parts = re.split(r"^## (.+)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def tables(text: str) -> list[Table]:
    """Every table of a text."""
    found = []
    for block in re.finditer(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        heading, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in block[0].splitlines()]
        before = [position["line"] for position in POSITION.finditer(text, 0, block.start())]
        found.append(Table(heading, rows, before[-1] if before else None))
    return found


def table(game: Game[Any, Any], *heading: str) -> Table:
    """The table of a game's rulebook whose heading begins like this."""
    return next(table for table in tables(game.rulebook.text) if table.heading[: len(heading)] == list(heading))


def counts_of(game: Game[Any, Any], what: str) -> dict[str, int]:
    """A table of counts, each under its name up to the first comma or colon."""
    return {re.split(r"[,:]", row)[0]: int(count) for row, count in table(game, what).column("how many").items()}
