"""Der Herr der Wichtel: secret retinues of four gnomes, blind swaps, face-down bribes, and an election."""

from __future__ import annotations

from typing import Final

from fourleaf.engine.game import Game
from fourleaf.engine.options import Option
from fourleaf.games.wichtel import advice, moves, rules, view
from fourleaf.games.wichtel.board import ACTIONS, FEWEST_SEATS, MOST_SEATS

GAME: Final = Game(
    name="wichtel",
    title="Der Herr der Wichtel",
    summary="Improve a secret retinue of four gnomes by calls, swaps and bribes, until somebody has everybody judged.",
    credit="Ralf Sandfuchs (Krimsus Krimskrams-Kiste, 1998); six values and two limits are of this edition",
    seats=range(FEWEST_SEATS, MOST_SEATS + 1),
    version=1,
    actions=ACTIONS,
    options=(
        Option("target", (99, 50), "The total that ends the game; with 50 it takes about two rounds."),
        Option(
            "widow_dismissed",
            (True, False),
            "Whether the Master and the General send the Widow away too; if not, she turns their hand negative.",
        ),
        Option(
            "swap_peek",
            (False, True),
            "Whether the partner of a swap sees the offered gnome before choosing what to return.",
        ),
    ),
    package=__name__,
    rules=rules,
    moves=moves,
    view=view,
    advice=advice,
)
