"""The yardstick: any legal action, each as likely as the others."""

from __future__ import annotations

from typing import final

from librt.random import Random

from fourleaf.engine.knowledge import Knowledge


@final
class RandomBot:
    """Plays blindly."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def choose(self, knowledge: Knowledge) -> int:
        """One of the legal actions, each as likely as the others."""
        legal = knowledge.legal
        return legal[self._rng.randrange(len(legal))]
