"""Korrigans: gather gold and animals under the rainbow, then dash for the Cauldron."""

from __future__ import annotations

from typing import Final

from fourleaf.engine.game import Game
from fourleaf.engine.options import Option
from fourleaf.games.korrigans import advice, moves, rules, view
from fourleaf.games.korrigans.board import ACTIONS

GAME: Final = Game(
    name="korrigans",
    title="Korrigans",
    summary="Ride animals from field to field, gather clovers in secret, and dash for the Cauldron under the rainbow.",
    credit="Arnaud Urbon and Ludovic Vialla, published by Matagot with Ilopeli, illustrated by Olivier Fagnère; "
    "the map and the counts of clovers and menhirs are of this edition",
    seats=range(2, 6),
    version=2,
    actions=ACTIONS,
    options=(
        Option("placement", ("numbered", "free"), "Korrigans begin on the fields with the seat's number, or anywhere"),
        Option("final_transfers", (True, False), "Elves and Goblins still change hands in the final turns"),
        Option("late_sacrifice", (False, True), "a token may be sacrificed at the end of a turn as well"),
    ),
    package=__name__,
    rules=rules,
    moves=moves,
    view=view,
    advice=advice,
)
