"""Rainbow Flip & Slide: everybody builds rainbows from the same tiles, and the one at your rabbit wins for you."""

from __future__ import annotations

from typing import Final

from fourleaf.engine.game import Bounds, Game
from fourleaf.games.flipslide import advice, encode, moves, notation, picture, reasons, rules, view
from fourleaf.games.flipslide.board import ACTIONS, ACTIONS_A_TURN, COLOURS, LEAVES, MOST_SEATS, TURNED_UP

QUIET: Final = max(int(limit) for option in notation.OPTIONS if option.name == "quiet_limit" for limit in option.values)


def _longest(seats: int) -> int:
    flips = COLOURS * LEAVES[seats - 1] - TURNED_UP[seats - 1]
    # F7.2 A turn begins with less quiet than the limit. So this many actions come up to a flip, itself among them, and
    # as many after the last one.
    actions = QUIET - 1 + ACTIONS_A_TURN[seats - 1]
    # A flip and a slide are two plies each; F8.2 alone a jump follows.
    plies = 3 if seats == 1 else 2
    return 2 * TURNED_UP[seats - 1] + seats + (flips + 1) * actions * plies


GAME: Final = Game(
    name="flipslide",
    title="Rainbow Flip & Slide",
    summary="Flip clover tiles, slide colours round the patch, and lead a whole rainbow to your rabbit; also alone.",
    credit="Rainbow Rabbits; the shape of the patch and the quiet limit are of this edition",
    seats=range(1, 5),
    version=1,
    actions=ACTIONS,
    options=notation.OPTIONS,
    hidden=False,
    one_winner=True,
    bounds=Bounds(
        plies=max(_longest(seats) for seats in range(1, MOST_SEATS + 1)),
        # A tile that is added fills one cell beside the patch and brings at most three, as those beside it and the tile
        # that it touches were there before. So m tiles have at most 2 m + 4; a slide leaves one of them.
        choices=2 * (COLOURS * max(LEAVES) + MOST_SEATS - 1) + 3,
        # F2.3 Any tile may be the first that is turned up.
        outcomes=COLOURS * max(LEAVES),
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
    spell_all=moves.spell_all,
    turned=view.turned,
)
