"""The contract that every game keeps: one position, who decides in it, and what each seat may know of it."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, Final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

CHANCE: Final = -1
"""The actor of dice, draws, deals and disclosures."""

OVER: Final = -2
"""The actor of a position in which nobody decides any more."""

WATCHER: Final = -3
"""The seat of somebody who only looks on: a watcher sees what the whole table sees."""

HIDDEN: Final = -1
"""The glimpse of an action of which a seat sees only that it happened."""

NO_ACTION: Final = -1
"""What is no action at all."""


# A game under design may be written as plain Python and played by the compiled engine at once.
@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One position of one game; whatever happens at the table is one `apply`.

    `clone`, `copy.copy` and `copy.deepcopy` give a position of its own; `==` asks for the same position of the same
    game, hidden things included; `repr` is the line of notation, and pickle sends that line to another process. A
    position changes, so it has no hash: where a key is needed, take its `repr`.
    """

    def actor(self) -> i64:
        """Who decides now: a seat, CHANCE or OVER."""
        raise NotImplementedError

    def legal(self) -> vec[i32]:
        """The actions that may be taken now: ascending, distinct, and none only when the game is over."""
        raise NotImplementedError

    def odds(self) -> vec[i32]:
        """When CHANCE decides: whole-number weights, in the order of `legal()`."""
        raise NotImplementedError

    def draw(self, rng: Random) -> i64:
        """When CHANCE decides: an action drawn by the odds; a game may know a faster way to the same odds."""
        odds = self.odds()
        total: i64 = 0
        for weight in odds:
            total += i64(weight)
        left: i64 = rng.randrange(total)
        place: i64 = 0
        left -= i64(odds[place])
        while left >= 0:
            place += 1
            left -= i64(odds[place])
        return i64(self.legal()[place])

    def apply(self, action: i64) -> None:
        """Let a legal action happen; whoever calls has checked that it is legal."""
        raise NotImplementedError

    def clone(self) -> State:
        """A position of its own that is equal to this one."""
        raise NotImplementedError

    def glimpse(self, action: i64, seat: i64) -> i64:
        """What `seat` (or WATCHER) sees of an action that is about to be applied."""
        raise NotImplementedError

    def imagine(self, seat: i64, rng: Random) -> State:
        """A full position that `seat` (or WATCHER) cannot tell from this one."""
        raise NotImplementedError

    def encode(self, seat: i64, out: vec[i32], at: i64 = 0) -> i64:
        """Write what `seat` knows into zeros at a place of `out`, as the bits of float32s; the place after the last.

        What each number means, and how many there are, says `game.observation(seats)`.
        """
        raise NotImplementedError

    def decision(self, action: i64) -> i64:
        """The compact number of one of the actor's legal actions; `game.decisions(seats)` says what each one means.

        It depends on nothing that the actor does not know, and seats in it are counted from the actor.
        """
        raise NotImplementedError

    def decided(self, number: i64) -> i64:
        """The legal action of the actor that has this compact number, or NO_ACTION."""
        for action in self.legal():
            if self.decision(i64(action)) == number:
                return i64(action)
        return NO_ACTION

    def scores(self) -> vec[i64]:
        """Each seat's points: final when the game is over, standing before."""
        raise NotImplementedError

    def ranks(self) -> vec[i64]:
        """When the game is over: how many seats finished before each seat; one more for all when nobody wins."""
        raise NotImplementedError

    # As any other value

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(self) is not type(other) or _home(self) is None:
            return False
        return repr(self) == repr(other)

    def __hash__(self) -> int:
        raise TypeError("a State changes, so it has no hash; its repr() can be a key")

    def __repr__(self) -> str:
        home = _home(self)
        if home is None:
            return object.__repr__(self)
        line: str = sys.modules[home].GAME.notation.write(self)
        return line

    def __reduce__(self) -> tuple[object, ...]:
        home = _home(self)
        if home is None:
            raise TypeError(f"{type(self).__qualname__} belongs to no game, so nobody could read it again")
        return read_again, (home, repr(self))


def _home(state: State) -> str | None:
    """The package (or the module) in which the game of a position stands; a State on its own has none."""
    module: str = type(state).__module__
    for home in (module.rpartition(".")[0], module):
        if hasattr(sys.modules.get(home), "GAME"):
            return home
    return None


def read_again(home: str, line: str) -> State:
    """The position that a line of notation stands for, in the game that is at home there."""
    game: Any = import_module(home).GAME
    state: State = game.position(line)
    return state
