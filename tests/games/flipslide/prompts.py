"""How a prompt names each kind of move that a seat may make, and in which phases there is one."""

from __future__ import annotations

NAMES = {
    "flip": r"\bflip\b",
    "slide": r"\bslide\b(?!.* to a new place)",
    "to": r"\bslide\b.* to a new place",
    "place": r"\bplace (your|its) rabbit",
    "jump": r"\bjump (in|over)\b",
    "pass": r"\bpass\b",
}

PHASES = ("turn up", "show turned", "place", "act", "slide to", "show flipped", "jump", "over")
"""In the order of their numbers; the laws of the kit must have met them all."""

SELDOM = (
    "2 -6,-5 ..........IG/.........V.R/........R/........G/........G/........O/.......B/......V/......I1R/........V/"
    ".......O/.....BO/...Y0/.IB/Y/Y 0.1 -6,10;5,-4 - 57",
)
"""In hardly any game by luck somebody has to pass."""
