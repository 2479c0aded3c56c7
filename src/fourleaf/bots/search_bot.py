"""Looks ahead in imagined worlds, as far as its budget goes."""

from __future__ import annotations

import math
import re
import time
from heapq import nlargest
from statistics import pstdev
from typing import Final, NamedTuple, final

from librt.random import Random

from fourleaf.bots.tree import Edge, Tree
from fourleaf.engine.errors import FourleafError
from fourleaf.engine.knowledge import Knowledge

BREATH: Final = 32
"""Passes between two looks at the clock and at the lead."""
MOST_GLANCES: Final = 16
"""In how many worlds every choice is tried once before the first pass: more have not helped."""
PASSES_A_GLANCE: Final = 10
"""A search of fewer passes glances less, so that it does not spend its time there."""


class BadBudget(FourleafError):
    """A search is to think for no time, or for something that is no time."""


class Budget(NamedTuple):
    """How long a search may think about one move: so many passes, and never longer than so many seconds of one core."""

    passes: int
    seconds: float = math.inf

    def outlasts(self, lead: float, done: int, spent: float) -> bool:
        """Whether the rest of it, at the pace so far, could still close a lead that takes so many passes."""
        return lead <= self.passes - done and lead * spent <= done * (self.seconds - spent)


def budget(text: str) -> Budget:
    """The budget that a person wrote: 500 for passes, 200ms or 1.5s for time."""
    written = re.fullmatch(r"(?P<number>\d+(\.\d+)?)(?P<unit>ms|s|)", text.strip())
    if written is None:
        raise BadBudget(f"a budget reads like 500 (passes), 200ms or 1.5s, not {text!r}")
    number, unit = float(written["number"]), written["unit"]
    if number == 0 or (not unit and number != int(number)):
        raise BadBudget(f"a search needs a budget of at least one pass or some time, not {text!r}")
    if not unit:
        return Budget(int(number))
    return Budget(1 << 40, number / 1000 if unit == "ms" else number)


class Candidate(NamedTuple):
    """A move that was looked into: how much of the thinking went there, and the worth of the rank to expect."""

    action: int
    share: float
    worth: float


def _within(worth: float) -> float:
    """With the luck of its worlds set aside, a worth may come out a hair beyond what a rank can be worth."""
    return min(max(worth, 0.0), 1.0)


@final
class SearchBot:
    """Information-set Monte Carlo search; where it grows a tree, it keeps it from one of its moves to the next."""

    def __init__(self, seed: int, budget: Budget, slack: float = 0.0) -> None:
        self._rng = Random(seed)
        self._budget = budget
        self._slack = slack
        """How much worse a move may look and still be played now and then, in spreads of how all moves look."""
        self._glances = min(MOST_GLANCES, max(1, budget.passes // PASSES_A_GLANCE))
        self._tree: Tree | None = None
        self._heard: list[int] = []
        """What the seat had seen of each action when the tree was grown."""

    def choose(self, knowledge: Knowledge) -> int:
        """The action that the search trusts most."""
        legal = knowledge.legal
        if len(legal) == 1:
            return legal[0]
        found = self.think(knowledge)
        if self._slack == 0.0:
            return found[0].action
        return self._astray(found)

    def _astray(self, found: list[Candidate]) -> int:
        """A move that looks good enough: the worse it looks beside the others, the less likely."""
        worths = [candidate.worth for candidate in found]
        tolerance = self._slack * pstdev(worths)
        if tolerance == 0.0:
            return found[0].action
        weights = [math.exp((worth - max(worths)) / tolerance) for worth in worths]
        left = self._rng.random() * sum(weights)
        for candidate, weight in zip(found, weights, strict=True):
            left -= weight
            if left < 0:
                return candidate.action
        return found[0].action

    def think(self, knowledge: Knowledge) -> list[Candidate]:
        """Everything that was looked into, the most trusted first."""
        # Time of this thread, not of the wall: what else the machine does costs no strength.
        began = time.thread_time()
        tree = self._tree_for(knowledge)
        tree.glance(self._glances)
        search = self._narrow_down if knowledge.game.advice.SEARCH.paired else self._grow
        worths = search(tree, began)
        legal = set(knowledge.legal)
        edges = sorted(
            (edge for edge in worths if edge.sight in legal),
            key=lambda edge: (-edge.visits, -worths[edge], edge.sight),
        )
        visits = sum(int(edge.visits) for edge in edges)
        return [Candidate(edge.sight, int(edge.visits) / visits, _within(worths[edge])) for edge in edges]

    def _tree_for(self, knowledge: Knowledge) -> Tree:
        heard, before = knowledge.heard, len(self._heard)
        tree = self._tree
        is_later = len(heard) > before and heard[:before] == self._heard
        if tree is None or tree.seat != knowledge.seat or not is_later or not tree.follow(heard[before:]):
            tree = Tree(knowledge.seat, knowledge.game, self._rng)
        tree.imagine = knowledge.imagine
        self._tree, self._heard = tree, list(heard)
        return tree

    def _grow(self, tree: Tree, began: float) -> dict[Edge, float]:
        """Think until the budget is used up, or until the rest of it could not change the choice."""
        done = 0
        while done < self._budget.passes:
            breath = min(BREATH, self._budget.passes - done)
            tree.grow(breath)
            done += breath
            spent = time.thread_time() - began
            if spent >= self._budget.seconds:
                break
            if self._slack == 0.0 and not self._budget.outlasts(int(tree.lead()), done, spent):
                break
        return {edge: edge.worth() for edge in tree.root.edges()}

    def _narrow_down(self, tree: Tree, began: float) -> dict[Edge, float]:
        """Try all choices side by side, then only the better half of them, and so on until one is left."""
        field = tree.root.edges()
        stages = max((len(field) - 1).bit_length(), 1)
        stood: list[dict[Edge, float]] = []
        for stage in range(1, stages + 1):
            is_decided = self._try_on(tree, field, stage / stages, began)
            field.sort(key=Edge.worth, reverse=True)
            stood.append({edge: edge.worth() for edge in field})
            if is_decided:
                break
            del field[(len(field) + 1) // 2 :]
        return _beside(field[0], stood)

    def _try_on(self, tree: Tree, field: list[Edge], share: float, began: float) -> bool:
        """Try these until a share of the budget is used up; whether the rest of it could not change the choice."""
        while True:
            tree.try_side_by_side(field)
            done, spent = int(tree.passes), time.thread_time() - began
            if self._slack == 0.0 and not self._budget.outlasts(_passes_to_close(field), done, spent):
                return True
            if done >= share * self._budget.passes or spent >= share * self._budget.seconds:
                return False


def _beside(best: Edge, stood: list[dict[Edge, float]]) -> dict[Edge, float]:
    """What each is worth by how far it was behind the best one when both were last tried together."""
    worths: dict[Edge, float] = {}
    for together in stood:
        worths |= {edge: best.worth() + worth - together[best] for edge, worth in together.items()}
    return worths


def _passes_to_close(field: list[Edge]) -> float:
    """How many passes the second best needs at least to catch up: in a world, which takes two, it gains 1 at most."""
    first, *others = nlargest(2, (edge.value + edge.prior_value for edge in field))
    return 2 * (first - others[0]) if others else math.inf
