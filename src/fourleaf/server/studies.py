"""Studies: what comes of a position when somebody tries moves out in it, alone and without consequence.

The browser holds where a study begins and the moves since; nothing of it is kept here, and the same question has the
same answer. Luck is what the list of moves says, and beyond that it follows from a seed: it is nobody's fair luck.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import msgspec

import fourleaf
from fourleaf.engine.errors import BadSeat, IllegalMove, NotAMove, listed
from fourleaf.engine.luck import SeedLuck
from fourleaf.engine.match import Match, Step
from fourleaf.engine.state import CHANCE, OVER
from fourleaf.server import wire
from fourleaf.server.apart import Apart
from fourleaf.server.tables.projection import glimpsed


class Studies:
    """Positions that people try moves out in."""

    def __init__(self, apart: Apart) -> None:
        self._apart = apart

    async def follow(self, who: str, wish: wire.StudyWish) -> wire.Study:
        """What comes of a position and some moves; `who` asks takes a place of theirs."""
        return await self._apart.do(who, "study", followed, wish)


def followed(wish: wire.StudyWish) -> wire.Study:
    """How the position stands after each decision of a list of moves, as far as they are legal."""
    game = fourleaf.game(wish.game)
    first = game.position(wish.position)
    options = game.notation.options_of(first)
    seats = len(first.scores())
    if wish.seat not in range(seats):
        raise BadSeat(f"there is no seat {wish.seat} in this position; the seats are {listed(range(seats))}")
    line = _Following(Match(game, first, seats, options, SeedLuck(wish.seed)), wish)
    line.follow()
    known = max((place for place, step in enumerate(line.steps) if step.made <= wish.since), default=0)
    return wire.Study(
        seats=seats,
        options=options,
        rules_version=game.version,
        goal=game.goal(seats, options),
        steps=line.steps[known:],
        refused=line.refused,
    )


class _Following:
    """The moves of a study while they are made."""

    def __init__(self, match: Match, wish: wire.StudyWish) -> None:
        self._match = match
        self._wish = wish
        self._left = deque(wish.moves)
        self.steps: list[wire.StudyStep] = []
        self.refused: wire.Problem | None = None

    def follow(self) -> None:
        """Make the moves, up to the first that is not legal."""
        self._go_on([])
        while self._left and self.refused is None:
            try:
                decided = self._match.follow([self._left[0]])
            except (IllegalMove, NotAMove) as error:
                self.refused = _problem(error)
            else:
                self._left.popleft()
                self._go_on(decided)

    def _go_on(self, decided: list[Step]) -> None:
        self._tell(decided)
        while self._wish.others and self._match.actor not in (self._wish.seat, OVER):
            self._tell(self._match.follow(self._match.legal[:1]))

    def _tell(self, decided: list[Step]) -> None:
        happened = [*decided, *self._luck()]
        made = len(self._wish.moves) - len(self._left)
        self.steps.append(_step(self._match, self._wish.seat, happened, made))

    def _luck(self) -> list[Step]:
        """What chance does next: what the list says of it, and where it says nothing more, what the seed brings."""
        happened: list[Step] = []
        while self._match.actor == CHANCE and self._left:
            try:
                happened += self._match.follow([self._left[0]])
            except (IllegalMove, NotAMove):
                break
            self._left.popleft()
        return [*happened, *self._match.let_chance_speak()]


def _step(match: Match, seat: int, steps: Sequence[Step], made: int) -> wire.StudyStep:
    view = match.view(seat)
    mine = match.actor == seat
    legal = [wire.LegalMove(action=move.action, move=move) for move in match.moves] if mine else []
    return wire.StudyStep(
        made=made,
        happened=[glimpsed(match.game, step, seat) for step in steps],
        now=wire.MatchStanding(
            seat=seat,
            ply=match.ply,
            actor=match.actor,
            view=msgspec.to_builtins(view),
            prompt=match.game.view.prompt(view),
            legal=legal,
        ),
        texts=[str(move.move) for move in legal],
    )


def _problem(error: IllegalMove | NotAMove) -> wire.Problem:
    if isinstance(error, IllegalMove):
        return wire.Problem(code="illegal", words=error.reason, clause=error.clause)
    return wire.Problem(code="malformed", words=str(error))
