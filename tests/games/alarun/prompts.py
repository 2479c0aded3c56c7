"""How a prompt names each kind of move that a seat may make."""

from __future__ import annotations

NAMES = {
    "swap": r"\bswap a card\b",
    "pass": r"\bpass\b(?!\))",
    "swap_all": r"\bswap all\b",
    "refresh": r"\bturn up the reserve\b",
    "place": r"\blay (your|its)\b",
}
