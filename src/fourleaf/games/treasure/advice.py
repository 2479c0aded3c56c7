"""What a bot needs to know quickly, and why a wish is illegal."""

from __future__ import annotations

import math
from typing import Final

from fourleaf.engine.errors import listed
from fourleaf.engine.game import Refusal
from fourleaf.games.treasure.board import (
    CARD,
    CARDS,
    COLOUR,
    COLOUR_NAMES,
    COLOURS,
    EXCHANGE,
    PLAY,
    ROLL,
    SHOW,
    colour_of,
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

HORIZON: Final = -1
"""The race is short enough to be run to its end."""
LEAD: Final = 14.0
"""The squares that make a figure e times as likely to arrive first; an average turn covers fourteen."""


def standing(state: Treasure) -> list[float]:
    """How likely each seat's figure is to arrive first, from how far along it is."""
    if state.phase == FINISHED:
        return [float(score) for score in state.scores()]
    if state.phase == ON_WHIRL:
        return _after_the_best_exchange(state)
    hopes = [math.exp(float(square) / LEAD) for square in state.figures]
    return [1 / COLOURS if colour == NONE else hopes[colour] / sum(hopes) for colour in state.colours]


def _after_the_best_exchange(state: Treasure) -> list[float]:
    """A figure on a whirl does not stay there: whoever moved it will exchange it to their own good."""
    outcomes = []
    for action in state.legal():
        after = state.clone()
        after.apply(int(action))
        outcomes.append(standing(after))
    return max(outcomes, key=lambda outcome: outcome[state.turn])


def priority(state: Treasure, action: int) -> float:
    """How many squares the actor's own figure gains on the others."""
    mine = state.colours[state.turn]
    if state.phase == ON_WHIRL:
        other = action - EXCHANGE
        gain = state.figures[other] - state.figures[state.moved]
        return float(gain if state.moved == mine else -gain if other == mine else 0)
    card = action - PLAY
    stops = state.stops(card)
    run = stops[len(stops) - 1] - state.figures[colour_of(card)]
    return float(run) if colour_of(card) == mine else -float(run) / (COLOURS - 1)


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
    mine = state.colours[state.turn]
    if state.phase == ON_WHIRL:
        other = action - EXCHANGE
        gain = int(state.figures[other] - state.figures[state.moved])
        if mine in (state.moved, other):
            own = gain if state.moved == mine else -gain
            return f"your own figure {'gains' if own > 0 else 'loses'} {_squares(abs(own))}"
        return f"{COLOUR_NAMES[state.moved]} and {COLOUR_NAMES[other]} change places, and yours is left alone"
    card = action - PLAY
    stops = state.stops(card)
    run = _squares(int(stops[len(stops) - 1] - state.figures[colour_of(card)]))
    colour = COLOUR_NAMES[colour_of(card)]
    return f"{colour} is yours and runs {run}" if colour_of(card) == mine else f"{colour}, not yours, runs {run}"


def _squares(count: int) -> str:
    return f"{count} square" if count == 1 else f"{count} squares"
