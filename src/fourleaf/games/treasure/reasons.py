"""Why a wish is illegal, with its clause, and what speaks for a move."""

from __future__ import annotations

from fourleaf.engine.errors import listed
from fourleaf.engine.game import Refusal
from fourleaf.engine.sentences import seat_name
from fourleaf.games.treasure.board import (
    CARD,
    CARDS,
    COLOUR,
    COLOUR_NAMES,
    EXCHANGE,
    KIND_OF,
    PLAY,
    ROLL,
    SHOW,
    TREASURE,
    WHIRL,
    colour_of,
)
from fourleaf.games.treasure.moves import card_words
from fourleaf.games.treasure.rules import (
    DRAW_COLOUR,
    FINISHED,
    ON_WHIRL,
    PLAY_CARD,
    SHOW_COLOUR,
    THROW,
    Treasure,
)


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
        hand = [card_words(card) for card in range(CARDS) if state.hands[first + card]]
        return Refusal(f"you do not hold {card_words(action - PLAY)}; you hold {listed(hand)}", "T2.2")
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
        return Refusal(f"{seat_name(state.turn)} throws the dice first", "T2.1")
    if state.phase == SHOW_COLOUR:
        return Refusal(f"the race is run; {seat_name(state.turn)} shows its colour card, which is another one", "T3.3")
    if CARD <= action < ROLL:
        return Refusal(f"no {card_words(action - CARD)} is left in the bank", "T1.2")
    return Refusal(f"{seat_name(state.turn)} takes a card first", "T2.10")


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
