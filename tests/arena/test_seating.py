"""Who sits where: fairly, with the same luck inside a block, and next to different people from block to block."""

from __future__ import annotations

from collections import Counter

import pytest

from fourleaf import BadStart
from fourleaf.arena.seating import Pairing, duel, pairings, table


def seat_counts(pairing: Pairing, block: int = 0) -> Counter[tuple[str, int]]:
    sittings = pairing.block(0, block, luck=99 + block, first=0)
    return Counter((name, seat) for sitting in sittings for seat, name in enumerate(sitting.seats))


def test_at_one_table_everybody_sits_in_every_seat_once_a_block() -> None:
    counts = seat_counts(table(["a", "b", "c"]))
    assert counts == {(name, seat): 1 for name in "abc" for seat in range(3)}


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_two_share_a_table_of_any_size_equally_in_every_seat(seats: int) -> None:
    pairing = duel("a", "b", seats)
    counts = seat_counts(pairing)
    assert counts == {(name, seat): 1 for name in "ab" for seat in range(seats)}
    assert (pairing.games, pairing.seats, pairing.names) == (2, seats, ["a", "b"])


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_two_hold_as_many_seats_or_one_more_in_turn(seats: int) -> None:
    one, other = duel("a", "b", seats).block(0, 0, luck=4, first=0)
    assert {one.seats.count("a"), other.seats.count("a")} == {seats // 2, seats - seats // 2}


def test_a_block_has_one_luck_and_its_games_have_bots_of_their_own() -> None:
    sittings = duel("a", "b", 4).block(0, 7, luck=1234, first=50)
    assert {sitting.luck for sitting in sittings} == {1234}
    assert [sitting.number for sitting in sittings] == [50, 51]
    assert len({sitting.seed for sitting in sittings}) == 2


def test_neighbours_change_from_block_to_block() -> None:
    def after(luck: int) -> str:
        seats = table(["a", "b", "c"]).block(0, 0, luck, 0)[0].seats
        return seats[(seats.index("a") + 1) % 3]

    followers = Counter(after(luck) for luck in range(200))
    assert min(followers["b"], followers["c"]) > 70


def test_blocks_are_whole() -> None:
    assert duel("a", "b", 2).blocks(1) == 1
    assert duel("a", "b", 3).blocks(7) == 4
    assert table(["a"]).blocks(5) == 5


def test_the_formats_say_who_plays_whom() -> None:
    def pairs(how: str) -> list[set[str]]:
        return [set(pairing.names) for pairing in pairings(["a", "b", "c"], how, 2)]  # type: ignore[arg-type]

    assert pairs("table") == [{"a", "b", "c"}]
    assert pairs("roundrobin") == [{"a", "b"}, {"a", "c"}, {"b", "c"}]
    assert pairs("gauntlet") == [{"a", "b"}, {"a", "c"}]


def test_pairs_are_made_of_two_different_contestants() -> None:
    with pytest.raises(BadStart, match="everybody is named once; a stands there more often"):
        pairings(["a", "b", "a"], "roundrobin", 2)
    with pytest.raises(BadStart, match="at least two contestants, not 1"):
        pairings(["a"], "gauntlet", 2)
