"""What a seat knows of the table as numbers for a learner, and the numbers by which it answers.

A square is shown as the five by five cells from the corner of the box around its cards. The viewer's own square has a
place for every ingredient and colour in every cell; the others' have two numbers a cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from fourleaf.engine.bits import lowest
from fourleaf.engine.layout import Layout, Part
from fourleaf.engine.tensor import ONE, flag, one_of, seen_from, share, shares, signed_share, signed_shares
from fourleaf.games.alarun.board import (
    AURI,
    CELLS,
    COLOUR_OF,
    COLOURS,
    COPIES_OF,
    FRAME,
    FRAMED,
    HAND,
    HOME,
    INGREDIENT_OF,
    INGREDIENTS,
    KINDS,
    MOST_ACTIONS,
    NONE,
    PASS,
    PLACE,
    ROUNDS,
    SECRET,
    SIDE,
    SPAN,
    SWAP,
)

if TYPE_CHECKING:
    from fourleaf.games.alarun.rules import Alarun, Square

VERSION: Final = 1
PHASES: Final = 9
POINTS: Final = 100
"""Of so many points the potions are a share; hardly a square brews more."""

ALL_ROUNDS: Final[vec[i32]] = shares(ROUNDS)
ALL_ACTIONS: Final[vec[i32]] = shares(MOST_ACTIONS)
CARDS_OF_A_HAND: Final[vec[i32]] = shares(HAND)
ALL_POINTS: Final[vec[i32]] = signed_shares(POINTS)
ALL_COPIES: Final[vec[i32]] = shares(max(int(copies) for copies in COPIES_OF))
INGREDIENT_SHARES: Final[vec[i32]] = shares(INGREDIENTS + 1)
COLOUR_SHARES: Final[vec[i32]] = shares(COLOURS + 1)
"""One more than there are: the last stands for the apprentice in a pair of numbers, or for Centum auri."""

CARD_SIZE: Final = INGREDIENTS + COLOURS + 1
HELD_SIZE: Final = CARD_SIZE + 1
CELL_SIZE: Final = CARD_SIZE + 1
SWAPS: Final = HAND * HAND
IN_THE_BOX: Final[vec[i64]] = vec[i64](
    [max(0, place // FRAME - 1) * SIDE + max(0, place % FRAME - 1) for place in range(FRAME * FRAME)]
)
"""Which of the five by five cells a place of the frame is; cards lie nowhere else."""


def observation(seats: int) -> Layout:
    """What each number of `encoded` means; seats are counted from the viewer, who comes first."""
    card = "ingredient, colour, Centum auri"
    return Layout(
        (
            Part("phase", (PHASES,), "what happens next, in the order of a round"),
            Part("turn", (seats,), "whose turn it is"),
            Part("starter", (seats,), "who started the round"),
            Part("passed", (seats,), "who has passed first"),
            Part("round", (1,), "how many of the rounds have begun"),
            Part("reserve", (1,), "how many cards lie face down beside the centre"),
            Part("actions", (seats,), "how many actions each seat has taken in this round"),
            Part("colours", (seats, COLOURS), "the colour card of each seat, where the viewer has seen it"),
            Part("potions", (seats,), f"what the potions of each square bring, as a share of {POINTS} points", -1.0),
            Part("unknown", (seats,), "how many cards of each seat the viewer does not know"),
            Part(
                "hands", (seats, HAND, HELD_SIZE), f"each card that the viewer knows: {card}, and whether all know it"
            ),
            Part("centre", (HAND, CARD_SIZE), f"each card of the centre: {card}"),
            Part("square", (SIDE, SIDE, CELL_SIZE), f"the viewer's square, row by row: {card}, apprentice"),
            Part(
                "squares",
                (seats - 1, SIDE, SIDE, 2),
                "the others' squares: ingredient and colour of each cell from 1 on, as shares of 8; "
                "Centum auri is 8 and 0, the apprentice 0 and 8, a bare cell 0 and 0",
            ),
            Part("unseen", (KINDS,), "the copies of each kind that the viewer has not seen"),
        ),
        VERSION,
    )


def decisions(seats: int) -> Layout:
    """What each number of `decision` means."""
    return Layout(
        (
            Part("swap", (HAND, HAND), "give this card of the hand for this one of the centre; the first of its kind"),
            Part("pass", (1,), "pass"),
            Part("swap all", (1,), "the whole hand for the whole centre"),
            Part("refresh", (1,), "turn up the reserve"),
            Part(
                "lay",
                (HAND, FRAME, FRAME),
                "lay this card of the hand, the first of its kind, into this cell: the cells of the square as they "
                "are shown, with one more on every side",
            ),
        ),
        VERSION,
    )


def decision(table: Alarun, action: i64) -> i64:
    """The number by which a learner names one of its actions."""
    if action < PASS:
        given = _place_of(table, table.turn, (action - SWAP) // KINDS)
        return given * HAND + _place_of(table, table.seats, (action - SWAP) % KINDS)
    if action < PLACE:
        return SWAPS + action - PASS
    choice = action - PLACE
    behind = choice % CELLS - table.squares[table.turn].first_framed()
    place = _place_of(table, table.turn, choice // CELLS)
    return SWAPS + PLACE - PASS + (place * FRAME + behind // SPAN) * FRAME + behind % SPAN


def _place_of(table: Alarun, holder: i64, kind: i64) -> i64:
    """The first place of a card of a kind among those of a holder."""
    place: i64 = 0
    while place < HAND - 1 and table.kind(holder, place) != kind:
        place += 1
    return place


def encoded(table: Alarun, seat: i64, out: vec[i32], at: i64) -> i64:
    """Write what a seat knows into zeros; the place after it."""
    seats = table.seats
    at = one_of(out, at, PHASES, table.phase)
    at = one_of(out, at, seats, seen_from(seat, table.turn, seats))
    at = one_of(out, at, seats, seen_from(seat, table.starter, seats))
    at = one_of(out, at, seats, seen_from(seat, table.first_passer, seats))
    at = share(out, at, ALL_ROUNDS, table.round)
    at = share(out, at, CARDS_OF_A_HAND, table.reserve)
    for after in range(seats):
        at = share(out, at, ALL_ACTIONS, table.actions[(seat + after) % seats])
    for after in range(seats):
        owner = (seat + after) % seats
        at = one_of(out, at, COLOURS, table.colours[owner] if table.colour_known(owner, seat) else NONE)
    for after in range(seats):
        at = signed_share(out, at, ALL_POINTS, table.squares[(seat + after) % seats].potions())
    at = _cards(table, seat, out, at)
    at = _own_square(table.squares[seat], out, at)
    for after in range(1, seats):
        at = _square(table.squares[(seat + after) % seats], out, at)
    return _unseen(table, seat, out, at)


def _cards(table: Alarun, seat: i64, out: vec[i32], at: i64) -> i64:
    seats = table.seats
    hands = at + seats
    for after in range(seats):
        other = (seat + after) % seats
        unknown: i64 = 0
        held = hands
        for place in range(HAND):
            kind = table.kind(other, place)
            secret = table.is_secret(other, place)
            if kind != KINDS:
                if secret and other != seat:
                    unknown += 1
                else:
                    flag(out, _card(out, held, kind), not secret)
                    held += HELD_SIZE
        at = share(out, at, CARDS_OF_A_HAND, unknown)
        hands += HAND * HELD_SIZE
    for place in range(HAND):
        kind = table.kind(seats, place)
        if kind != KINDS:
            _card(out, hands, kind)
        hands += CARD_SIZE
    return hands


def _card(out: vec[i32], at: i64, kind: i64) -> i64:
    if kind == AURI:
        out[at + CARD_SIZE - 1] = ONE
    else:
        out[at + INGREDIENT_OF[kind]] = ONE
        out[at + INGREDIENTS + COLOUR_OF[kind]] = ONE
    return at + CARD_SIZE


def _own_square(square: Square, out: vec[i32], at: i64) -> i64:
    taken = square.taken
    first = square.first_framed()
    while taken != 0:
        place = lowest(taken)
        taken &= taken - 1
        cell = first + FRAMED[place]
        here = at + IN_THE_BOX[place] * CELL_SIZE
        if cell == HOME:
            out[here + CARD_SIZE] = ONE
        else:
            _card(out, here, i64(square.cells[cell]))
    return at + SIDE * SIDE * CELL_SIZE


def _square(square: Square, out: vec[i32], at: i64) -> i64:
    taken = square.taken
    first = square.first_framed()
    while taken != 0:
        place = lowest(taken)
        taken &= taken - 1
        cell = first + FRAMED[place]
        kind = i64(square.cells[cell])
        here = at + IN_THE_BOX[place] * 2
        if cell == HOME:
            out[here + 1] = ONE
        elif kind == AURI:
            out[here] = ONE
        else:
            out[here] = INGREDIENT_SHARES[INGREDIENT_OF[kind] + 1]
            out[here + 1] = COLOUR_SHARES[COLOUR_OF[kind] + 1]
    return at + SIDE * SIDE * 2


def _unseen(table: Alarun, seat: i64, out: vec[i32], at: i64) -> i64:
    """What the viewer has not seen lies in the deck, in the reserve, and in the others' hands."""
    unseen = table.pool[:]
    for place in range(table.seats * HAND):
        card = table.cards[place]
        if card % 2 == SECRET and place // HAND != seat:
            unseen[card // 2] += 1
    for kind in range(KINDS):
        out[at + kind] = ALL_COPIES[unseen[kind]]
    return at + KINDS
