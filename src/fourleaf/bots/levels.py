"""Opponents by how hard they are to beat; docs/bots.md shows how they fare against each other."""

from __future__ import annotations

from typing import Final, NamedTuple

from fourleaf.bots.search_bot import Budget


class Level(NamedTuple):
    """A search that is held back: by how long it thinks, and by how much worse a move it may play."""

    budget: Budget
    slack: float


LEVELS: Final = {
    "easy": Level(Budget(50, 0.08), 0.8),
    "medium": Level(Budget(120, 0.08), 0.35),
    "hard": Level(Budget(300, 0.45), 0.12),
    "master": Level(Budget(1200, 1.8), 0.0),
}
