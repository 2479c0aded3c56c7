"""How a prompt names each kind of move that a seat may make, and in which phases there is one."""

from __future__ import annotations

from tests.games.korrigans.positions import line

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

PHASES = (
    *("place", "deal", "look", "gather", "flip", "leprechaun", "unscreen", "troll", "draw", "sun", "cloud", "move"),
    *("fairy", "goblin", "late", "cauldron", "show", "final", "count", "over"),
)
"""In the order of their numbers; the laws of the kit must have met them all."""

SELDOM = (line(where="0,0/1,15", troll="0-4", stash=["1"], sacrificed=["2"], backup=["H"]),)
"""In hardly any game by luck somebody has to pass."""
