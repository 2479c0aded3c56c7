"""Alarún: barter for ingredients, lay them into a square, and brew a potion in each of its ten lines."""

from __future__ import annotations

from typing import Final

from fourleaf.engine.game import Game
from fourleaf.games.alarun import advice, moves, rules, view
from fourleaf.games.alarun.board import ACTIONS

GAME: Final = Game(
    name="alarun",
    title="Alarún",
    summary="Eight rounds of barter fill a square of ingredients; each of its ten lines brews one potion.",
    credit="Ruben Dijkstra and Ruurd Lammers (Waterfall Games, 2022); the points for potions are of this edition",
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
