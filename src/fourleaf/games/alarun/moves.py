"""The written language of Alarún: moves, lines of the log, and whole positions in one line."""

from __future__ import annotations

import re
from typing import Final

from fourleaf.engine.errors import IllegalMove, listed
from fourleaf.engine.move import Move, Vocabulary, every
from fourleaf.engine.sentences import seat_name
from fourleaf.engine.state import CHANCE, HIDDEN
from fourleaf.games.alarun.board import (
    CARD,
    CARD_WORDS,
    CELLS,
    COLOUR,
    COLOUR_CODES,
    COLOUR_NAMES,
    INGREDIENT_CODES,
    INGREDIENT_NAMES,
    KIND_NAMES,
    KINDS,
    NONE,
    PASS,
    PLACE,
    REFRESH,
    SHOW,
    SPAN,
    SWAP,
    x_of,
    y_of,
)
from fourleaf.games.alarun.rules import (
    CLEAR,
    DEAL,
    FLIP,
    Alarun,
)

STEPS: Final = range(-(SPAN // 2), SPAN // 2 + 1)


class DrawColour(Move, frozen=True, tag="colour"):
    """A seat draws a secret colour card."""

    colour: str


class TurnUp(Move, frozen=True, tag="card"):
    """A card is dealt or turned up."""

    card: str


class Swap(Move, frozen=True, tag="swap"):
    """A seat gives a card to the centre and takes one from it."""

    words = "{kind} {give}>{take}"
    give: str
    take: str


class Pass(Move, frozen=True, tag="pass"):
    """A seat keeps its hand as it is."""


class SwapAll(Move, frozen=True, tag="swap_all"):
    """A seat exchanges its hand with the centre, which is a pass."""

    words = "swap all"


class Refresh(Move, frozen=True, tag="refresh"):
    """A seat has the reserve turned up as the new centre."""


class Place(Move, frozen=True, tag="place"):
    """A seat lays a card into a cell of its square."""

    words = "{kind} {card} {x},{y}"
    card: str
    x: int
    y: int


class ShowColour(Move, frozen=True, tag="show"):
    """A seat shows its colour card at the end."""

    colour: str


MOVES: Final = Vocabulary(
    every(DrawColour, colour=COLOUR_CODES),
    every(TurnUp, card=KIND_NAMES),
    every(Swap, give=KIND_NAMES, take=KIND_NAMES),
    every(Pass),
    every(SwapAll),
    every(Refresh),
    every(Place, card=KIND_NAMES, y=STEPS, x=STEPS),
    every(ShowColour, colour=COLOUR_CODES),
    examples="swap FM-Y>DE-W, pass or place FM-Y 2,-1",
)


def spell(state: Alarun, action: int) -> Move:
    """The move that a number stands for."""
    return MOVES[action]


# What people say, and the words of the game for it; the longest come first.
SAYINGS: Final = [
    *((f"{name.removesuffix('s')}s?", code) for name, code in zip(INGREDIENT_NAMES, INGREDIENT_CODES, strict=True)),
    *((name, code) for name, code in zip(COLOUR_NAMES, COLOUR_CODES, strict=True)),
    (r"centum( auri)?|gold", "AU"),
    (r"fungi|fungus|mushrooms?", "FM"),
    (r"berries|berry", "MB"),
    (r"phoenix|feathers?", "PF"),
    (r"dragon|eggs?", "DE"),
]
ALL: Final = r"(swap|exchange|take)[ _-]*(all|everything|hand)"
WISHES: Final = (
    (r"(keep|hold|save)\b.*", "all three cards are laid: none is kept for the next round", "A4.1"),
    (r"(discard|drop|throw)\b.*", "no card of a hand is discarded: all three are laid", "A4.1"),
    (r"(take|get|buy) \S+", "a card is taken only in exchange for one of yours: swap FM-Y>DE-W", "A3.2"),
    (r"give \S+", "a card is given only in exchange for one of the centre: swap FM-Y>DE-W", "A3.2"),
    (r"(move|shift|remove|turn)\b.*", "a card that has been laid stays where it lies", "A4.5"),
    (r"draw\b.*", "cards are dealt at the start of a round, three to each seat", "A2.4"),
)


def read(text: str) -> Move:
    """The move that a person typed: `swap FM-Y>DE-W`, `yellow fungi for DE-W`, `place AU 2,-1`, `pass`, `swap all`."""
    words = _in_words_of_the_game(text)
    if move := MOVES.find(" ".join(text.split()), words):
        return move
    if re.fullmatch(ALL, words):
        return SwapAll()
    if words in ("done", "stop", "skip", "i pass"):
        return Pass()
    pair = re.fullmatch(r"(?:swap |exchange |give )?(\S+?)(?: ?> ?| for | with | to | and take | take | )(\S+)", words)
    if pair and (move := MOVES.find(f"swap {pair[1]}>{pair[2]}")):
        return move
    spot = re.fullmatch(r"(?:(?:place|lay|put|play) )?(\S+) (?:(?:at|on|in|to|into) )?(\S+)", words)
    if spot and (move := MOVES.find(f"place {spot[1]} {spot[2]}")):
        return move
    for wish, reason, clause in WISHES:
        if re.fullmatch(wish, words):
            raise IllegalMove(text, reason, clause)
    raise MOVES.unknown(text)


def _in_words_of_the_game(text: str) -> str:
    """The same in small letters, with codes for names and x,y for every way to name a cell."""
    words = " ".join(text.casefold().replace("−", "-").split())
    for said, code in SAYINGS:
        words = re.sub(rf"\b(?:{said})\b", code.casefold(), words)
    colours = "".join(COLOUR_CODES).casefold()
    ingredients = "|".join(INGREDIENT_CODES).casefold()
    words = re.sub(rf"\b({ingredients})[ -]?([{colours}])\b", r"\1-\2", words)
    words = re.sub(rf"\b([{colours}]) ({ingredients})\b(?!-)", r"\2-\1", words)
    words = re.sub(r"\( ?(-?\d) ?[, ] ?(-?\d) ?\)", r"\1,\2", words)
    words = re.sub(r"(-?\d) ?, ?(-?\d)", r"\1,\2", words)
    words = re.sub(r"(-?\d) (-?\d)$", r"\1,\2", words)
    words = re.sub(r"(?:\b(left|right) (\d))?(?: ?\b(up|down|above|below) (\d))?$", _steps, words)
    return " ".join(words.split())


def _steps(found: re.Match[str]) -> str:
    """Right 2 up 1 is 2,-1."""
    if not found[0].strip():
        return found[0]
    x = int(found[2] or 0) * (-1 if found[1] == "left" else 1)
    y = int(found[4] or 0) * (-1 if found[3] in ("up", "above") else 1)
    return f" {x},{y}"


# The log


def about(state: Alarun, action: int) -> int:
    """The seat that an action is about; the centre is everybody's."""
    return CHANCE if CARD <= action < SWAP and state.phase != DEAL else int(state.turn)


def tell(state: Alarun, action: int, seat: int) -> str:
    """One line of the log: what a seat hears of an action that is about to be applied."""
    who = seat_name(state.turn)
    if action < CARD:
        hidden = state.glimpse(action, seat) == HIDDEN
        return f"{who} draws " + ("a colour card" if hidden else f"the {COLOUR_NAMES[action - COLOUR]} colour card")
    if action < SWAP:
        return _tell_of_card(state, action, seat)
    if action < PASS:
        give, take = divmod(action - SWAP, KINDS)
        return f"{who} swaps {CARD_WORDS[give]} for {CARD_WORDS[take]}"
    if action == REFRESH:
        return f"{who} discards the centre and turns up the reserve"
    if action < PLACE:
        marker = " and takes the Alarún marker" if state.first_passer == NONE else ""
        if action == PASS:
            return f"{who} passes{marker}"
        hand, centre = (listed(cards_of(state, holder)) for holder in (state.turn, state.seats))
        return f"{who} swaps all, {hand} for {centre}{marker}"
    if action < SHOW:
        kind, cell = divmod(action - PLACE, CELLS)
        return f"{who} lays {CARD_WORDS[kind]} {_beside_apprentice(cell)}"
    bonus = state.colour_bonus(state.turn)
    return f"{who} shows {COLOUR_NAMES[action - SHOW]}: {bonus} points for its cards of that colour"


def _tell_of_card(state: Alarun, action: int, seat: int) -> str:
    card = CARD_WORDS[action - CARD]
    if state.phase == DEAL:
        return f"{seat_name(state.turn)} is dealt {'a card' if state.glimpse(action, seat) == HIDDEN else card}"
    if state.phase == CLEAR:
        return f"{card} was in the reserve and is discarded"
    return f"{card} is turned up {'from the reserve' if state.phase == FLIP else 'in the centre'}"


def _beside_apprentice(cell: int) -> str:
    """Where a card is laid: 2 right and 1 up from its apprentice."""
    x, y = int(x_of(cell)), int(y_of(cell))
    across = [f"{abs(x)} {'right' if x > 0 else 'left'}"] * (x != 0)
    along = [f"{abs(y)} {'down' if y > 0 else 'up'}"] * (y != 0)
    return f"{' and '.join([*across, *along])} from its apprentice"


def cards_of(state: Alarun, holder: int) -> list[str]:
    """What a seat holds, or the centre after the last of them, in words."""
    return [CARD_WORDS[state.kind(holder, place)] for place in range(state.hand_size(holder))]
