"""How a prompt names each kind of move that a seat may make, and in which phases there is one."""

from __future__ import annotations

NAMES = {
    "play": r"\bplay a card",
    "exchange": r"\bchanges? places",
}

PHASES = ("colour", "deal", "roll", "card", "whirl", "draw", "show", "over")
"""In the order of their numbers; the laws of the kit must have met them all."""

SELDOM: tuple[str, ...] = ()
"""Everything that may happen happens in games by luck."""
