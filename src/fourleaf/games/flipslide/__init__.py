"""Rainbow Flip & Slide: everybody builds rainbows from the same tiles, and the one at your rabbit wins for you."""

from __future__ import annotations

from typing import Final

from fourleaf.engine.game import Game
from fourleaf.games.flipslide import advice, moves, rules, view
from fourleaf.games.flipslide.board import ACTIONS

GAME: Final = Game(
    name="flipslide",
    title="Rainbow Flip & Slide",
    summary="Flip clover tiles, slide colours round the patch, and lead a whole rainbow to your rabbit; also alone.",
    credit="Rainbow Rabbits; the shape of the patch and the quiet limit are of this edition",
    seats=range(1, 5),
    version=1,
    actions=ACTIONS,
    options=moves.OPTIONS,
    package=__name__,
    rules=rules,
    moves=moves,
    view=view,
    advice=advice,
)
