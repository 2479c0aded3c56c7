"""Small sets of whole numbers 0..62 kept in one native integer.

This is the only module that shifts: mypyc compiles `1 << n` with a native `n` as a 32-bit shift, which is wrong
from n = 31 on, and it puts the literal back wherever a Final or a variable only stands for it. A parameter is shifted
as what it is, 64 bits wide.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32, i64


def bit(n: i64) -> i64:
    """The set that holds `n` alone."""
    return shifted(1, n)


def has(mask: i64, n: i64) -> bool:
    """Whether the set holds `n`."""
    return (mask >> n) & 1 != 0


def shifted(mask: i64, by: i64) -> i64:
    """The set of all members plus `by`; a negative `by` drops the members that would fall below zero."""
    return mask << by if by >= 0 else mask >> -by


def count(mask: i64) -> i64:
    """How many members the set has."""
    members: i64 = 0
    while mask != 0:
        mask &= mask - 1
        members += 1
    return members


def lowest(mask: i64) -> i64:
    """The smallest member of a set that is not empty."""
    n: i64 = 0
    if mask & 0xFFFFFFFF == 0:
        mask >>= 32
        n += 32
    while mask & 0xFF == 0:
        mask >>= 8
        n += 8
    while mask & 1 == 0:
        mask >>= 1
        n += 1
    return n


def every(mask: i64, base: i64) -> vec[i32]:
    """The action `base` + member for every member of the set."""
    # FAST: counted first and then filled, because a list that grows costs ten times as much.
    actions = vec[i32]([0] * count(mask))
    for place in range(len(actions)):
        actions[place] = i32(base + lowest(mask))
        mask &= mask - 1
    return actions


def members(mask: i64) -> list[int]:
    """The members of the set in ascending order."""
    found: list[int] = []
    while mask != 0:
        found.append(int(lowest(mask)))
        mask &= mask - 1
    return found
