"""What a seat knows of the race as numbers for a learner, and the numbers by which it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from fourleaf.engine.layout import Layout, Part
from fourleaf.engine.tensor import one_of, seen_from, share, shares
from fourleaf.games.treasure.board import (
    CARDS,
    COLOURS,
    COPIES,
    FACES,
    HAND,
    NONE,
    PLAY,
    TREASURE,
    die_sum,
)

if TYPE_CHECKING:
    from fourleaf.games.treasure.rules import Treasure

VERSION: Final = 1
PHASES: Final = 8
SUMS: Final[i64] = 2 * FACES - 1
MOST_SEATS: Final = COLOURS

SQUARES: Final[vec[i32]] = shares(TREASURE)
COPIES_OF_A_CARD: Final[vec[i32]] = shares(COPIES)
CARDS_OF_A_HAND: Final[vec[i32]] = shares(HAND)
ALL_CARDS: Final[vec[i32]] = shares(CARDS * COPIES)


def observation(seats: int) -> Layout:
    """What each number of `encoded` means; seats are counted from the viewer, who comes first."""
    return Layout(
        (
            Part("phase", (PHASES,), "what happens next, in the order of a game"),
            Part("turn", (seats,), "whose turn it is"),
            Part("colours", (seats, COLOURS), "the colour card of each seat, where the viewer has seen it"),
            Part("hand", (CARDS,), "the viewer's copies of each card"),
            Part("cards", (seats,), "how many cards each seat holds"),
            Part("played", (seats, CARDS), "the copies of each card that each seat has played"),
            Part("figures", (COLOURS,), "how far along each hunter is"),
            Part("runs", (CARDS,), "on the viewer's turn: where each card in hand would take its hunter"),
            Part("dice", (SUMS,), "what both dice add up to, from 2 on"),
            Part("whirl", (COLOURS,), "the hunter that stands on a whirl and must be exchanged"),
            Part("bank", (1,), "how many cards nobody has been dealt"),
        ),
        VERSION,
    )


def decisions(seats: int) -> Layout:
    """What each number of `decision` means."""
    return Layout(
        (
            Part("play", (CARDS,), "play this card"),
            Part("exchange", (COLOURS,), "exchange the hunter on the whirl with this one"),
        ),
        VERSION,
    )


def decision(action: i64) -> i64:
    """The number by which a learner names one of its actions."""
    return action - PLAY


def encoded(race: Treasure, seat: i64, out: vec[i32], at: i64) -> i64:
    """Write what a seat knows into zeros; the place after it."""
    seats = race.seats
    at = one_of(out, at, PHASES, race.phase)
    at = one_of(out, at, seats, seen_from(seat, race.turn, seats))
    for after in range(seats):
        owner = (seat + after) % seats
        at = one_of(out, at, COLOURS, race.colours[owner] if race.colour_known(owner, seat) else NONE)
    for card in range(CARDS):
        out[at + card] = COPIES_OF_A_CARD[race.hands[seat * CARDS + card]]
    at += CARDS
    for after in range(seats):
        at = share(out, at, CARDS_OF_A_HAND, race.hand_size((seat + after) % seats))
    for after in range(seats):
        first = (seat + after) % seats * CARDS
        for card in range(CARDS):
            out[at + card] = COPIES_OF_A_CARD[race.played[first + card]]
        at += CARDS
    for figure in range(COLOURS):
        out[at + figure] = SQUARES[race.figures[figure]]
    at += COLOURS
    if race.throw != NONE and race.turn == seat and race.moved == NONE:
        for card in range(CARDS):
            if race.hands[seat * CARDS + card] > 0:
                stops = race.stops(card)
                out[at + card] = SQUARES[stops[len(stops) - 1]]
    at += CARDS
    at = one_of(out, at, SUMS, NONE if race.throw == NONE else die_sum(race.throw) - 2)
    at = one_of(out, at, COLOURS, race.moved)
    return share(out, at, ALL_CARDS, race.bank())
