"""Fourleaf: a table for five games of clover, rainbow and gold.

>>> import fourleaf
>>> match = fourleaf.game("treasure").start(seats=3, seed=7)
>>> match.play(match.moves[0])
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from fourleaf import native

native.choose()

from fourleaf.bots.hint import Hint, hint  # noqa: E402
from fourleaf.engine.errors import (  # noqa: E402  # the choice between compiled and source comes before all imports
    BadBoard,
    BadPosition,
    BadRecord,
    BadSeat,
    BadStart,
    FourleafError,
    IllegalMove,
    NotAMove,
    NothingToUndo,
    OtherRules,
    UnknownGame,
)
from fourleaf.engine.fairluck import FairLuck  # noqa: E402
from fourleaf.engine.game import Game  # noqa: E402
from fourleaf.engine.luck import ByHand, SeedLuck  # noqa: E402
from fourleaf.engine.match import Match  # noqa: E402
from fourleaf.engine.move import Move  # noqa: E402
from fourleaf.engine.record import Beginning, Origin, Record, Result  # noqa: E402
from fourleaf.engine.state import CHANCE, OVER, WATCHER, State  # noqa: E402
from fourleaf.engine.verify import Verdict  # noqa: E402
from fourleaf.games import game, play_from, replay, verify  # noqa: E402

if TYPE_CHECKING:
    from fourleaf.adapters.batch import BatchArrays, Rival

    # At run time `fourleaf.games` is the package, and can be called.
    from fourleaf.games import games  # noqa: TC004

__version__ = "0.1.0"


def batch(
    game: str,
    n: int,
    seats: int,
    seed: int | None = None,
    options: Mapping[str, object] | None = None,
    rivals: Mapping[int, Rival] | Rival | None = None,
) -> BatchArrays:
    """So many games side by side in NumPy arrays, for learners; `pip install 'fourleaf[rl]'` brings NumPy.

    `rivals` has a bot's name or a policy for each seat that is not learned for; one for all leaves seat 0.
    """
    # NumPy is loaded when somebody asks for arrays, and not with the package.
    from fourleaf.adapters import batch as arrays

    return arrays.batch(game, n, seats, seed, options, rivals)


__all__ = [
    "CHANCE",
    "OVER",
    "WATCHER",
    "BadBoard",
    "BadPosition",
    "BadRecord",
    "BadSeat",
    "BadStart",
    "Beginning",
    "ByHand",
    "FairLuck",
    "FourleafError",
    "Game",
    "Hint",
    "IllegalMove",
    "Match",
    "Move",
    "NotAMove",
    "NothingToUndo",
    "Origin",
    "OtherRules",
    "Record",
    "Result",
    "SeedLuck",
    "State",
    "UnknownGame",
    "Verdict",
    "batch",
    "game",
    "games",
    "hint",
    "play_from",
    "replay",
    "verify",
]
