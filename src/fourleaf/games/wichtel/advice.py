"""What a bot needs to know quickly, and why a wish is illegal."""

from __future__ import annotations

from fourleaf.engine.game import Refusal
from fourleaf.games.wichtel.rules import Wichtel


def standing(state: Wichtel) -> list[float]:
    return [0.5] * state.seats


def priority(state: Wichtel, action: int) -> float:
    return 0.0


def why(state: Wichtel, action: int) -> Refusal:
    return Refusal("no", "W1.1")
