"""Pig, by OpenSpiel's rules: roll and gather, or hold and keep; a one loses the turn; 100 points win."""

from __future__ import annotations

from typing import Final, final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i32, i64

from fourleaf.engine.state import CHANCE, OVER, State

GOAL: Final = 100
LONGEST: Final = 1000
FACES: Final = 6
ROLL: Final = 0
HOLD: Final = 1

DIE: Final[vec[i32]] = vec[i32](range(FACES))
EVEN_ODDS: Final[vec[i32]] = vec[i32]([1] * FACES)
ROLL_OR_HOLD: Final[vec[i32]] = vec[i32]([ROLL, HOLD])
MUST_HOLD: Final[vec[i32]] = vec[i32]([HOLD])


@final
class Pig(State):
    """Two seats, one die."""

    def __init__(self) -> None:
        self.points = vec[i64]([0, 0])
        self.turn: i64 = 0
        self.gathered: i64 = 0
        self.rolling: bool = False
        self.decisions: i64 = 0

    def clone(self) -> Pig:
        twin = Pig()
        twin.points = self.points[:]
        twin.turn = self.turn
        twin.gathered = self.gathered
        twin.rolling = self.rolling
        twin.decisions = self.decisions
        return twin

    def actor(self) -> i64:
        if self.points[0] >= GOAL or self.points[1] >= GOAL or self.decisions >= LONGEST:
            return OVER
        return CHANCE if self.rolling else self.turn

    def legal(self) -> vec[i32]:
        if self.rolling:
            return DIE
        if self.points[self.turn] + self.gathered >= GOAL:
            return MUST_HOLD
        return ROLL_OR_HOLD

    def odds(self) -> vec[i32]:
        return EVEN_ODDS

    def draw(self, rng: Random) -> i64:
        return rng.randrange(FACES)

    def apply(self, action: i64) -> None:
        if self.rolling:
            self.rolling = False
            if action == 0:
                self._pass_the_die()
            else:
                self.gathered += action + 1
            return
        self.decisions += 1
        if action == ROLL:
            self.rolling = True
        else:
            self.points[self.turn] += self.gathered
            self._pass_the_die()

    def _pass_the_die(self) -> None:
        self.gathered = 0
        self.turn = 1 - self.turn

    def scores(self) -> vec[i64]:
        return self.points[:]

    def ranks(self) -> vec[i64]:
        return vec[i64]([0 if self.points[seat] >= GOAL else 1 for seat in range(2)])
