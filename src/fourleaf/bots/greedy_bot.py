"""One ply deep: takes what looks best right after it, on the game's own advice."""

from __future__ import annotations

from typing import Final, final

from librt.random import Random

from fourleaf.engine.knowledge import Knowledge

WORLDS: Final = 4
"""How many worlds are imagined for each decision, so that no guess about hidden things weighs too much."""


@final
class GreedyBot:
    """Tries every move once in a few imagined worlds and looks no further."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def choose(self, knowledge: Knowledge) -> int:
        """The action after which the seat stands best; among equals the one that the advice prefers."""
        legal = knowledge.legal
        if len(legal) == 1:
            return legal[0]
        advice = knowledge.game.advice
        values = dict.fromkeys(legal, 0.0)
        priorities = dict.fromkeys(legal, 0.0)
        for _ in range(WORLDS):
            world = knowledge.imagine(self._rng)
            for action in legal:
                priorities[action] += advice.priority(world, action)
                after = world.clone()
                after.apply(action)
                values[action] += advice.standing(after)[knowledge.seat]
        # Equal to the last digit only when two moves do the same; then a throw of the dice keeps play from being stiff.
        tie_break = {action: self._rng.random() for action in legal}
        return max(legal, key=lambda action: (values[action], priorities[action], tie_break[action]))
