"""Treasure, Treasure!: everybody moves every hunter, and each seat secretly backs one of them."""

from __future__ import annotations

from typing import Final

from fourleaf.engine.game import Bounds, Game
from fourleaf.games.treasure import advice, encode, moves, notation, picture, reasons, rules, view
from fourleaf.games.treasure.board import ACTIONS, CARDS, COLOURS, COPIES, HAND, THROWS

DECK: Final = CARDS * COPIES

GAME: Final = Game(
    name="treasure",
    title="Treasure, Treasure!",
    summary="Four hunters race along a spiral; everybody moves all of them and secretly backs one.",
    credit="Laima Kikutienė and Gediminas Akelaitis; the track and the split of the cards are of this edition",
    seats=range(2, 5),
    version=1,
    actions=ACTIONS,
    options=(),
    hidden=True,
    one_winner=True,
    bounds=Bounds(
        # A colour is drawn and shown for each seat; each card is taken once, and played once, after a throw and perhaps
        # before an exchange (T2.6).
        plies=2 * COLOURS + DECK + 3 * DECK,
        choices=max(HAND, COLOURS - 1),
        outcomes=max(THROWS, CARDS, COLOURS),
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
)
