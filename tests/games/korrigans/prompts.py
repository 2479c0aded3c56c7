"""How a prompt names each kind of move that a seat may make, and in which phases there is one."""

from __future__ import annotations

from typing import Any

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


def leave_out_what_is_not_encoded(view: dict[str, Any]) -> None:
    """Of a field counts what was left there at the last look, and how many clovers each seat has taken since.

    Which of them a seat took first, what was taken before that look, and when the look was, can only be of use to
    somebody who reckons what others hold; the glimpses of the match tell it.
    """
    last = {look["field"]: look for look in view["looks"]}
    for look in view["looks"]:
        if look["round"] > last[look["field"]]["round"]:
            last[look["field"]] = look
    looked = {}
    for field, look in last.items():
        left = list(look["seen"])
        left.remove(look["took"])
        looked[field] = sorted(left), sorted(look["since"])
    for field in view["fields"]:
        takers = field.pop("takers")
        if field["field"] not in looked:
            field["taken"] = sorted(takers)
    view["looks"] = looked
