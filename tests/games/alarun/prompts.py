"""How a prompt names each kind of move that a seat may make, and in which phases there is one."""

from __future__ import annotations

from typing import Any

NAMES = {
    "swap": r"\bswap a card\b",
    "pass": r"\bpass\b(?!\))",
    "swap_all": r"\bswap all\b",
    "refresh": r"\bturn up the reserve\b",
    "place": r"\blay (your|its)\b",
}

PHASES = ("colour", "clear", "centre", "hand", "act", "flip", "place", "show", "over")
"""In the order of their numbers; the laws of the kit must have met them all."""

SELDOM: tuple[str, ...] = ()
"""Everything that may happen happens in games by luck."""


def leave_out_what_is_not_encoded(view: dict[str, Any]) -> None:
    """Everything is encoded."""
