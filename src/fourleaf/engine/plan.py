"""How a search goes about a game: one value in the game's advice.py, and defaults for a game that nobody has tuned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Horizon(NamedTuple):
    """How far play goes on: for so many decisions of anybody, and until it was a seat's turn again so many times."""

    decisions: int = 0
    turns: int = 0


class Effort(NamedTuple):
    """How a search is held back: by how long it thinks, and by how much worse a move it may play."""

    passes: int
    slack: float
    at: Mapping[int, float] = {}
    """Another slack at tables of so many seats."""

    def slack_with(self, seats: int) -> float:
        """How much worse a move it may play at a table of so many."""
        return self.at.get(seats, self.slack)


USUAL_EFFORTS: Final[Mapping[str, Effort]] = {
    "easy": Effort(40, 1.2),
    "medium": Effort(80, 0.6),
    "hard": Effort(200, 0.25),
    "master": Effort(800, 0.0),
}
"""What each level does in a game for which nobody has tried what else would be right."""


class SearchPlan(NamedTuple):
    """What a search does in one game; found by trial, never a fact of the rules."""

    paired: bool = False
    """Whether the choices at hand are tried in the same worlds with the same luck, instead of in a tree."""
    horizon: Horizon = Horizon()
    """How far it plays on beyond what it weighs, before it asks for the standing."""
    whim: float = 0.1
    """How often anybody does anything at all there, instead of what the game's priorities put first."""
    levels: Mapping[str, Effort] = USUAL_EFFORTS
    """How hard each level thinks."""
