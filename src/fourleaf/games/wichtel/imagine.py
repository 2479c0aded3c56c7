"""A round that a seat cannot tell from the true one: what it does not know is gathered and dealt anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from fourleaf.engine.counts import bits_of, drawn_from, how_many, kind_at, size_of, unit
from fourleaf.games.wichtel.board import FOR_BRIBE, KINDS, NONE, RETINUE, ROOM, UNSEEN, knows

if TYPE_CHECKING:
    from fourleaf.games.wichtel.rules import Wichtel


def imagined(world: Wichtel, seat: i64, rng: Random) -> Wichtel:
    """The same round with everything that `seat` cannot know drawn once more."""
    twin = world.clone()
    deal_hands_again(twin, seat, rng)
    fill_slots_again(twin, seat, rng)
    swap_again(twin, seat, rng)
    deal_events_again(twin, seat, rng)
    remember_again(twin, seat)
    return twin


def _known_of(world: Wichtel, seat: i64, other: i64) -> i64:
    """The cards that `seat` knows to be in the hand of another one."""
    known = world.memory.of(world.observer(seat), other)
    # What lies on the table in a swap is in a hand still; it may or may not be one of those that are sure.
    card: i64 = NONE
    if world.offer != NONE and other == world.active and world.offer_known(seat):
        card = world.offer
    elif world.returned != NONE and other == world.partner and world.returned_known(seat):
        card = world.returned
    if card != NONE and how_many(known, card) == 0:
        known += unit(card)
    return known


def deal_hands_again(world: Wichtel, seat: i64, rng: Random) -> None:
    """Gather all gnomes that `seat` cannot place, in hands and piles, and deal as many to the hands anew."""
    sizes = vec[i64]([0] * world.seats)
    for other in range(world.seats):
        if other != seat:
            known = _known_of(world, seat, other)
            sizes[other] = size_of(world.hands[other] - known)
            world.pool += world.hands[other] - known
            world.hands[other] = known
    for slot in world.square.slots:
        if _strange(world, seat, slot):
            world.pool += unit(slot % KINDS)
    for other in range(world.seats):
        for _ in range(sizes[other]):
            world.hands[other] += unit(_take_of_pool(world, rng))


def fill_slots_again(world: Wichtel, seat: i64, rng: Random) -> None:
    """Put gnomes of the pool into the slots that another seat knows."""
    for place in range(ROOM + ROOM):
        slot = world.square.slots[place]
        if _strange(world, seat, slot):
            world.square.slots[place] = slot - slot % KINDS + _take_of_pool(world, rng)


def _strange(world: Wichtel, seat: i64, slot: i64) -> bool:
    """Whether somebody else gave up the gnome in a slot."""
    return slot != UNSEEN and not knows(world.observer(seat), slot)


def _take_of_pool(world: Wichtel, rng: Random) -> i64:
    kind = drawn_from(world.pool, rng)
    world.pool -= unit(kind)
    return kind


def swap_again(world: Wichtel, seat: i64, rng: Random) -> None:
    """Let the partners of a swap lay any card of their hands, where `seat` does not know which."""
    if world.offer != NONE and not world.offer_known(seat):
        world.offer = kind_at(world.hands[world.active], rng.randrange(RETINUE))
    if world.returned != NONE and not world.returned_known(seat):
        world.returned = kind_at(world.hands[world.partner], rng.randrange(RETINUE))


def deal_events_again(world: Wichtel, seat: i64, rng: Random) -> None:
    """Gather all events that `seat` cannot place; lay the face-down bribes anew, and then the hands."""
    sizes = vec[i64]([0] * world.seats)
    for other in range(world.seats):
        if other != seat:
            sizes[other] = size_of(world.events[other])
            _gather_events(world, other)
    # Seats of which no card is known come first: their bribes must come from the rest, and the others' need not.
    for other in range(world.seats):
        if other != seat and _face_down(world, other) and world.shown[other] == 0:
            _lay_again(world, other, False, rng)
    for other in range(world.seats):
        if other != seat and _face_down(world, other) and world.shown[other] != 0:
            # A seat of which all cards are known has laid one of them.
            _lay_again(world, other, size_of(world.shown[other]) > sizes[other], rng)
    for other in range(world.seats):
        if other != seat:
            for _ in range(sizes[other] - size_of(world.events[other])):
                card = drawn_from(world.left_over, rng)
                world.left_over -= unit(card)
                world.events[other] += unit(card)


def _gather_events(world: Wichtel, seat: i64) -> None:
    """Leave a seat no card but those that everybody knows it holds."""
    world.left_over += world.events[seat]
    world.events[seat] = world.shown[seat]
    if _face_down(world, seat):
        world.left_over += unit(world.laid[seat])
    elif world.laid[seat] != NONE:
        world.events[seat] -= unit(world.laid[seat])
    world.left_over -= world.events[seat]


def _face_down(world: Wichtel, seat: i64) -> bool:
    return world.laid[seat] != NONE and not world.turned_up(seat)


def _lay_again(world: Wichtel, seat: i64, of_the_known: bool, rng: Random) -> None:
    """Let a seat lay one of the bribes that it is known to hold or, unless it must, one of the rest."""
    known = size_of(world.events[seat])
    rest = 0 if of_the_known else world.left_over & bits_of(FOR_BRIBE)
    place = rng.randrange(known + size_of(rest))
    if place < known:
        world.laid[seat] = kind_at(world.events[seat], place)
        world.events[seat] -= unit(world.laid[seat])
    else:
        world.laid[seat] = kind_at(rest, place - known)
        world.left_over -= unit(world.laid[seat])


def remember_again(world: Wichtel, seat: i64) -> None:
    """Give the others the memory that `seat` can be sure of."""
    # What others know of `seat` it can follow itself. Of one another they may know more than everybody does, from
    # their swaps and calls; but how much more `seat` cannot tell, and what everybody knows is true in any world.
    for observer in range(world.seats):
        for other in range(world.seats):
            if observer != seat and other != seat and other != observer:
                world.memory.sure[observer * world.seats + other] = world.memory.of(world.seats, other)
