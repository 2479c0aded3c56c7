"""What every bot can do."""

from __future__ import annotations

from typing import Protocol

from fourleaf.engine.knowledge import Knowledge


class Bot(Protocol):
    """Somebody who decides for a seat and sees what that seat sees."""

    def choose(self, knowledge: Knowledge) -> int:
        """One of the legal actions."""
