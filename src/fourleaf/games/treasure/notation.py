"""A whole position of the race in one line, and back."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from librt.vecs import vec
from mypy_extensions import i64

from fourleaf.engine.errors import BadPosition, listed
from fourleaf.engine.options import Options
from fourleaf.games.treasure.board import (
    CARDS,
    COLOUR_CODES,
    COLOURS,
    COPIES,
    HAND,
    KIND_OF,
    NONE,
    THROWS,
    TREASURE,
    WHIRL,
)
from fourleaf.games.treasure.moves import CARD_NAMES, THROW_NAMES
from fourleaf.games.treasure.rules import (
    DEAL,
    DRAW_CARD,
    DRAW_COLOUR,
    ON_WHIRL,
    PLAY_CARD,
    SHOW_COLOUR,
    THROW,
    Treasure,
)

# Positions. Eight words: what happens next, whose turn it is, the dice, the figure on the whirl, the figures' squares,
# the colour cards, the hands, the cards played; seats are parted by / and - is nothing.
#     card 0 1+3 - 6/0/0/0 RB B3R1Y2/G1G2G3 -/-

Phase: TypeAlias = Literal["colour", "deal", "roll", "card", "whirl", "draw", "show", "over"]
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)


def write(state: Treasure) -> str:
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


def read(text: str) -> Treasure:
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
    due = state.turn if state.phase == DRAW_COLOUR else state.seats
    if len(set(drawn)) != len(drawn) or NONE in state.colours[:due] or len(drawn) != due:
        raise BadPosition(
            f"each seat has a colour card of its own, drawn in the order of the seats, not so in {phase}: {text!r}"
        )
    for card, name in enumerate(CARD_NAMES):
        if state.pool[card] < 0:
            raise BadPosition(f"there are {COPIES} copies of {name}, not {COPIES - state.pool[card]}")
    for seat in range(state.seats):
        if state.hand_size(seat) not in _hands_due(state, seat):
            cards = listed(_hands_due(state, seat), "or")
            raise BadPosition(f"seat {seat} holds {cards} cards in {phase}, not {state.hand_size(seat)}")
    _check_squares(state, phase)


def _hands_due(state: Treasure, seat: int) -> list[int]:
    """T1.4, T2.10, T2.11: how many cards a seat can hold while cards are dealt, while there is a bank, and after it."""
    if state.phase == DRAW_COLOUR:
        return [0]
    if state.phase == DEAL:
        return list(range(HAND)) if seat == state.turn else [HAND] if seat < state.turn else [0]
    has_played = seat == state.turn and state.phase in (ON_WHIRL, DRAW_CARD)
    if state.phase >= SHOW_COLOUR or state.bank() == 0:
        must_play = seat == state.turn and state.phase in (THROW, PLAY_CARD)
        return list(range(must_play, HAND + 1 - has_played))
    return [HAND - has_played]


def _check_squares(state: Treasure, phase: str) -> None:
    """Refuse figures that stand where they cannot, and a race that begins or ends too early."""
    if state.phase <= DEAL and (any(state.played) or any(state.figures)):
        raise BadPosition(f"in {phase} nothing has been played, and all figures stand on the start")
    if state.phase == ON_WHIRL and KIND_OF[state.figures[state.moved]] != WHIRL:
        raise BadPosition(
            f"the figure {COLOUR_CODES[state.moved]} waits on a whirl; square {state.figures[state.moved]} is none"
        )
    arrived = TREASURE in state.figures
    if state.phase == DRAW_CARD and state.bank() == 0:
        raise BadPosition("from an empty bank nothing is drawn")
    if arrived and state.phase < SHOW_COLOUR:
        raise BadPosition(f"with a figure on the treasure the race is over, and there is no {phase}")
    if state.phase >= SHOW_COLOUR and not arrived and any(map(state.hand_size, range(state.seats))):
        raise BadPosition(f"in {phase} a figure stands on the treasure, or all cards have been played")


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
