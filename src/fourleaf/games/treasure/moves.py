"""The written language of the race: moves, lines of the log, and whole positions in one line."""

from __future__ import annotations

import re
from typing import Final

from fourleaf.engine.errors import IllegalMove
from fourleaf.engine.move import Move, Vocabulary, every
from fourleaf.engine.sentences import seat_name
from fourleaf.engine.state import HIDDEN
from fourleaf.games.treasure.board import (
    CARD,
    CARDS,
    COLOUR,
    COLOUR_CODES,
    COLOUR_NAMES,
    EXCHANGE,
    FACES,
    FEATHER,
    KIND_OF,
    PLAY,
    ROLL,
    SHOW,
    THROWS,
    TREASURE,
    WHIRL,
    colour_of,
    die_sum,
    mark_of,
)
from fourleaf.games.treasure.rules import DRAW_CARD, PLAY_CARD, Treasure

CARD_NAMES: Final = [f"{COLOUR_CODES[colour_of(card)]}{mark_of(card)}" for card in range(CARDS)]
"""B3 is blue ×3."""
THROW_NAMES: Final = [f"{throw // FACES + 1}+{throw % FACES + 1}" for throw in range(THROWS)]


class DrawColour(Move, frozen=True, tag="colour"):
    """A seat draws a colour card."""

    colour: str


class TakeCard(Move, frozen=True, tag="take"):
    """A seat is dealt a card, or takes one from the bank."""

    card: str


class Roll(Move, frozen=True, tag="roll"):
    """Both dice are thrown."""

    dice: str


class PlayCard(Move, frozen=True, tag="play"):
    """A seat plays a card from its hand."""

    card: str
    stops: tuple[int, ...] = ()
    """Every square that the figure touches; known where the dice lie, and not part of what a person types."""


class Exchange(Move, frozen=True, tag="exchange"):
    """A seat exchanges the figure on the whirl with this one."""

    figure: str


class ShowColour(Move, frozen=True, tag="show"):
    """A seat shows its colour card at the end."""

    colour: str


MOVES: Final = Vocabulary(
    every(DrawColour, colour=COLOUR_CODES),
    every(TakeCard, card=CARD_NAMES),
    every(Roll, dice=THROW_NAMES),
    every(PlayCard, card=CARD_NAMES),
    every(Exchange, figure=COLOUR_CODES),
    every(ShowColour, colour=COLOUR_CODES),
    examples="play B3 or exchange R",
)


def spell(state: Treasure, action: int) -> Move:
    """The move that a number stands for; a card comes with the way of its figure."""
    if PLAY <= action < EXCHANGE and state.phase == PLAY_CARD:
        return PlayCard(CARD_NAMES[action - PLAY], tuple(state.stops(action - PLAY)))
    return MOVES[action]


def read(text: str) -> Move:
    """The move that a person typed: `play B3`, `B3`, `blue 3`, `exchange red`, `R`."""
    words = " ".join(text.casefold().split())
    if words in ("pass", "skip"):
        raise IllegalMove(text, "there is no pass: one card must be played", "T2.2")
    if words in ("roll", "reroll", "roll again"):
        raise IllegalMove(text, "the dice are thrown once, at the start of a turn", "T2.1")
    for name, code in zip(COLOUR_NAMES, COLOUR_CODES, strict=True):
        words = re.sub(rf"\b{name}\b", code.casefold(), words)
    words = re.sub(r"\b([a-z]) ?[x×]? ?(\d)\b", r"\1\2", re.sub(r" *\+ *", "+", words))
    if move := MOVES.find(words, f"play {words}", f"exchange {words}"):
        return move
    raise MOVES.unknown(text)


def about(state: Treasure, action: int) -> int:
    """The seat that an action is about."""
    return int(state.turn)


def tell(state: Treasure, action: int, seat: int) -> str:
    """One line of the log: what a seat hears of an action that is about to be applied."""
    who = seat_name(state.turn)
    seen = state.glimpse(action, seat)
    if action < CARD:
        return f"{who} draws " + ("a colour card" if seen == HIDDEN else f"the {COLOUR_NAMES[action - COLOUR]} card")
    if action < ROLL:
        took = "a card" if seen == HIDDEN else card_words(action - CARD)
        return f"{who} takes {took}" + (" from the bank" if state.phase == DRAW_CARD else "")
    if action < PLAY:
        return f"{who} rolls {THROW_NAMES[action - ROLL]} = {die_sum(action - ROLL)}"
    if action < EXCHANGE:
        return f"{who} plays {card_words(action - PLAY)}: {path(state, action - PLAY)}"
    if action < SHOW:
        return f"{who} exchanges {COLOUR_NAMES[state.moved]} with {COLOUR_NAMES[action - EXCHANGE]}"
    won = " and wins" if state.arrived(action - SHOW) else ""
    return f"{who} shows {COLOUR_NAMES[action - SHOW]}{won}"


def card_words(card: int) -> str:
    """A card as people call it: blue ×3."""
    return f"{COLOUR_NAMES[colour_of(card)]} ×{mark_of(card)}"


def path(state: Treasure, card: int) -> str:
    """The way of a figure in words: blue 4 – 8 – 12 feather – 16 feather – 20 whirl."""
    stops = list(state.stops(card))
    # T2.4 What lies under the halfway stops is not named, because it does nothing.
    halfway = mark_of(card) - 1
    words = [f"{square}{_what_lies_on(square) if place >= halfway else ''}" for place, square in enumerate(stops)]
    return f"{COLOUR_NAMES[colour_of(card)]} {' – '.join(words)}"


def _what_lies_on(square: int) -> str:
    if square == TREASURE:
        return " treasure"
    return {FEATHER: " feather", WHIRL: " whirl"}.get(KIND_OF[square], "")
