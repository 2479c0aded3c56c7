"""What a bot needs to know quickly, and why a wish is illegal."""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from fourleaf.engine.errors import listed
from fourleaf.engine.game import Horizon, Refusal
from fourleaf.games.treasure.board import (
    CARD,
    CARDS,
    COLOUR,
    COLOUR_NAMES,
    COLOURS,
    EXCHANGE,
    KIND_OF,
    MARKS,
    PLAY,
    ROLL,
    SHOW,
    TREASURE,
    WHIRL,
    colour_of,
    mark_of,
)
from fourleaf.games.treasure.moves import CARD_NAMES
from fourleaf.games.treasure.rules import (
    DRAW_COLOUR,
    FINISHED,
    NONE,
    ON_WHIRL,
    PLAY_CARD,
    SHOW_COLOUR,
    THROW,
    Treasure,
)

HORIZON: Final = Horizon(turns=3, whims=0.0)
"""What a card would have done later shows when later has come; to the end of the race tells no more."""
SIDE_BY_SIDE: Final = True
"""The dice that fall matter more than what is done with them."""
ONE_WINNER: Final = True
"""Whoever is not first at the treasure has lost like the others."""
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


def why(state: Treasure, action: int) -> Refusal:
    """Why an action is not legal now, from what the actor may know."""
    if state.phase == FINISHED:
        return Refusal("the race is over", "T3.2")
    if state.phase == PLAY_CARD:
        return _why_not_instead_of_a_card(state, action)
    if state.phase == ON_WHIRL:
        return _why_not_on_a_whirl(state, action)
    return _why_not_by_chance(state, action)


def _why_not_instead_of_a_card(state: Treasure, action: int) -> Refusal:
    if action < CARD:
        return Refusal("the colour cards were drawn before the first turn", "T1.1")
    if action < ROLL:
        return Refusal("a card is taken at the end of the turn, after one has been played", "T2.10")
    if action < PLAY:
        return Refusal("the dice lie already: now a card must be played", "T2.1")
    if action < EXCHANGE:
        first = state.turn * CARDS
        hand = [CARD_NAMES[card] for card in range(CARDS) if state.hands[first + card]]
        return Refusal(f"you do not hold {CARD_NAMES[action - PLAY]}; you hold {listed(hand)}", "T2.2")
    if action < SHOW:
        return Refusal("figures are exchanged only when one has stopped on a whirl", "T2.6")
    return Refusal("colour cards stay secret until the race is run", "T3.3")


def _why_not_on_a_whirl(state: Treasure, action: int) -> Refusal:
    moved = COLOUR_NAMES[state.moved]
    if action == EXCHANGE + state.moved:
        return Refusal(f"{moved} must change places with another figure", "T2.7")
    if PLAY <= action < EXCHANGE:
        return Refusal(f"a card has been played; now {moved} must be exchanged", "T2.6")
    return Refusal(f"{moved} stopped on a whirl and must be exchanged first", "T2.6")


def _why_not_by_chance(state: Treasure, action: int) -> Refusal:
    if state.phase == DRAW_COLOUR:
        if action < CARD:
            return Refusal(f"the {COLOUR_NAMES[action - COLOUR]} colour card has been drawn already", "T1.1")
        return Refusal("first every seat draws a colour card", "T1.1")
    if state.phase == THROW:
        return Refusal(f"seat {state.turn} throws the dice first", "T2.1")
    if state.phase == SHOW_COLOUR:
        return Refusal(f"the race is run; seat {state.turn} shows its colour card, which is another one", "T3.3")
    if CARD <= action < ROLL:
        return Refusal(f"no {CARD_NAMES[action - CARD]} is left in the bank", "T1.2")
    return Refusal(f"seat {state.turn} takes a card first", "T2.10")


# What speaks for a move


def merit(state: Treasure, action: int) -> str:
    """What speaks for a legal action, in words that the actor may hear."""
    if state.phase == ON_WHIRL:
        return _merit_of_exchange(state, action - EXCHANGE)
    card = action - PLAY
    figure = colour_of(card)
    mine = figure == state.colours[state.turn]
    who = f"{COLOUR_NAMES[figure]} is yours and" if mine else f"{COLOUR_NAMES[figure]}, not yours,"
    stops = state.stops(card)
    square = int(stops[len(stops) - 1])
    if square == TREASURE:
        return f"{who} reaches the treasure{': you win' if mine else ', and the race is over'}"
    whirl = " to a whirl" if KIND_OF[square] == WHIRL else ""
    return f"{who} runs {_squares(square - int(state.figures[figure]))}{whirl}"


def _merit_of_exchange(state: Treasure, other: int) -> str:
    mine = state.colours[state.turn]
    gain = int(state.figures[other] - state.figures[state.moved])
    if gain == 0:
        return f"{COLOUR_NAMES[other]} stands on the same square, and nothing changes"
    if mine not in (state.moved, other):
        return f"{COLOUR_NAMES[state.moved]} and {COLOUR_NAMES[other]} change places, and yours is left alone"
    own = gain if state.moved == mine else -gain
    return f"your own figure {'gains' if own > 0 else 'loses'} {_squares(abs(own))}"


def _squares(count: int) -> str:
    return f"{count} square" if count == 1 else f"{count} squares"
