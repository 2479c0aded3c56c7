"""Opponents by how hard they are to beat; docs/bots.md shows how they fare against each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from fourleaf.bots.search_bot import Budget


class Level(NamedTuple):
    """A search that is held back: by how long it thinks, and by how much worse a move it may play."""

    budget: Budget
    slack: Mapping[str, float]
    """By game: the more luck decides, the more a search must stray to be weaker; found by trial."""


LEVELS: Final = {
    "easy": Level(
        Budget(40, 0.08), {"korrigans": 0.9, "flipslide": 0.9, "wichtel": 1.2, "alarun": 0.9, "treasure": 2.5}
    ),
    "medium": Level(
        Budget(80, 0.08), {"korrigans": 0.35, "flipslide": 0.35, "wichtel": 0.5, "alarun": 0.35, "treasure": 1.2}
    ),
    "hard": Level(
        Budget(200, 0.45), {"korrigans": 0.06, "flipslide": 0.03, "wichtel": 0.12, "alarun": 0.08, "treasure": 0.6}
    ),
    "master": Level(Budget(800, 1.8), {}),
}
