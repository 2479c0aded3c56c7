"""What the rulebook of Alarún counts, reckons and shows is so."""

from __future__ import annotations

from fourleaf.games.alarun import GAME, board
from tests.kit.rulebooks import counts_of, table


def test_each_line_of_the_square_is_worth_what_the_table_says() -> None:
    table_of_lines = table(GAME, "line", "power", "points")
    assert table_of_lines.position is not None
    square = GAME.view.view(GAME.position(table_of_lines.position), 0).seats[0].square
    names = [f"row {letter}" for letter in "ABCDE"] + [f"column {letter}" for letter in "FGHIJ"]
    lines = [*square.rows, *square.columns]
    assert table_of_lines.column("power") == {n: str(line.power) for n, line in zip(names, lines, strict=True)}
    assert table_of_lines.column("points") == {n: str(line.points) for n, line in zip(names, lines, strict=True)}
    assert square.druid == "DE-B", "the caption says so"


def test_the_parts_of_the_score() -> None:
    parts = table(GAME, "seat", "potions")
    assert parts.position is not None
    state = GAME.position(parts.position)
    seen = [GAME.view.view(state, seat).seats[seat] for seat in range(2)]
    assert list(parts.column("potions").values()) == [str(seat.square.potions) for seat in seen]
    assert list(parts.column("Centum auri").values()) == [str(seat.square.auri) for seat in seen]
    assert list(parts.column("colour").values()) == [str(seat.bonus) for seat in seen]


def test_what_is_in_the_box() -> None:
    box = board.BOX
    assert counts_of(GAME, "what") == {
        "ingredient cards": board.INGREDIENTS * board.COLOURS * box["deck"]["copies"],
        "ingredients": board.INGREDIENTS,
        "colours": board.COLOURS,
        "cards of each ingredient in each colour": box["deck"]["copies"],
        "Centum auri": board.COPIES_OF[board.AURI],
        "colour cards": board.COLOURS,
        "apprentices": board.SEATS,
        "Alarún marker": 1,
    }
    for what, parts in (("ingredient", ("name", "code", "brews")), ("colour", ("name", "code", "symbol"))):
        assert table(GAME, what, "code").rows == [[entry[part] for part in parts] for entry in box[what]]
