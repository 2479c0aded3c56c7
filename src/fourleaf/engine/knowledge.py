"""What a seat knows, as an object: it can show the seat's view and imagine worlds, and holds nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec
from librt.random import Random

from fourleaf.engine.state import State

if TYPE_CHECKING:
    from fourleaf.engine.game import Game

STREAM: Final = 0
"""The random stream of the world behind a knowledge. It is nobody else's, so bots choose as if there were none."""


class Knowledge:
    """All that a bot is given: what its seat may see and do.

    Behind it stands a world that was imagined for the seat, not the position itself. By the laws of secrets both show
    the same views and moves and imagine the same worlds; whoever looks behind the names finds one guess of many, and
    whoever changes it changes nothing that is played.
    """

    def __init__(
        self, game: Game[Any, Any], state: State, seat: int, heard: Sequence[int], stream: int = STREAM
    ) -> None:
        self.game = game
        self.seat = seat
        self.heard = list(heard)
        """What the seat has seen of every action so far, one glimpse each, in the order of the match."""
        self.__world = state.imagine(seat, Random(stream))

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.__world.scores())

    @property
    def legal(self) -> list[int]:
        """What the seat may do now; nothing when another one decides."""
        return list(self.__world.legal()) if self.__world.actor() == self.seat else []

    @property
    def view(self) -> msgspec.Struct:
        """What the seat may know of the position."""
        view: msgspec.Struct = self.game.view.view(self.__world, self.seat)
        return view

    def imagine(self, rng: Random) -> State:
        """A full position that the seat cannot tell from the true one."""
        return self.__world.imagine(self.seat, rng)
