"""What a bot needs to know quickly, and why a wish is illegal."""

from __future__ import annotations

from fourleaf.engine.game import Refusal
from fourleaf.games.korrigans.rules import Korrigans


def standing(state: Korrigans) -> list[float]:
    """How well each seat stands."""
    return [0.5] * state.seats


def priority(state: Korrigans, action: int) -> float:
    """How promising."""
    return 0.0


def why(state: Korrigans, action: int) -> Refusal:
    """Why not."""
    return Refusal("no", "K1.1")
