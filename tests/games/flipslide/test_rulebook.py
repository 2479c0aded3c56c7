"""What the rulebook of Flip & Slide counts, reckons and shows is so."""

from __future__ import annotations

from fourleaf.games.flipslide import GAME, board
from tests.kit.rulebooks import counts_of, table


def test_what_is_in_the_box() -> None:
    colours = len(board.COLOUR_NAMES)
    assert counts_of(GAME, "what") == {
        "rainbow sets": board.MOST_COPIES,
        "colours in a set": colours,
        "rainbow tiles": board.MOST_COPIES * colours,
        "rabbits": board.MOST_SEATS,
    }
    by_seats = table(GAME, "seats")
    for seats, row in enumerate(by_seats.rows, 1):
        leaves, up = board.LEAVES[seats - 1], board.TURNED_UP[seats - 1]
        assert row[:4] == [str(seats), str(leaves), str(leaves * colours), str(up)]
        assert row[4].split(",")[0] == str(board.ACTIONS_A_TURN[seats - 1])
        assert len(board.patch_of(seats)) == int(row[2])
