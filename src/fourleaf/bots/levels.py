"""Opponents by how hard they are to beat; docs/bots.md shows how they fare against each other."""

from __future__ import annotations

from typing import Final, NamedTuple

from fourleaf.bots.search_bot import Budget


class Level(NamedTuple):
    """A search that is held back: by how long it thinks, and by how much worse a move it may play."""

    budget: Budget
    slack: float


LEVELS: Final = {
    "easy": Level(Budget(40, 0.08), 0.9),
    "medium": Level(Budget(80, 0.08), 0.35),
    "hard": Level(Budget(300, 0.45), 0.06),
    "master": Level(Budget(1500, 1.8), 0.0),
}
