"""What a bot needs to know quickly."""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from fourleaf.engine.plan import Effort, Horizon, SearchPlan
from fourleaf.games.treasure.board import (
    CARDS,
    COLOURS,
    EXCHANGE,
    KIND_OF,
    MARKS,
    NONE,
    PLAY,
    TREASURE,
    WHIRL,
    colour_of,
    mark_of,
)
from fourleaf.games.treasure.rules import FINISHED, ON_WHIRL, SHOW_COLOUR, Treasure

SEARCH: Final = SearchPlan(
    # The dice that fall matter more than what is done with them.
    paired=True,
    # What a card would have done later shows when later has come; to the end of the race tells no more.
    horizon=Horizon(turns=3),
    whim=0.0,
    levels={
        # The more luck decides, the more a search must stray to be weaker.
        "easy": Effort(40, 2.5),
        "medium": Effort(80, 1.2),
        "hard": Effort(200, 0.45, at={2: 0.3}),
        "master": Effort(800, 0.0),
    },
)
LEAD: Final = 14.0
"""The squares that make a figure e times as likely to arrive first; an average turn covers fourteen."""
THROW_MEAN: Final = 7.0
"""What two dice add up to on average."""
HELD: Final = 2.0
"""How many average runs a card is worth while it is held for the own figure; found by trial: of 0 to 5, 2 won most."""
ALL: Final = 1000.0
"""More than any lead."""
NOBODY: Final = -60.0
"""What it is worth that a figure arrives which nobody backs: a lost race, but for all."""


def standing(state: Treasure) -> list[float]:
    """How likely each seat's figure is to arrive first, from how far along it is and what its seat can do for it."""
    if state.phase == SHOW_COLOUR or state.phase == FINISHED:
        return [1.0 if state.arrived(colour) else 0.0 for colour in state.colours]
    if state.phase == ON_WHIRL:
        return _after_the_best_exchange(state)
    hopes = [0.0] * COLOURS
    total = 0.0
    for colour in range(COLOURS):
        hopes[colour] = float(state.figures[colour])
    for seat in range(state.seats):
        mine = state.colours[seat]
        if mine != NONE:
            hopes[mine] += HELD * THROW_MEAN * float(_marks_for(state, seat, mine))
    for colour in range(COLOURS):
        hope = math.exp(hopes[colour] / LEAD)
        hopes[colour] = hope
        total += hope
    standings: list[float] = []
    for seat in range(state.seats):
        mine = state.colours[seat]
        if mine == NONE:
            standings.append(1.0 / float(COLOURS))
        else:
            standings.append(hopes[mine] / total)
    return standings


def _marks_for(state: Treasure, seat: i64, figure: i64) -> i64:
    """How many moves the cards in a seat's hand give a figure."""
    marks: i64 = 0
    for card in range(figure * MARKS, figure * MARKS + MARKS):
        marks += state.hands[seat * CARDS + card] * mark_of(card)
    return marks


def _after_the_best_exchange(state: Treasure) -> list[float]:
    """A figure on a whirl does not stay there: whoever moved it will exchange it to their own good."""
    outcomes = []
    for action in state.legal():
        after = state.clone()
        after.apply(int(action))
        outcomes.append(standing(after))
    return max(outcomes, key=lambda outcome: outcome[state.turn])


def priority(state: Treasure, action: i64) -> float:
    """How many squares the actor's own figure leads after an action, less what the card could have done later."""
    mine = state.colours[state.turn]
    if state.phase == ON_WHIRL:
        return _lead(state, mine, state.moved, state.figures[state.moved], action - EXCHANGE)
    card = action - PLAY
    figure = colour_of(card)
    stops = state.stops(card)
    square = stops[len(stops) - 1]
    if square == TREASURE:
        return _worth_of_the_end(state, mine, figure)
    lead = _lead(state, mine, figure, square, figure)
    if KIND_OF[square] == WHIRL:
        lead = -math.inf
        for other in range(COLOURS):
            if other != figure:
                lead = max(lead, _lead(state, mine, figure, square, other))
    if figure == mine:
        lead -= HELD * THROW_MEAN * float(mark_of(card))
    return lead


def _worth_of_the_end(state: Treasure, mine: i64, figure: i64) -> float:
    """The race won is worth more than any lead; lost to nobody it is still better than lost to another seat."""
    if figure == mine:
        return ALL
    return -ALL if figure in state.colours else NOBODY


def _lead(state: Treasure, mine: i64, moved: i64, square: i64, other: i64) -> float:
    """How far the figure `mine` leads when `moved` has come to a square and then changed places with `other`."""
    own = 0.0
    rivals = 0.0
    for figure in range(COLOURS):
        at = state.figures[figure]
        if figure == other:
            at = square
        elif figure == moved:
            at = state.figures[other]
        if figure == mine:
            own = float(at)
        else:
            rivals += math.exp(float(at) / LEAD)
    return own - LEAD * math.log(rivals)
