"""What a seat knows of the village as numbers for a learner, and the numbers by which it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from fourleaf.engine.counts import size_of
from fourleaf.engine.layout import Layout, Part
from fourleaf.engine.tensor import bag, flag, one_of, seen_from, share, shares, signed_share, signed_shares
from fourleaf.games.wichtel.board import (
    BRIBES,
    EVENTS,
    EVENTS_EACH,
    FACES,
    GIVE,
    KINDS,
    LAP_LIMIT,
    LOOK,
    MARCH,
    MAX_ROUNDS,
    MOST_SEATS,
    NIX,
    NONE,
    PUT,
    RECRUIT,
    RETINUE,
    RIGHT,
    ROOM,
    SWAP,
    knows,
    result_of,
)

if TYPE_CHECKING:
    from fourleaf.games.wichtel.rules import Wichtel

VERSION: Final = 1
PHASES: Final = 20
POINTS: Final = 200
"""Of so many points a total is a share; whoever has 99 has won."""
RESULT: Final = 50
"""Of so many points the worth of a hand is a share."""
TARGET: Final = 99
"""The higher of the two targets."""

ALL_POINTS: Final[vec[i32]] = signed_shares(POINTS)
ALL_RESULTS: Final[vec[i32]] = signed_shares(RESULT)
ALL_ROUNDS: Final[vec[i32]] = shares(MAX_ROUNDS)
ALL_TURNS: Final[vec[i32]] = shares(LAP_LIMIT * MOST_SEATS)
ALL_FACES: Final[vec[i32]] = shares(FACES)
GNOMES_OF_A_HAND: Final[vec[i32]] = shares(RETINUE)
EVENTS_OF_A_HAND: Final[vec[i32]] = shares(EVENTS_EACH)
GNOMES_OF_A_PILE: Final[vec[i32]] = shares(ROOM)
KIND_SHARES: Final[vec[i32]] = shares(KINDS)
SEAT_SHARES: Final[vec[i32]] = shares(MOST_SEATS)


def observation(seats: int) -> Layout:
    """What each number of `encoded` means; seats are counted from the viewer, who comes first."""
    return Layout(
        (
            Part("phase", (PHASES,), "what happens next"),
            Part("active", (seats,), "whose turn it is"),
            Part("asked", (seats,), "who decides, is dealt to, turns up a bribe or lays down a hand"),
            Part("round", (1,), "how many rounds are over"),
            Part("turn", (1,), "how many turns of this round are over"),
            Part("options", (3,), "the higher target, whether the Widow is dismissed, whether an offer is seen"),
            Part("flags", (3,), "whether the supervisor is free, Come Back! waits, Stand Still! waits"),
            Part("village", (seats, KINDS), "who stands on each place"),
            Part("place", (seats,), "the place that is dealt to, to which a gnome comes, or on which the die lies"),
            Part("drawing", (1,), "whether the right pile draws"),
            Part("sizes", (2,), "how many gnomes each pile has, as shares of 18"),
            Part("slots", (2, ROOM), "each gnome of the piles that the viewer knows: its kind from 1 on, of 11"),
            Part("callers", (2, ROOM), "who gave up each gnome of the piles in a call, counted from 1 on, of 5"),
            Part("totals", (seats,), f"the points of each seat, as shares of {POINTS}", -1.0),
            Part("gnomes", (seats,), "how many gnomes each seat holds"),
            Part("sure", (seats, KINDS), "the gnomes that the viewer is sure of in each hand, of 15"),
            Part("events", (seats,), "how many events each seat holds"),
            Part("shown", (seats, BRIBES), "the bribes that each seat is known to hold, of 15"),
            Part("laid", (seats,), "before whom a bribe lies"),
            Part("bribes", (seats, BRIBES), "the bribe that lies before each seat, where the viewer knows it"),
            Part("hand", (KINDS,), "the viewer's gnomes, of 15"),
            Part("worth", (1,), f"what the viewer's four gnomes are worth, as a share of {RESULT} points", -1.0),
            Part("cards", (EVENTS,), "the viewer's events, of 15"),
            Part("discard", (EVENTS,), "the events in the open discard, of 15"),
            Part("partner", (seats,), "who is swapped with"),
            Part("offer", (KINDS,), "what is offered in a swap, where the viewer knows it"),
            Part("returned", (KINDS,), "what is returned in a swap, where the viewer knows it"),
            Part("briber", (seats,), "whose bribe counts"),
            Part("bribe", (BRIBES,), "the bribe that counts"),
            Part("die", (1,), "what was rolled last in this turn"),
        ),
        VERSION,
    )


def decisions(seats: int) -> Layout:
    """What each number of `decision` means; seats are counted from the one that decides."""
    return Layout(
        (
            Part("march", (1,), "let the village march"),
            Part("here", (MOST_SEATS,), "Come Here! to the gnome on this place"),
            Part("back", (1,), "Come Back!"),
            Part("halt", (1,), "Stand Still!"),
            Part("call", (KINDS,), "give up this gnome and draw"),
            Part("swap", (MOST_SEATS, KINDS), "offer this seat this gnome"),
            Part("recruit", (MOST_SEATS,), "put the die on this place"),
            Part("return", (KINDS,), "give this gnome for what was offered"),
            Part("pass", (1,), "pass"),
            Part("bribe", (BRIBES,), "lay this bribe face down"),
            Part("nix", (MOST_SEATS,), "cancel the bribe of this seat"),
            Part("look", (1,), "roll again"),
            Part("give", (MOST_SEATS,), "the recruited gnome goes to this seat"),
            Part("put", (KINDS,), "put this gnome in the village for the recruited one"),
            Part("continue", (1,), "let the round go on"),
            Part("judge", (1,), "end the round"),
            Part("done", (1,), "end the turn"),
            Part("free", (1,), "free the supervisor"),
        ),
        VERSION,
    )


def decision(world: Wichtel, action: i64) -> i64:
    """The number by which a learner names one of its actions."""
    if action >= SWAP and action < RECRUIT:
        partner = seen_from(world.asked, (action - SWAP) // KINDS, world.seats)
        return SWAP - MARCH + partner * KINDS + (action - SWAP) % KINDS
    if action >= NIX and action < LOOK:
        return NIX - MARCH + seen_from(world.asked, action - NIX, world.seats)
    if action >= GIVE and action < PUT:
        return GIVE - MARCH + seen_from(world.asked, action - GIVE, world.seats)
    return action - MARCH


def encoded(world: Wichtel, seat: i64, out: vec[i32], at: i64) -> i64:
    """Write what a seat knows into zeros; the place after it."""
    seats = world.seats
    at = one_of(out, at, PHASES, world.phase)
    at = one_of(out, at, seats, seen_from(seat, world.active, seats))
    at = one_of(out, at, seats, seen_from(seat, world.asked, seats))
    at = share(out, at, ALL_ROUNDS, world.round)
    at = share(out, at, ALL_TURNS, world.turn)
    at = flag(out, at, world.target == TARGET)
    at = flag(out, at, world.widow_dismissed)
    at = flag(out, at, world.swap_peek)
    at = flag(out, at, world.free)
    at = flag(out, at, world.back)
    at = flag(out, at, world.halt)
    at = _square(world, seat, out, at)
    at = _seats(world, seat, out, at)
    hand = world.hands[seat]
    at = bag(out, at, KINDS, hand)
    worth = result_of(hand, world.widow_dismissed) if size_of(hand) == RETINUE else 0
    at = signed_share(out, at, ALL_RESULTS, worth)
    at = bag(out, at, EVENTS, world.events[seat])
    at = bag(out, at, EVENTS, world.spent)
    at = one_of(out, at, seats, seen_from(seat, world.partner, seats))
    at = one_of(out, at, KINDS, world.offer if world.offer_known(seat) else NONE)
    at = one_of(out, at, KINDS, world.returned if world.returned_known(seat) else NONE)
    at = one_of(out, at, seats, seen_from(seat, world.briber, seats))
    at = one_of(out, at, BRIBES, world.bribe)
    return share(out, at, ALL_FACES, world.die)


def _square(world: Wichtel, seat: i64, out: vec[i32], at: i64) -> i64:
    square = world.square
    for place in range(world.seats):
        at = one_of(out, at, KINDS, square.village[place])
    at = one_of(out, at, world.seats, world.place)
    at = flag(out, at, square.drawing == RIGHT)
    at = share(out, at, GNOMES_OF_A_PILE, square.sizes[0])
    at = share(out, at, GNOMES_OF_A_PILE, square.sizes[1])
    callers = at + ROOM + ROOM
    for pile in range(2):
        for place in range(pile * ROOM, pile * ROOM + square.sizes[pile]):
            slot = square.slots[place]
            if knows(seat, slot):
                out[at + place] = KIND_SHARES[slot % KINDS + 1]
            if slot >= KINDS:
                out[callers + place] = SEAT_SHARES[seen_from(seat, slot // KINDS - 1, world.seats) + 1]
    return callers + ROOM + ROOM


def _seats(world: Wichtel, seat: i64, out: vec[i32], at: i64) -> i64:
    seats = world.seats
    gnomes = at + seats
    sure = gnomes + seats
    events = sure + seats * KINDS
    shown = events + seats
    laid = shown + seats * BRIBES
    bribes = laid + seats
    for after in range(seats):
        other = (seat + after) % seats
        at = signed_share(out, at, ALL_POINTS, world.totals[other])
        gnomes = share(out, gnomes, GNOMES_OF_A_HAND, size_of(world.hands[other]))
        sure = bag(out, sure, KINDS, world.memory.of(seat, other))
        events = share(out, events, EVENTS_OF_A_HAND, size_of(world.events[other]))
        shown = bag(out, shown, BRIBES, world.shown[other])
        laid = flag(out, laid, world.laid[other] != NONE)
        known = other == seat or world.turned_up(other)
        bribes = one_of(out, bribes, BRIBES, world.laid[other] if known else NONE)
    return bribes
