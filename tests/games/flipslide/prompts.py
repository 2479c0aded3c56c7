"""How a prompt names each kind of move that a seat may make."""

from __future__ import annotations

NAMES = {
    "flip": r"\bflip\b",
    "slide": r"\bslide\b(?!.* to a new place)",
    "to": r"\bslide\b.* to a new place",
    "place": r"\bplace (your|its) rabbit",
    "jump": r"\bjump (in|over)\b",
    "pass": r"\bpass\b",
}
