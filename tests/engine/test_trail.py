"""A list that only grows: copies share what they have in common and never see what another went on with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourleaf.engine.trail import Trail


@given(
    st.lists(st.tuples(st.integers(0, 5), st.sampled_from(["append", "copy", "until"]), st.integers(0, 9)), max_size=40)
)
def test_a_trail_and_its_copies_are_like_lists_of_their_own(steps: list[tuple[int, str, int]]) -> None:
    trails: list[tuple[Trail[int], list[int]]] = [(Trail(), [])]
    for which, what, number in steps:
        trail, like = trails[which % len(trails)]
        if what == "append":
            trail.append(number)
            like.append(number)
        elif what == "copy":
            trails.append((trail.copy(), list(like)))
        else:
            length = number % (len(like) + 1)
            trails.append((trail.until(length), like[:length]))
        for one, other in trails:
            assert list(one) == other == one[:]
            assert len(one) == len(other)
            assert [one[place] for place in range(-len(other), len(other))] == other + other
            assert one[1:-1] == other[1:-1]


def test_a_place_behind_the_end_is_an_error_also_where_a_copy_has_gone_on() -> None:
    trail: Trail[int] = Trail([1])
    trail.copy().append(2)
    with pytest.raises(IndexError):
        trail[1]


def test_a_copy_of_a_trail_copies_no_item() -> None:
    trail = Trail(list(range(1000)))
    twin = trail.copy()
    twin.append(1000)
    assert trail._shared is twin._shared
