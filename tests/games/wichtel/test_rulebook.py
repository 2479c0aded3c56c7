"""What the rulebook of Wichtel counts, reckons and shows is so."""

from __future__ import annotations

from fourleaf.engine.counts import listed_kinds
from fourleaf.games.wichtel import GAME, board
from tests.kit.rulebooks import SEATS, table


def test_the_retinues_are_judged_as_the_table_says() -> None:
    told = table(GAME, "seat", "retinue")
    assert told.position is not None
    state = GAME.position(told.position)
    names, values = board.GNOME_NAMES["en"], list(board.VALUE_OF)
    titles = {one["id"]: one["name"]["en"] for one in board.BOX["title"]}
    marks = ["!" if gnome["mark"] else "" for gnome in board.BOX["gnome"]]
    for seat, (who, retinue, points, title, result, _) in enumerate(told.rows):
        judged = GAME.view.view(state, seat).judged
        assert judged is not None
        assert who == SEATS[seat]
        hand = [f"{names[kind]} {values[kind]}{marks[kind]}" for kind in listed_kinds(state.hands[seat])]
        assert sorted(retinue.split(", ")) == sorted(hand)
        assert points == str(judged.points)
        assert title == (f"{titles[judged.title]} +{judged.title_points}" if judged.title else "none")
        assert result == str(judged.result)
    state.apply(board.JUDGE)
    for seat in range(3):
        state.apply(board.HAND + board.HAND_NUMBER[state.hands[seat]])
    assert list(told.column("points").values()) == [str(total) for total in state.scores()]


def test_what_is_in_the_box() -> None:
    box = board.BOX
    for what in ("gnome", "event"):
        cards = table(GAME, what, "code")
        told = {(row[0], row[1]): row[2] for row in cards.rows}
        counts = {(card["name"]["en"], card["code"]): str(card["count"]) for card in box[what]}
        assert told == {**counts, ("together", ""): str(sum(card["count"] for card in box[what]))}
    values = {gnome["name"]["en"]: f"{gnome['value']}{'!' * gnome['mark']}" for gnome in box["gnome"]}
    assert table(GAME, "gnome", "code").column("value") == {**values, "together": ""}
    names = {gnome["code"]: f"{gnome['name']['en']} ({gnome['code']})" for gnome in box["gnome"]}
    titles = [
        [
            title["name"]["en"],
            ", ".join(names[code] for code in title["required"]),
            ", ".join(names[code] for code in title["rest"]) or "nobody else",
            f"{title['points']:+}",
        ]
        for title in box["title"]
    ]
    assert table(GAME, "title", "needs").rows == titles
