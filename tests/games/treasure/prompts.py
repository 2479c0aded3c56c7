"""How a prompt names each kind of move that a seat may make, and in which phases there is one."""

from __future__ import annotations

from typing import Any

NAMES = {
    "play": r"\bplay a card",
    "exchange": r"\bchanges? places",
}

PHASES = ("colour", "deal", "roll", "card", "whirl", "draw", "show", "over")
"""In the order of their numbers; the laws of the kit must have met them all."""

SELDOM: tuple[str, ...] = ()
"""Everything that may happen happens in games by luck."""


def leave_out_what_is_not_encoded(view: dict[str, Any]) -> None:
    """Only what the dice add up to counts, not which of them shows what."""
    view["dice"] = view["dice"] and sum(view["dice"])
