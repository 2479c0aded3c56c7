"""Information-set Monte Carlo tree search: what one seat learns from playing on in worlds that it imagines.

The tree belongs to one seat. Its edges are what that seat would see of an action (the glimpse), so two worlds that the
seat cannot tell apart share their way down; every way down begins in a world imagined afresh. Where everything lies
open, each seat is taken to search for its own rank (max-n); where something is hidden, the others follow the priorities
of the game's advice, because in this tree they would learn to play against secrets. Chance falls by its odds.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final, final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i32, i64

from fourleaf.engine.game import Advice, Game
from fourleaf.engine.playout import worth_of_ranks
from fourleaf.engine.state import CHANCE, OVER, State

CURIOSITY: Final = 1.0
"""How much a choice gains from having been tried less than others, in spreads of what has come of them all."""
TRUST: Final = 1.0
"""How much the game's own priorities steer before an edge has been tried often, in the same measure."""
LEAST_SPREAD: Final = 0.02
"""Below this, what comes of a situation is taken to differ by chance."""
PRIOR_VISITS: Final = 32.0
"""How many visits the first glance at a choice is worth: one step ahead is seen sharply, but not far ..."""
PRIOR_VISITS_IN_THE_OPEN: Final = 4.0
"""... and how many when nothing is hidden, because then the visits too are sharp."""
MOST_NODES: Final = 200_000
"""The tree stops growing here, so that no thought eats the machine; ways down go on being counted."""
FIRST_WORLDS: Final = 3
"""How many worlds are weighed before the first is played in, so that there is something to compare it with."""
LUCKS: Final = 1 << 30
"""How many ways there are for luck to fall when choices are tried side by side."""


@final
class Edge:
    """One thing that the seat may see happen next, and how that has fared so far."""

    def __init__(self, sight: i64) -> None:
        self.sight = sight
        self.visits: i64 = 0
        self.offers: i64 = 0
        """How often it was possible: not every imagined world allows everything."""
        self.value: float = 0.0
        """What whoever decides here has made of it, added up over the visits."""
        self.priority: float = 0.0
        """What the game's advice gives it."""
        self.prior_visits: float = 0.0
        """How many visits the first glance at it is worth, and what that showed, added up like the value."""
        self.prior_value: float = 0.0
        self.beyond: Node | None = None
        self.next: Edge | None = None
        self.pass_number: i64 = 0
        """The way down that offered it last; `action` is what it stands for in that world."""
        self.action: i64 = 0
        self.alike: i64 = 0

    def worth(self) -> float:
        """What may be expected of it, from the first glance and from what has come of it since."""
        return (self.value + self.prior_value) / (float(self.visits) + self.prior_visits)


@final
class Node:
    """A situation as the seat knows it: all positions in which it has seen the same."""

    def __init__(self) -> None:
        self.first: Edge | None = None
        self.latest: Edge | None = None
        self.visits: i64 = 0
        self.value: float = 0.0
        """What whoever decides here has made of it, added up; and the squares, which tell how widely it spreads."""
        self.squares: float = 0.0
        self.least_priority: float = math.inf
        self.most_priority: float = -math.inf

    def edge(self, sight: i64) -> Edge | None:
        """The edge of this sight, if it was ever met; looked for from the last one on, as most come in order."""
        latest = self.latest
        if latest is None:
            return None
        edge = latest.next
        while edge is not None:
            if edge.sight == sight:
                self.latest = edge
                return edge
            edge = edge.next
        edge = self.first
        while edge is not None:
            if edge.sight == sight:
                self.latest = edge
                return edge
            if edge is latest:
                return None
            edge = edge.next
        return None

    def add(self, sight: i64) -> Edge:
        """A new edge, after the one that was found last."""
        edge = Edge(sight)
        latest = self.latest
        if latest is None:
            self.first = edge
        else:
            edge.next = latest.next
            latest.next = edge
        self.latest = edge
        return edge

    def edges(self) -> list[Edge]:
        """All edges that were ever met."""
        found: list[Edge] = []
        edge = self.first
        while edge is not None:
            found.append(edge)
            edge = edge.next
        return found


@final
class Tree:
    """The search of one seat at one moment; it grows by one way down at a time."""

    def __init__(self, seat: i64, game: Game[Any, Any], rng: Random) -> None:
        self.seat = seat
        advice: Advice[State] = game.advice
        plan = advice.SEARCH
        self.imagine: Callable[[Random], State] | None = None
        """Gives a world as the seat knows it now; renewed whenever the seat has seen more."""
        self.root = Node()
        self.nodes: i64 = 1
        self.passes: i64 = 0
        self._standing: Callable[[State], list[float]] = advice.standing
        self._priority: Callable[[State, int], float] = advice.priority
        self._decisions_on: i64 = plan.horizon.decisions
        self._turns_on: i64 = plan.horizon.turns
        self._whim = plan.whim
        self._hidden = game.hidden
        self._one_winner = game.one_winner
        self._rng = rng
        self._dice = rng
        """What decides what chance brings."""
        self._worlds: i64 = 0
        """How many worlds were weighed since the seat last saw more."""
        self._usual: list[float] = []
        self._luck: list[float] = []
        self._way: list[Edge] = []
        self._nodes: list[Node] = []
        self._deciders: list[int] = []

    def grow(self, passes: i64) -> None:
        """Go down so many times."""
        for _ in range(passes):
            self._go_down()

    def glance(self, worlds: i64) -> None:
        """Look one step ahead at every choice, each in the same few worlds: there the search begins."""
        edge = self.root.first
        while edge is not None:
            edge.prior_visits = 0.0
            edge.prior_value = 0.0
            edge = edge.next
        if not self._hidden:
            self._glance_at(self._imagined(), PRIOR_VISITS_IN_THE_OPEN)
            return
        for _ in range(worlds):
            self._glance_at(self._imagined(), PRIOR_VISITS / float(worlds))

    def _glance_at(self, world: State, visits: float) -> None:
        legal: vec[i32] = world.legal()
        for place in range(len(legal)):
            action = i64(legal[place])
            after = world.clone()
            after.apply(action)
            edge = self.root.edge(action)
            if edge is None:
                edge = self.root.add(action)
            edge.prior_visits += visits
            edge.prior_value += visits * (self._worth_to_seats(after)[self.seat] - self._luck[self.seat])

    def try_side_by_side(self, choices: list[Edge]) -> None:
        """Try each of these choices once in the same world, with the same luck after it: nothing else differs."""
        world = self._imagined()
        luck = self._rng.randrange(LUCKS)
        rng = self._rng
        for edge in choices:
            # Dice of their own, so that they fall alike although different choices lead to more or fewer whims.
            self._rng = Random(luck)
            self._dice = Random(LUCKS + luck)
            after = world.clone()
            after.apply(edge.sight)
            self._play_on(after)
            edge.visits += 1
            edge.value += self._worth_to_seats(after)[self.seat] - self._luck[self.seat]
        self._rng = rng
        self._dice = rng
        self.passes += len(choices)

    def lead(self) -> i64:
        """How many more visits the most visited edge has than the next; nothing can overtake it in fewer passes."""
        first: i64 = 0
        second: i64 = 0
        edge = self.root.first
        while edge is not None:
            if edge.visits > first:
                second = first
                first = edge.visits
            elif edge.visits > second:
                second = edge.visits
            edge = edge.next
        return first - second

    def follow(self, sights: list[int]) -> bool:
        """Move on to what the seat has seen since; whether the tree had come so far."""
        node: Node | None = self.root
        for sight in sights:
            edge: Edge | None = None
            if node is not None:
                edge = node.edge(sight)
            if edge is None:
                return False
            node = edge.beyond
        if node is None:
            return False
        self.root = node
        self.nodes = _size(node)
        self._worlds = 0
        self._usual.clear()
        self._luck.clear()
        return True

    def _go_down(self) -> None:
        self.passes += 1
        self._way.clear()
        self._nodes.clear()
        self._deciders.clear()
        world = self._imagined()
        node: Node | None = self.root
        actor = world.actor()
        while node is not None and actor != OVER:
            if actor == CHANCE:
                node = self._watch(node, world, world.draw(self._dice))
            elif actor != self.seat and self._hidden:
                # A rival who searched in this tree would play as if it knew what the seat hides.
                node = self._watch(node, world, self._advised(world))
            else:
                node = self._let_seat_decide(node, world, actor)
            actor = world.actor()
        self._play_on(world)
        self._remember(self._worth_to_seats(world))

    def _imagined(self) -> State:
        """A world as the seat may imagine it now, and weighed."""
        assert self.imagine is not None
        while self._hidden and self._worlds < FIRST_WORLDS:
            self._weigh(self.imagine(self._rng))
        world = self.imagine(self._rng)
        if self._hidden or self._worlds == 0:
            self._weigh(world)
        return world

    def _weigh(self, world: State) -> None:
        """How much luckier each seat is in this world than in the others: that is no merit of what it does there."""
        here = self._worth_of_standing(world)
        self._worlds += 1
        for seat in range(len(here)):
            if self._worlds == 1:
                self._usual.append(0.0)
                self._luck.append(0.0)
            self._usual[seat] += (here[seat] - self._usual[seat]) / float(self._worlds)
            self._luck[seat] = here[seat] - self._usual[seat]

    def _watch(self, node: Node, world: State, action: i64) -> Node | None:
        sight = world.glimpse(action, self.seat)
        edge = node.edge(sight)
        if edge is None:
            edge = node.add(sight)
        world.apply(action)
        # Chance is nobody's merit: what follows it is tried at once, and only a decision ends a way down.
        return self._beyond(edge)

    def _let_seat_decide(self, node: Node, world: State, actor: i64) -> Node | None:
        self._offer(node, world, actor)
        edge = self._most_valued(node)
        self._way.append(edge)
        self._nodes.append(node)
        self._deciders.append(actor)
        is_new = edge.visits == 0
        world.apply(edge.action)
        return None if is_new else self._beyond(edge)

    def _beyond(self, edge: Edge) -> Node | None:
        if edge.beyond is None and self.nodes < MOST_NODES:
            edge.beyond = Node()
            self.nodes += 1
        return edge.beyond

    def _offer(self, node: Node, world: State, actor: i64) -> None:
        """Mark what is possible in this world; actions that look alike to the seat share an edge."""
        mine = actor == self.seat
        legal: vec[i32] = world.legal()
        for place in range(len(legal)):
            action = i64(legal[place])
            sight = action
            if not mine:
                sight = world.glimpse(action, self.seat)
            edge = node.edge(sight)
            if edge is None:
                edge = node.add(sight)
                edge.priority = self._priority(world, action)
                if edge.priority < node.least_priority:
                    node.least_priority = edge.priority
                if edge.priority > node.most_priority:
                    node.most_priority = edge.priority
            if edge.pass_number != self.passes:
                edge.pass_number = self.passes
                edge.offers += 1
                edge.action = action
                edge.alike = 1
            else:
                edge.alike += 1
                if self._rng.randrange(edge.alike) == 0:
                    edge.action = action

    def _most_valued(self, node: Node) -> Edge:
        # An edge that was never tried is taken to be as good as the others are on average.
        usual = 0.5
        spread = 0.5
        if node.visits > 0:
            usual = node.value / float(node.visits)
            spread = math.sqrt(max(node.squares / float(node.visits) - usual * usual, 0.0)) + LEAST_SPREAD
        priorities = node.most_priority - node.least_priority
        best: Edge | None = None
        highest = -math.inf
        edge = node.first
        while edge is not None:
            if edge.pass_number == self.passes:
                tries = float(edge.visits + 1)
                expected = usual
                if edge.visits > 0 or edge.prior_visits > 0.0:
                    expected = edge.worth()
                expected += CURIOSITY * spread * math.sqrt(math.log(float(edge.offers + 1)) / tries)
                if priorities > 0.0 and edge.prior_visits == 0.0:
                    expected += TRUST * spread * (edge.priority - node.least_priority) / (priorities * tries)
                # A hair of chance between equals, so that the order of the actions decides nothing.
                expected += 1e-6 * self._rng.random()
                if expected > highest:
                    highest = expected
                    best = edge
            edge = edge.next
        assert best is not None
        return best

    def _play_on(self, world: State) -> None:
        decisions = self._decisions_on
        turns = self._turns_on
        others_decided = False
        actor = world.actor()
        while (decisions > 0 or turns > 0) and actor != OVER:
            if actor == CHANCE:
                world.apply(world.draw(self._dice))
            else:
                world.apply(self._advised(world))
                decisions -= 1
                others_decided = others_decided or actor != self.seat
            actor = world.actor()
            if others_decided and actor == self.seat:
                others_decided = False
                turns -= 1

    def _advised(self, world: State) -> i64:
        """Mostly what the game's priorities put first, now and then anything."""
        legal = world.legal()
        choices: i64 = len(legal)
        if choices == 1:
            return i64(legal[0])
        if self._rng.random() < self._whim:
            return i64(legal[self._rng.randrange(choices)])
        best: i64 = 0
        most = -math.inf
        alike: i64 = 0
        for place in range(choices):
            priority = self._priority(world, i64(legal[place]))
            if priority > most:
                most = priority
                best = i64(legal[place])
                alike = 1
            elif priority == most:
                alike += 1
                if self._rng.randrange(alike) == 0:
                    best = i64(legal[place])
        return best

    def _worth_to_seats(self, world: State) -> list[float]:
        if world.actor() == OVER:
            return worth_of_ranks(list(world.ranks()))
        return self._worth_of_standing(world)

    def _worth_of_standing(self, world: State) -> list[float]:
        standing = self._standing(world)
        return worth_of_winning(standing) if self._one_winner else worth_of_standing(standing)

    def _remember(self, worths: list[float]) -> None:
        for depth in range(len(self._way)):
            edge, node = self._way[depth], self._nodes[depth]
            decider = self._deciders[depth]
            worth = worths[decider] - self._luck[decider]
            edge.visits += 1
            edge.value += worth
            node.visits += 1
            node.value += worth
            node.squares += worth * worth


def _size(root: Node) -> i64:
    found: i64 = 0
    waiting = [root]
    while waiting:
        found += 1
        waiting += [edge.beyond for edge in waiting.pop().edges() if edge.beyond is not None]
    return found


def worth_of_standing(standing: list[float]) -> list[float]:
    """What each seat may expect of its rank: between any two seats, their standings are the odds of who is ahead."""
    seats = len(standing)
    if seats == 1:
        return standing
    worths: list[float] = []
    for seat in range(seats):
        beaten = 0.0
        for other in range(seats):
            if other != seat:
                both = standing[seat] + standing[other]
                beaten += standing[seat] / both if both > 0.0 else 0.5
        worths.append(beaten / float(seats - 1))
    return worths


def worth_of_winning(standing: list[float]) -> list[float]:
    """The same where one seat wins and the others are equal: their standings are the odds of who that will be."""
    seats = len(standing)
    if seats == 1:
        return standing
    together = 0.0
    for each in standing:
        together += each
    consolation = float(seats - 2) / float(2 * seats - 2)
    worths: list[float] = []
    for each in standing:
        chance = each / together if together > 0.0 else 1.0 / float(seats)
        worths.append(chance + (1.0 - chance) * consolation)
    return worths
