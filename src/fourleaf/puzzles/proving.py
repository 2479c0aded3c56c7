"""What is beyond doubt in a position, because everything that can follow was tried."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, TypeAlias

from fourleaf.engine.errors import FourleafError
from fourleaf.engine.state import CHANCE, OVER, State

Line: TypeAlias = tuple[int, ...]
"""What one seat decides, one action after the other."""
MOST_LINES: Final = 20_000
"""A position with more lines than this is given up: nobody would look through them."""


class NotProven(FourleafError):
    """There is no single best line here, or there is too much to try."""


class Proven(NamedTuple):
    """The best that a seat can do, and how far ahead of everything else it is."""

    lines: tuple[Line, ...]
    """Every line that does it."""
    worth: int
    margin: int
    ways: int
    """How many other ways were tried and found worse; the same actions in another order are the same way."""


def sure_win(state: State, seat: int) -> Proven:
    """That a seat wins in this turn whatever chance does, and that only one first action leads there.

    A slide is two decisions, so the first action is the first two of a line; a flip is one, after which chance decides.
    """
    winning: dict[Line, list[Line]] = {}
    ways = 0
    for first, after in first_actions(state, seat):
        ways += 1
        if _wins(after, seat):
            winning[first] = [first + rest for rest in _winning_lines(after, seat)]
        if len(winning) > 1:
            raise NotProven("more than one first action keeps the win")
    if not winning:
        raise NotProven("nothing wins in this turn for sure")
    ((_, lines),) = winning.items()
    return Proven(tuple(_shortest(lines)), worth=1, margin=1, ways=ways - 1)


def first_actions(state: State, seat: int) -> list[tuple[Line, State]]:
    """Each whole action of a seat with the position after it: until chance decides or one action is complete."""
    found: list[tuple[Line, State]] = []
    for action in state.legal():
        after = _after(state, action)
        deeper = [int(each) for each in after.legal()] if after.actor() == seat else []
        if _is_begun(state, after, seat):
            found += [((int(action), each), _after(after, each)) for each in deeper]
        else:
            found.append(((int(action),), after))
    return found


def _is_begun(before: State, after: State, seat: int) -> bool:
    """Whether a tile is in hand: what may be done next has nothing in common with what could be done before."""
    return after.actor() == seat and set(before.legal()).isdisjoint(after.legal())


def _wins(state: State, seat: int) -> bool:
    """Whether the seat wins before another one decides, whatever chance does."""
    actor = state.actor()
    if actor == OVER:
        return int(state.ranks()[seat]) == 0
    if actor == CHANCE:
        return all(_wins(_after(state, action), seat) for action in state.legal())
    return actor == seat and any(_wins(_after(state, action), seat) for action in state.legal())


def _winning_lines(state: State, seat: int) -> list[Line]:
    """How a won position is won; where chance decides the line ends, for it cannot be told beforehand."""
    if state.actor() != seat:
        return [()]
    followed = [(int(action), _after(state, action)) for action in state.legal()]
    return [(action, *rest) for action, after in followed if _wins(after, seat) for rest in _winning_lines(after, seat)]


def most_points(state: State, seat: int) -> Proven:
    """The lines that bring a seat the most points at the end of the game, and of these the shortest.

    They are beyond doubt when all of them take the same actions, in whatever order, and when nothing that chance or
    anybody else does makes a difference: all of that is tried too.
    """
    ends = _ends(state, seat, {})
    worth = max(ends.values())
    lines = _shortest([line for line, points in ends.items() if points == worth])
    if _ways(lines) > 1:
        raise NotProven("different ways bring the same")
    others = [points for line, points in ends.items() if points < worth]
    if not others:
        raise NotProven("every way brings the same")
    return Proven(tuple(lines), worth, worth - max(others), _ways(ends) - 1)


def _ways(lines: Iterable[Line]) -> int:
    return len({tuple(sorted(line)) for line in lines})


def _ends(state: State, seat: int, known: dict[str, dict[Line, int]]) -> dict[Line, int]:
    """Every line of the seat from here to the end of the game, with the points that it brings."""
    actor = state.actor()
    if actor == OVER:
        return {(): int(state.scores()[seat])}
    here = repr(state)
    if here in known:
        return known[here]
    found: dict[Line, int] = {}
    known[here] = found
    for place, action in enumerate(state.legal()):
        further = _ends(_after(state, action), seat, known)
        if actor == seat:
            found |= {(int(action), *line): points for line, points in further.items()}
            if len(found) > MOST_LINES:
                raise NotProven(f"there are more than {MOST_LINES} lines")
        elif place == 0:
            found |= further
        elif found != further:
            raise NotProven("it depends on what others do")
    return found


def _shortest(lines: list[Line]) -> list[Line]:
    fewest = min(map(len, lines))
    return sorted(line for line in lines if len(line) == fewest)


def _after(state: State, action: int) -> State:
    after = state.clone()
    after.apply(action)
    return after
