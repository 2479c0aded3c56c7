"""A toy of two versions: a die says how many pebbles may be taken, and who takes the last one wins.

Version 1 has nine pebbles; version 2 has twelve, and one more may be taken than the die says. So a list of actions of
one version means something else, or nothing, by the other.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i32, i64

from fourleaf import CHANCE, OVER, Game, Move, State
from fourleaf.engine.errors import BadPosition, NotAMove
from fourleaf.engine.game import Bounds, Refusal
from fourleaf.engine.options import Options, OptionValue
from fourleaf.engine.picture import Ink, Picture
from fourleaf.engine.plan import SearchPlan

FACES = 2
TAKE = FACES + 1
"""Actions: 1 and 2 are what the die shows, TAKE + n takes n pebbles."""
ACTIONS = TAKE + FACES + 2


class Heap(State):
    """A heap, what the die shows, and whose turn it is."""

    def __init__(self, seats: int, heap: int, bonus: int, die: int = 0, turn: int = 0) -> None:
        self.seats, self.heap, self.bonus, self.die, self.turn = seats, heap, bonus, die, turn

    def actor(self) -> i64:
        if self.heap == 0:
            return OVER
        return self.turn if self.die else CHANCE

    def legal(self) -> vec[i32]:
        if self.heap == 0:
            return vec[i32]()
        most = min(self.heap, self.die + self.bonus)
        return vec[i32](range(TAKE + 1, TAKE + most + 1) if self.die else range(1, FACES + 1))

    def odds(self) -> vec[i32]:
        return vec[i32]([1] * FACES)

    def apply(self, action: i64) -> None:
        if action <= FACES:
            self.die = action
            return
        self.heap -= action - TAKE
        self.die = 0
        if self.heap:
            self.turn = (self.turn + 1) % self.seats

    def clone(self) -> State:
        return Heap(self.seats, self.heap, self.bonus, self.die, self.turn)

    def glimpse(self, action: i64, seat: i64) -> i64:
        return action

    def imagine(self, seat: i64, rng: Random) -> State:
        return self.clone()

    def scores(self) -> vec[i64]:
        return vec[i64]([int(self.heap == 0 and seat == self.turn) for seat in range(self.seats)])

    def ranks(self) -> vec[i64]:
        return vec[i64]([int(seat != self.turn) for seat in range(self.seats)])


class Rules:
    """What a version says: how many pebbles there are, and how many more may be taken than the die shows."""

    def __init__(self, heap: int, bonus: int) -> None:
        self.heap, self.bonus = heap, bonus

    def begin(self, seats: int, options: Mapping[str, OptionValue]) -> Heap:
        return Heap(seats, self.heap, self.bonus)


class Take(Move, frozen=True, tag="take"):
    """Some pebbles, or a die."""

    number: int

    @property
    def action(self) -> int:
        return self.number


class Words:
    """Moves and lines."""

    def spell(self, state: Heap, action: int) -> Take:
        return Take(action)

    def read(self, text: str) -> Take:
        raise NotAMove(f"{text!r} is a number at most")

    def about(self, state: Heap, action: int) -> int:
        return int(state.turn)

    def tell(self, state: Heap, action: int, seat: int) -> str:
        return f"the die shows {action}" if action <= FACES else f"seat {state.turn} takes {action - TAKE}"


class Lines:
    """All numbers of a position in a row."""

    def write(self, state: Heap) -> str:
        return f"{state.seats} {state.heap} {state.bonus} {state.die} {state.turn}"

    def read(self, text: str) -> Heap:
        try:
            return Heap(*map(int, text.split()))
        except (TypeError, ValueError):
            raise BadPosition(text) from None

    def options_of(self, state: Heap) -> Options:
        return {}


class HeapView(msgspec.Struct, frozen=True):
    """All there is to see."""

    heap: int


class Sight:
    """Nothing is hidden."""

    def view(self, state: Heap, seat: int) -> HeapView:
        return HeapView(state.heap)

    def prompt(self, view: HeapView) -> str:
        return f"{view.heap} pebbles are left."

    def goal(self, seats: int, options: Options) -> str:
        return "Take the last pebble."


class Drawing:
    """A pebble is an o."""

    def picture(self, view: HeapView) -> Picture:
        return [[Ink("o" * view.heap)]]


class Counsel:
    """The more, the better."""

    SEARCH = SearchPlan()

    def standing(self, state: Heap) -> list[float]:
        return [float(score) for score in state.scores()]

    def priority(self, state: Heap, action: int) -> float:
        return float(action)


class Answers:
    """Few words."""

    def merit(self, state: Heap, action: int) -> str:
        return "More is more."

    def why(self, state: Heap, action: int) -> Refusal:
        return Refusal("The die does not allow that.", "P1.1")


def _pebbles(version: int, rules: Rules, *earlier: Game[Heap, HeapView]) -> Game[Heap, HeapView]:
    return Game(
        name="pebbles",
        title="Pebbles",
        summary="Take the last pebble.",
        credit="Nobody",
        seats=range(2, 4),
        version=version,
        actions=ACTIONS,
        options=(),
        hidden=False,
        one_winner=True,
        bounds=Bounds(plies=36, choices=FACES, outcomes=FACES),
        package=__name__,
        rules=rules,
        moves=Words(),
        notation=Lines(),
        view=Sight(),
        picture=Drawing(),
        reasons=Answers(),
        advice=Counsel(),
        earlier=earlier,
    )


FIRST = _pebbles(1, Rules(heap=9, bonus=0))
GAME = _pebbles(2, Rules(heap=12, bonus=1), FIRST)
WITHOUT_FIRST = _pebbles(2, Rules(heap=12, bonus=1))
"""As if version 1 had never been released."""
