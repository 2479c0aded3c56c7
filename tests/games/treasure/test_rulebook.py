"""What the rulebook of the race counts, reckons and shows is so."""

from __future__ import annotations

from itertools import pairwise

from fourleaf.games.treasure import GAME, board
from tests.kit.rulebooks import POSITION, counts_of, table


def test_the_hunters_stand_where_the_table_says() -> None:
    told = table(GAME, "seat", "backed")
    assert told.position is not None
    state = GAME.position(told.position)
    names = board.COLOUR_NAMES
    assert list(told.column("backed").values()) == [names[colour] for colour in state.colours]
    squares = [str(state.figures[colour]) for colour in state.colours]
    assert list(told.column("square of that hunter").values()) == squares


def test_what_is_in_the_box() -> None:
    box = board.BOX
    counted = {
        "hunters": board.COLOURS,
        "colour cards": board.COLOURS,
        "playing cards": board.CARDS * board.COPIES,
        **{f"cards ×{mark} of each colour": board.COPIES for mark in board.MARK_OF},
        "dice": 2,
        "faces of a die": board.FACES,
        "squares from the start to the treasure": board.TREASURE,
        "feathers": len(box["track"]["feathers"]),
        "whirls": len(box["track"]["whirls"]),
    }
    assert counts_of(GAME, "what") == counted


def test_what_the_captions_tell_happens() -> None:
    before, after = (GAME.position(found["line"]) for found in list(POSITION.finditer(GAME.rulebook.text))[:2])
    before.apply(GAME.moves.read("play R3").action)
    assert GAME.notation.write(before) == GAME.notation.write(after)
    stops = [0, 4, 8, 12, 16, 20]
    assert all(later - earlier == 4 for earlier, later in pairwise(stops))
    assert [board.KIND_OF[square] for square in stops[3:]] == [board.FEATHER, board.FEATHER, board.WHIRL]
