"""Small sets in one integer, against Python's own sets."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fourleaf.engine import bits

MEMBERS = st.integers(0, 62)


def mask(members: set[int]) -> int:
    return sum(2**member for member in members)


@given(MEMBERS)
def test_a_set_of_one(member: int) -> None:
    assert bits.bit(member) == 2**member
    assert bits.lowest(bits.bit(member)) == member


@given(st.sets(MEMBERS), MEMBERS)
def test_a_set_holds_its_members_and_nothing_else(members: set[int], asked: int) -> None:
    assert bits.has(mask(members), asked) == (asked in members)
    assert bits.count(mask(members)) == len(members)


@given(st.sets(MEMBERS, min_size=1))
def test_the_lowest_member(members: set[int]) -> None:
    assert bits.lowest(mask(members)) == min(members)


@given(st.sets(st.integers(0, 40)), st.integers(-40, 22))
def test_a_shifted_set(members: set[int], by: int) -> None:
    assert bits.shifted(mask(members), by) == mask({member + by for member in members if member + by >= 0})


@given(st.sets(MEMBERS))
def test_the_members_one_by_one(members: set[int]) -> None:
    assert bits.members(mask(members)) == sorted(members)
    assert list(bits.every(mask(members), 100)) == [100 + member for member in sorted(members)]
