"""How a prompt names each kind of move that a seat may make, and in which phases there is one."""

from __future__ import annotations

from typing import Any

NAMES = {
    "march": r"\bmarch\b",
    "here": r"Come Here!|\bmovement card",
    "back": r"Come Back!|\bmovement card",
    "halt": r"Stand Still!|\bmovement card",
    "call": r"\bcall\b",
    "swap": r"\bswap\b",
    "recruit": r"\brecruit\b",
    "return": r"\breturn\b",
    "pass": r"\bpass\b|\blet it be\b",
    "bribe": r"\blay a bribe\b",
    "nix": r"\bcancel\b",
    "look": r"\blook again\b",
    "give": r"\bwho must take\b|\bsay who takes\b",
    "put": r"\bput one of (your|its) four\b",
    "continue": r"\blet it go on\b",
    "judge": r"\bend the round\b",
    "done": r"\bend (your|its) turn\b",
    "free": r"\bfree the supervisor\b",
}

PHASES = (
    *("deal", "village", "events", "reveal", "draw", "show", "turn", "roll", "hands"),
    *("start", "action", "reply", "bribe", "nix", "look", "give", "replace", "claim", "end", "over"),
)
"""In the order of their numbers; the laws of the kit must have met them all."""

SELDOM: tuple[str, ...] = ()
"""Everything that may happen happens in games by luck."""


def leave_out_what_is_not_encoded(view: dict[str, Any]) -> None:
    """How the rounds that are over came about does not matter to play; a tie at the end is broken by the last one."""
    for name in ("sheet", "last_round", "ranks"):
        del view[name]
