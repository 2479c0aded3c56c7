"""Alarún: barter for ingredients, lay them into a square, and brew a potion in each of its ten lines."""

from __future__ import annotations

from typing import Final

from fourleaf.engine.game import Bounds, Game
from fourleaf.games.alarun import advice, encode, moves, notation, picture, reasons, rules, view
from fourleaf.games.alarun.board import ACTIONS, CARDS, COLOURS, HAND, KINDS, MOST_ACTIONS, MOST_CELLS, ROUNDS, SEATS

GAME: Final = Game(
    name="alarun",
    title="Alarún",
    summary="Eight rounds of barter fill a square of ingredients; each of its ten lines brews one potion.",
    credit="Ruben Dijkstra and Ruurd Lammers (Waterfall Games, 2022); the points for potions are of this edition",
    seats=range(2, 5),
    version=1,
    actions=ACTIONS,
    options=(),
    hidden=True,
    one_winner=False,
    bounds=Bounds(
        # A colour is drawn and shown for each seat, and each card leaves the deck once. In a round a seat acts as often
        # as A3.9 lets it and passes once, and it lays its hand.
        plies=2 * SEATS + CARDS + ROUNDS * SEATS * (MOST_ACTIONS + 1 + HAND),
        # A4.3 Each card of the hand into each cell; A3.2 each for each in the centre, or a pass, all, or the reserve.
        choices=max(HAND * MOST_CELLS, HAND * HAND + 3),
        outcomes=max(KINDS, COLOURS),
    ),
    package=__name__,
    rules=rules,
    moves=moves,
    notation=notation,
    view=view,
    picture=picture,
    reasons=reasons,
    advice=advice,
    encode=encode,
    turned=view.turned,
)
