"""How a prompt names each kind of move that a seat may make."""

from __future__ import annotations

NAMES = {
    "place": r"\bplace a Korrigan",
    "sun": r"\bon a sun\b",
    "cloud": r"\bon a cloud\b",
    "move": r"\b(ride|dash|move a Korrigan)\b",
    "sac": r"\bsacrifice\b",
    "pass": r"\bpass\b",
    "decline": r"\bdecline\b",
    "end": r"\bend (your|its) turn",
    "stop": r"\bstop\b",
    "goblin": r"\b(goes to|gets) .*\b(Korrigan|Goblin)",
    "take": r"\btake (it|one|a clover)\b",
    "screen": r"\bscreen\b",
    "troll": r"\bTroll\b",
    "cauldron": r"\blet the Cauldron come down",
}
