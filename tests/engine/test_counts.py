"""Bags in one integer, against Python's own Counter."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from fourleaf.engine import counts

KINDS = range(12)
BAGS = st.lists(st.integers(0, counts.MOST), min_size=len(KINDS), max_size=len(KINDS)).map(
    lambda many: Counter({kind: number for kind, number in enumerate(many) if number})
)
FILLED = BAGS.filter(bool)


def packed(bag: Counter[int]) -> int:
    return int(counts.bag_of([bag[kind] for kind in KINDS]))


@given(BAGS)
def test_a_bag_holds_what_was_put_in(bag: Counter[int]) -> None:
    assert [counts.how_many(packed(bag), kind) for kind in KINDS] == [bag[kind] for kind in KINDS]
    assert counts.size_of(packed(bag)) == bag.total()
    assert counts.listed_kinds(packed(bag)) == sorted(bag.elements())
    assert sum(counts.unit(kind) for kind in bag.elements()) == packed(bag)


@given(BAGS, BAGS)
def test_whether_one_bag_holds_another(bag: Counter[int], part: Counter[int]) -> None:
    assert counts.holds(packed(bag), packed(part)) == (part <= bag)
    both = bag & part
    assert counts.holds(packed(bag), packed(both))
    assert packed(bag) - packed(both) == packed(bag - both)


@given(BAGS, BAGS)
def test_the_kinds_in_a_bag(bag: Counter[int], other: Counter[int]) -> None:
    assert counts.kinds_in(packed(bag)) == sum(2**kind for kind in bag)
    assert counts.one_of_each(packed(bag)) == packed(Counter(list(bag)))
    shared = Counter({kind: number for kind, number in other.items() if kind in bag})
    assert packed(other) & counts.bits_of(packed(bag)) == packed(shared)


@given(BAGS)
def test_kinds_and_counts_in_two_lists_side_by_side(bag: Counter[int]) -> None:
    assert list(counts.every_kind(packed(bag), 100)) == [100 + kind for kind in sorted(bag)]
    assert list(counts.every_count(packed(bag))) == [bag[kind] for kind in sorted(bag)]


@given(BAGS, st.lists(st.integers(-1000, 1000), min_size=len(KINDS), max_size=len(KINDS)))
def test_what_a_bag_is_worth(bag: Counter[int], values: list[int]) -> None:
    assert counts.worth(packed(bag), vec[i64](values)) == sum(values[kind] for kind in bag.elements())


@given(FILLED)
def test_what_lies_in_a_row(bag: Counter[int]) -> None:
    row = sorted(bag.elements())
    assert [counts.kind_at(packed(bag), place) for place in range(len(row))] == row
    assert counts.first_kind(packed(bag)) == row[0]


@given(FILLED, st.integers(0, 2**32))
def test_a_draw_is_one_of_all_things_in_the_bag(bag: Counter[int], seed: int) -> None:
    drawn = counts.drawn_from(packed(bag), Random(seed))
    assert drawn == sorted(bag.elements())[Random(seed).randrange(bag.total())]
