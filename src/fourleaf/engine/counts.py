"""How many there are of each kind, kept in one native integer: a bag of tokens, a handful of cards.

Kinds are numbers 0..11, and each has five bits of the bag: four for a count up to 15, and one that stays empty. So bags
are added and subtracted as numbers are, as long as what is taken is there.
"""

from __future__ import annotations

from typing import Final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i32, i64

from fourleaf.engine.bits import bit, count, lowest, shifted

MOST: Final = 15
"""Of one kind in a bag."""
BITS: Final = 5
"""Of each kind."""
FIELD: Final = 0b11111
"""All bits of the first kind."""
SINGLES: Final = 0x084210842108421
"""One of each kind."""
SPARE: Final = SINGLES * 16
"""The bit of each kind that stays empty."""
EVEN_FIELDS: Final = 0x07C1F07C1F07C1F
"""All bits of every second kind."""


def unit(kind: i64) -> i64:
    """The bag with one of a kind."""
    return bit(BITS * kind)


def bag_of(counts: list[int]) -> i64:
    """The bag with so many of each kind."""
    bag: i64 = 0
    for kind in range(len(counts)):
        bag += unit(kind) * i64(counts[kind])
    return bag


def how_many(bag: i64, kind: i64) -> i64:
    """How many of a kind a bag holds."""
    return shifted(bag, -BITS * kind) & FIELD


def size_of(bag: i64) -> i64:
    """How many a bag holds of all kinds together."""
    # FAST: neighbours are added up in pairs; then the digits to base 1024 have their number's rest by 1023 as their
    # sum, which is less.
    return ((bag & EVEN_FIELDS) + (shifted(bag, -BITS) & EVEN_FIELDS)) % 1023


def holds(bag: i64, part: i64) -> bool:
    """Whether a bag holds all of another one."""
    # FAST: the spare bit of each kind is lent to the subtraction; whoever had too few does not give it back.
    return ((bag | SPARE) - part) & SPARE == SPARE


def worth(bag: i64, values: vec[i64]) -> i64:
    """What a bag is worth when each kind has its value."""
    total: i64 = 0
    kind: i64 = 0
    while bag != 0:
        total += (bag & FIELD) * values[kind]
        kind += 1
        bag = shifted(bag, -BITS)
    return total


# Kinds


def one_of_each(bag: i64) -> i64:
    """One of every kind that a bag holds."""
    # FAST: 15 more carry a count that is not 0, and no other, into its spare bit.
    return shifted((bag + SINGLES * MOST) & SPARE, 1 - BITS)


def bits_of(bag: i64) -> i64:
    """All bits of every kind that a bag holds: what another bag has in them is all that it has of these kinds."""
    return one_of_each(bag) * FIELD


def kinds_in(bag: i64) -> i64:
    """The set of kinds that a bag holds."""
    kinds: i64 = 0
    here: i64 = 1
    while bag != 0:
        if bag & FIELD != 0:
            kinds |= here
        here += here
        bag = shifted(bag, -BITS)
    return kinds


def first_kind(bag: i64) -> i64:
    """The lowest kind of a bag that is not empty."""
    return lowest(bag) // BITS


def kind_at(bag: i64, place: i64) -> i64:
    """The kind at a place when everything in a bag lies in a row, the lowest kind first."""
    kind: i64 = 0
    place -= bag & FIELD
    while place >= 0:
        kind += 1
        place -= how_many(bag, kind)
    return kind


def drawn_from(bag: i64, rng: Random) -> i64:
    """The kind of what is drawn blindly from a bag that is not empty."""
    return kind_at(bag, rng.randrange(size_of(bag)))


# Lists


def every_kind(bag: i64, base: i64) -> vec[i32]:
    """The action `base` + kind for every kind that a bag holds."""
    left = one_of_each(bag)
    # FAST: counted first and then filled, because a list that grows costs ten times as much.
    actions = vec[i32]([0] * count(left))
    for place in range(len(actions)):
        actions[place] = i32(base + first_kind(left))
        left &= left - 1
    return actions


def every_count(bag: i64) -> vec[i32]:
    """How many a bag holds of every kind in it."""
    left = one_of_each(bag)
    counts = vec[i32]([0] * count(left))
    for place in range(len(counts)):
        counts[place] = i32(how_many(bag, first_kind(left)))
        left &= left - 1
    return counts


def listed_kinds(bag: i64) -> list[int]:
    """The kinds in a bag, lowest first, each as often as the bag holds it."""
    kinds: list[int] = []
    kind = 0
    while bag != 0:
        kinds += [kind] * (bag & FIELD)
        bag = shifted(bag, -BITS)
        kind += 1
    return kinds
