"""Treasure, Treasure!: everybody moves every hunter, and each seat secretly backs one of them."""

from __future__ import annotations

from typing import Final

from fourleaf.engine.game import Game
from fourleaf.games.treasure import advice, moves, rules, view
from fourleaf.games.treasure.board import ACTIONS

GAME: Final = Game(
    name="treasure",
    title="Treasure, Treasure!",
    summary="Four hunters race along a spiral; everybody moves all of them and secretly backs one.",
    credit="Laima Kikutienė and Gediminas Akelaitis; the track and the split of the cards are of this edition",
    seats=range(2, 5),
    version=1,
    actions=ACTIONS,
    options=(),
    package=__name__,
    rules=rules,
    moves=moves,
    view=view,
    advice=advice,
)
