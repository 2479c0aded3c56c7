"""The written language of the race: moves, lines of the log, and whole positions in one line."""

from __future__ import annotations

import re
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from fourleaf.engine.errors import BadPosition, IllegalMove, NotAMove, listed
from fourleaf.engine.move import Move
from fourleaf.engine.options import Options
from fourleaf.engine.state import HIDDEN
from fourleaf.games.treasure.board import (
    CARD,
    CARDS,
    COLOUR,
    COLOUR_CODES,
    COLOUR_NAMES,
    COLOURS,
    COPIES,
    EXCHANGE,
    FACES,
    FEATHER,
    HAND,
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
from fourleaf.games.treasure.rules import DRAW_CARD, DRAW_COLOUR, NONE, ON_WHIRL, PLAY_CARD, Treasure

CARD_NAMES: Final = [f"{COLOUR_CODES[colour_of(card)]}{mark_of(card)}" for card in range(CARDS)]
"""B3 is blue ×3."""
THROW_NAMES: Final = [f"{throw // FACES + 1}+{throw % FACES + 1}" for throw in range(THROWS)]


class DrawColour(Move, frozen=True, tag="colour"):
    """A seat draws a colour card."""

    colour: str

    @property
    def action(self) -> int:
        return COLOUR + COLOUR_CODES.index(self.colour)

    def __str__(self) -> str:
        return f"colour {self.colour}"


class TakeCard(Move, frozen=True, tag="take"):
    """A seat is dealt a card, or takes one from the bank."""

    card: str

    @property
    def action(self) -> int:
        return CARD + CARD_NAMES.index(self.card)

    def __str__(self) -> str:
        return f"take {self.card}"


class Roll(Move, frozen=True, tag="roll"):
    """Both dice are thrown."""

    dice: str

    @property
    def action(self) -> int:
        return ROLL + THROW_NAMES.index(self.dice)

    def __str__(self) -> str:
        return f"roll {self.dice}"


class PlayCard(Move, frozen=True, tag="play"):
    """A seat plays a card from its hand."""

    card: str
    stops: tuple[int, ...] = ()
    """Every square that the figure touches; known where the dice lie, and not part of what a person types."""

    @property
    def action(self) -> int:
        return PLAY + CARD_NAMES.index(self.card)

    def __str__(self) -> str:
        return f"play {self.card}"


class Exchange(Move, frozen=True, tag="exchange"):
    """A seat exchanges the figure on the whirl with this one."""

    figure: str

    @property
    def action(self) -> int:
        return EXCHANGE + COLOUR_CODES.index(self.figure)

    def __str__(self) -> str:
        return f"exchange {self.figure}"


class ShowColour(Move, frozen=True, tag="show"):
    """A seat shows its colour card at the end."""

    colour: str

    @property
    def action(self) -> int:
        return SHOW + COLOUR_CODES.index(self.colour)

    def __str__(self) -> str:
        return f"show {self.colour}"


def _every_move() -> list[Move]:
    moves: list[Move] = [DrawColour(code) for code in COLOUR_CODES]
    moves += [TakeCard(card) for card in CARD_NAMES]
    moves += [Roll(dice) for dice in THROW_NAMES]
    moves += [PlayCard(card) for card in CARD_NAMES]
    moves += [Exchange(code) for code in COLOUR_CODES]
    moves += [ShowColour(code) for code in COLOUR_CODES]
    return moves


MOVES: Final = _every_move()
BY_TEXT: Final = {str(move).casefold(): move for move in MOVES}


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
    for guess in (words, f"play {words}", f"exchange {words}"):
        if guess in BY_TEXT:
            return BY_TEXT[guess]
    raise NotAMove(f"{text!r} is no move of this game; a move reads like play B3 or exchange R")


def tell(state: Treasure, action: int, seat: int) -> str:
    """One line of the log: what a seat hears of an action that is about to be applied."""
    who = f"seat {state.turn}"
    seen = state.glimpse(action, seat)
    if action < CARD:
        return f"{who} draws " + ("a colour card" if seen == HIDDEN else f"the {COLOUR_NAMES[action - COLOUR]} card")
    if action < ROLL:
        took = "a card" if seen == HIDDEN else CARD_NAMES[action - CARD]
        return f"{who} takes {took}" + (" from the bank" if state.phase == DRAW_CARD else "")
    if action < PLAY:
        return f"{who} rolls {THROW_NAMES[action - ROLL]} = {die_sum(action - ROLL)}"
    if action < EXCHANGE:
        return f"{who} plays {CARD_NAMES[action - PLAY]}: {path(state, action - PLAY)}"
    if action < SHOW:
        return f"{who} exchanges {COLOUR_NAMES[state.moved]} with {COLOUR_NAMES[action - EXCHANGE]}"
    won = " and wins" if state.arrived(action - SHOW) else ""
    return f"{who} shows {COLOUR_NAMES[action - SHOW]}{won}"


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


# Positions. Eight words: what happens next, whose turn it is, the dice, the figure on the whirl, the figures' squares,
# the colour cards, the hands, the cards played; seats are parted by / and - is nothing.
#     card 0 1+3 - 6/0/0/0 RB B3R1Y2/G1G2G3 -/-

PHASES: Final = ("colour", "deal", "roll", "card", "whirl", "draw", "show", "over")


def write_position(state: Treasure) -> str:
    """The whole position in one line."""
    return " ".join(
        (
            PHASES[state.phase],
            str(state.turn),
            "-" if state.throw == NONE else THROW_NAMES[state.throw],
            "-" if state.moved == NONE else COLOUR_CODES[state.moved],
            "/".join(str(square) for square in state.figures),
            "".join("-" if colour == NONE else COLOUR_CODES[colour] for colour in state.colours),
            _write_cards(state.hands, state.seats),
            _write_cards(state.played, state.seats),
        )
    )


def _write_cards(copies: vec[i64], seats: int) -> str:
    counts = list(copies)
    hands = [counts[seat * CARDS : (seat + 1) * CARDS] for seat in range(seats)]
    return "/".join("".join(name * n for name, n in zip(CARD_NAMES, hand, strict=True)) or "-" for hand in hands)


def read_position(text: str) -> Treasure:
    """The position that a line stands for."""
    words = text.split()
    if len(words) != 8:
        raise BadPosition(
            f"a position has 8 words, like card 0 1+3 - 6/0/0/0 RB B3R1Y2/G1G2G3 -/-; this has {len(words)}"
        )
    phase, turn, dice, moved, figures, colours, hands, played = words
    seats = len(colours)
    if seats not in range(2, COLOURS + 1):
        raise BadPosition(f"two to four seats have colour cards, not {seats}: {colours!r}")
    state = Treasure(seats)
    state.phase = _place_in(PHASES, phase, "a phase")
    state.turn = _place_in([str(seat) for seat in range(seats)], turn, "a seat")
    state.throw = NONE if dice == "-" else _place_in(THROW_NAMES, dice, "a throw")
    state.moved = NONE if moved == "-" else _place_in(COLOUR_CODES, moved, "a figure")
    state.figures = _read_figures(figures)
    state.colours = vec[i64](NONE if c == "-" else _place_in(COLOUR_CODES, c, "a colour") for c in colours)
    state.hands = _read_cards(hands, seats)
    state.played = _read_cards(played, seats)
    for card in range(CARDS):
        out = sum(held[seat * CARDS + card] for held in (state.hands, state.played) for seat in range(seats))
        state.pool[card] = COPIES - out
    _check(state, text)
    return state


def options_of(_: Treasure) -> Options:
    """There are none."""
    return {}


def _check(state: Treasure, text: str) -> None:
    """Refuse what could not lie on a table."""
    phase = PHASES[state.phase]
    if (state.throw != NONE) != (state.phase in (PLAY_CARD, ON_WHIRL, DRAW_CARD)):
        raise BadPosition(f"dice lie on the table in the phases card, whirl and draw, and in no other: {text!r}")
    if (state.moved != NONE) != (state.phase == ON_WHIRL):
        raise BadPosition(f"a figure waits on a whirl in the phase whirl, and in no other: {text!r}")
    drawn = [colour for colour in state.colours if colour != NONE]
    if len(set(drawn)) != len(drawn) or (len(drawn) < state.seats) != (state.phase == DRAW_COLOUR):
        raise BadPosition(f"each seat has a colour card of its own once they are drawn, not so in {phase}: {text!r}")
    for card, name in enumerate(CARD_NAMES):
        if state.pool[card] < 0:
            raise BadPosition(f"there are {COPIES} copies of {name}, not {COPIES - state.pool[card]}")
    for seat in range(state.seats):
        if state.hand_size(seat) > HAND:
            raise BadPosition(f"a hand has at most {HAND} cards; seat {seat} has {state.hand_size(seat)}")


def _read_figures(text: str) -> vec[i64]:
    squares = text.split("/")
    if len(squares) != COLOURS or not all(square.isdecimal() and int(square) <= TREASURE for square in squares):
        raise BadPosition(f"four figures stand on squares 0 to {TREASURE}, like 6/0/0/0, not {text!r}")
    return vec[i64](int(square) for square in squares)


def _place_in(names: list[str] | tuple[str, ...], word: str, what: str) -> int:
    if word not in names:
        known = listed(names) if len(names) < THROWS else f"{names[0]} to {names[-1]}"
        raise BadPosition(f"{word!r} is not {what}; there are {known}")
    return names.index(word)


def _read_cards(text: str, seats: int) -> vec[i64]:
    hands = text.split("/")
    if len(hands) != seats:
        raise BadPosition(f"{seats} seats have cards parted by /, not {len(hands)}: {text!r}")
    copies = vec[i64]([0] * (seats * CARDS))
    for seat, hand in enumerate(hands):
        if hand == "-":
            continue
        if len(hand) % 2:
            raise BadPosition(f"cards read like B3R1, not {hand!r}")
        for start in range(0, len(hand), 2):
            copies[seat * CARDS + _place_in(CARD_NAMES, hand[start : start + 2], "a card")] += 1
    return copies
