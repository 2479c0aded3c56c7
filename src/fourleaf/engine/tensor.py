"""How a game writes what a seat knows as numbers for a learner: float32 by their bits, one after the other.

The place they are written to is a vec of 32-bit whole numbers that holds the bits of float32s: librt has no vec of
float32, and so the same memory is an array of float32 for NumPy and whoever reads it from there, without a copy.
Every function here writes at a place and gives the place after what it has written.
"""

from __future__ import annotations

import struct
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from fourleaf.engine.bits import shifted
from fourleaf.engine.counts import BITS, FIELD, MOST

ONE: Final = 0x3F800000
"""The bits of 1.0; those of 0.0 are 0."""


def bits_of_float(number: float) -> int:
    """The bits of a number as a float32."""
    bits: int = struct.unpack("<i", struct.pack("<f", number))[0]
    return bits


def shares(most: int) -> vec[i32]:
    """The bits of 0 to `most` as shares of `most`."""
    return vec[i32]([bits_of_float(number / most) for number in range(most + 1)])


def signed_shares(most: int) -> vec[i32]:
    """The bits of -`most` to `most` as shares of `most`; that of 0 stands in the middle."""
    return vec[i32]([bits_of_float(number / most) for number in range(-most, most + 1)])


SHARES_OF_A_BAG: Final[vec[i32]] = shares(MOST)
"""How many there are of a kind in a bag of engine/counts.py."""


def blank(out: vec[i32], at: i64, size: i64) -> None:
    """Nothing but zeros, before something else is written."""
    for place in range(at, at + size):
        out[place] = 0


def one_of(out: vec[i32], at: i64, size: i64, which: i64) -> i64:
    """A one at `which` of so many places; below zero is none of them."""
    if which >= 0:
        out[at + which] = ONE
    return at + size


def flag(out: vec[i32], at: i64, yes: bool) -> i64:
    """One or zero."""
    if yes:
        out[at] = ONE
    return at + 1


def share(out: vec[i32], at: i64, table: vec[i32], number: i64) -> i64:
    """A number as its share, from a table of `shares`; more than all is all."""
    out[at] = table[min(number, len(table) - 1)]
    return at + 1


def signed_share(out: vec[i32], at: i64, table: vec[i32], number: i64) -> i64:
    """A number that may be negative as its share, from a table of `signed_shares`; it ends at either end."""
    most: i64 = len(table) // 2
    out[at] = table[max(min(number, most), -most) + most]
    return at + 1


def bag(out: vec[i32], at: i64, kinds: i64, held: i64) -> i64:
    """How many of each kind a bag of engine/counts.py holds, as shares of the most that one can hold."""
    place = at
    while held != 0:
        if held & FIELD != 0:
            out[place] = SHARES_OF_A_BAG[held & FIELD]
        held = shifted(held, -BITS)
        place += 1
    return at + kinds


def seen_from(seat: i64, other: i64, seats: i64) -> i64:
    """How many seats after `seat` another one sits; below zero is nobody, and stays so."""
    if other < 0:
        return -1
    return other - seat if other >= seat else other - seat + seats
