"""What a seat knows, as an object: it can show the seat's view and imagine worlds, and holds nothing else out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from librt.random import Random

from fourleaf.engine.state import State

if TYPE_CHECKING:
    from fourleaf.engine.game import Game


class Knowledge:
    """All that a bot is given: what its seat may see and do, never the position itself."""

    def __init__(self, game: Game[Any, Any], state: State, seat: int, heard: list[int]) -> None:
        self.game = game
        self.seat = seat
        self.heard = heard
        """What the seat has seen of every action so far, one glimpse each, in the order of the match."""
        self.__state = state

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.__state.scores())

    @property
    def legal(self) -> list[int]:
        """What the seat may do now; nothing when another one decides."""
        return list(self.__state.legal()) if self.__state.actor() == self.seat else []

    @property
    def view(self) -> msgspec.Struct:
        """What the seat may know of the position."""
        view: msgspec.Struct = self.game.view.view(self.__state, self.seat)
        return view

    def imagine(self, rng: Random) -> State:
        """A full position that the seat cannot tell from the true one."""
        return self.__state.imagine(self.seat, rng)
