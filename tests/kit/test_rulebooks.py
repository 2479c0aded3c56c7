"""A newcomer can play from the rulebooks: what they show can be, and what they count and reckon is so."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from fourleaf.engine.state import OVER
from fourleaf.games import GAMES
from fourleaf.games.alarun import board as alarun
from fourleaf.games.flipslide import board as flipslide
from fourleaf.games.korrigans import board as korrigans
from fourleaf.games.treasure import board as treasure
from fourleaf.games.wichtel import board as wichtel

OPENING = ["The goal", "One turn", "How it ends", "In the box", "Good to know"]
CLOSING = "What we had to design"
POSITION = re.compile(r"```position\n(?P<line>[^\n]+)\n```\n(?P<caption>\*[^*]+\*)\n")
SEATS = ["first seat", "second seat", "third seat", "fourth seat", "fifth seat"]


class Table(NamedTuple):
    """A table of a rulebook: its heading, its rows, and the position that it follows."""

    heading: list[str]
    rows: list[list[str]]
    position: str | None

    def column(self, name: str) -> dict[str, str]:
        """One column, by the first cell of each row."""
        place = self.heading.index(name)
        return {row[0]: row[place] for row in self.rows}


def chapters(text: str) -> dict[str, str]:
    """What stands below each heading."""
    parts = re.split(r"^## (.+)\n", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def tables(text: str) -> list[Table]:
    """Every table of a text."""
    found = []
    for block in re.finditer(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        heading, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in block[0].splitlines()]
        before = [position["line"] for position in POSITION.finditer(text, 0, block.start())]
        found.append(Table(heading, rows, before[-1] if before else None))
    return found


def table(name: str, *heading: str) -> Table:
    """The table of a game's rulebook whose heading begins like this."""
    return next(table for table in tables(GAMES[name].rulebook.text) if table.heading[: len(heading)] == list(heading))


@pytest.mark.parametrize("name", GAMES)
def test_a_rulebook_opens_with_goal_turn_end_and_box(name: str) -> None:
    found = chapters(GAMES[name].rulebook.text)
    assert list(found)[: len(OPENING)] == OPENING
    assert list(found)[-1] == CLOSING
    assert f"docs/designed/{name}.md" in found[CLOSING]
    assert len(re.findall(r"[.!?](?=\s)", found["The goal"])) == 2, "the goal takes two sentences"
    assert "```position" in found["One turn"]
    assert "```position" in found["How it ends"]


@pytest.mark.parametrize("name", GAMES)
def test_nobody_is_seat_nought(name: str) -> None:
    assert not re.search(r"seats? 0", GAMES[name].rulebook.text, re.IGNORECASE)


@pytest.mark.parametrize("name", GAMES)
def test_every_position_can_be_read_and_has_a_caption(name: str) -> None:
    game = GAMES[name]
    text = game.rulebook.text
    found = list(POSITION.finditer(text))
    assert len(found) == text.count("```position") == text.count("```") / 2
    for position in found:
        assert game.moves.write_position(game.position(position["line"])) == position["line"]


@pytest.mark.parametrize("name", GAMES)
def test_every_move_that_is_written_out_can_be_typed(name: str) -> None:
    game = GAMES[name]
    written = re.findall(r"`(\w+ [^`]+)`", re.sub(r"```.*?```", "", game.rulebook.text, flags=re.DOTALL))
    assert len(written) > 1
    for text in written:
        assert str(game.moves.read(text)) == text


@pytest.mark.parametrize("name", GAMES)
def test_every_worked_score_is_what_the_engine_counts(name: str) -> None:
    game = GAMES[name]
    worked = [table for table in tables(game.rulebook.text) if table.heading[0] == "seat" and "score" in table.heading]
    assert worked or name == "wichtel", "Wichtel has results of a round instead"
    for table in worked:
        assert table.position is not None
        state = game.position(table.position)
        assert state.actor() == OVER
        told = table.column("score")
        assert told == dict(zip(SEATS, map(str, state.scores()), strict=False))


def test_each_line_of_the_square_of_alarun_is_worth_what_the_table_says() -> None:
    table_of_lines = table("alarun", "line", "power", "points")
    assert table_of_lines.position is not None
    game = GAMES["alarun"]
    square = game.view.view(game.position(table_of_lines.position), 0).seats[0].square
    names = [f"row {letter}" for letter in "ABCDE"] + [f"column {letter}" for letter in "FGHIJ"]
    lines = [*square.rows, *square.columns]
    assert table_of_lines.column("power") == {n: str(line.power) for n, line in zip(names, lines, strict=True)}
    assert table_of_lines.column("points") == {n: str(line.points) for n, line in zip(names, lines, strict=True)}
    assert square.druid == "DE-B", "the caption says so"


def test_the_parts_of_the_score_of_alarun() -> None:
    parts = table("alarun", "seat", "potions")
    assert parts.position is not None
    game = GAMES["alarun"]
    state = game.position(parts.position)
    seen = [game.view.view(state, seat).seats[seat] for seat in range(2)]
    assert list(parts.column("potions").values()) == [str(seat.square.potions) for seat in seen]
    assert list(parts.column("Centum auri").values()) == [str(seat.square.auri) for seat in seen]
    assert list(parts.column("colour").values()) == [str(seat.bonus) for seat in seen]


def test_the_parts_of_the_gold_of_korrigans() -> None:
    parts = table("korrigans", "seat", "coins")
    assert parts.position is not None
    game = GAMES["korrigans"]
    seen = [seat.gold for seat in game.view.view(game.position(parts.position), 0).seats]
    for column, part in (("coins", "coins"), ("gold menhirs", "menhirs"), ("Elves", "elves"), ("Goblins", "goblins")):
        assert list(parts.column(column).values()) == [str(getattr(gold, part)) for gold in seen]
    assert list(parts.column("Cauldron").values()) == [str(gold.cauldron) for gold in seen]


def test_the_hunters_of_treasure_stand_where_the_table_says() -> None:
    told = table("treasure", "seat", "backed")
    assert told.position is not None
    game = GAMES["treasure"]
    state = game.position(told.position)
    names = treasure.COLOUR_NAMES
    assert list(told.column("backed").values()) == [names[colour] for colour in state.colours]
    squares = [str(state.figures[colour]) for colour in state.colours]
    assert list(told.column("square of that hunter").values()) == squares


def test_the_retinues_of_wichtel_are_judged_as_the_table_says() -> None:
    told = table("wichtel", "seat", "retinue")
    assert told.position is not None
    game = GAMES["wichtel"]
    state: Any = game.position(told.position)
    names, values = wichtel.GNOME_NAMES["en"], list(wichtel.VALUE_OF)
    marks = ["!" if gnome["mark"] else "" for gnome in wichtel.BOX["gnome"]]
    for seat, (who, retinue, points, title, result, _) in enumerate(told.rows):
        judged = game.view.view(state, seat).judged
        assert who == SEATS[seat]
        hand = [f"{names[kind]} {values[kind]}{marks[kind]}" for kind in wichtel.listed_kinds(state.hands[seat])]
        assert sorted(retinue.split(", ")) == sorted(hand)
        assert points == str(judged.points)
        assert title == (f"{judged.title} +{judged.title_points}" if judged.title else "none")
        assert result == str(judged.result)
    state.apply(wichtel.JUDGE)
    for seat in range(3):
        state.apply(wichtel.HAND + wichtel.HAND_NUMBER[state.hands[seat]])
    assert list(told.column("points").values()) == [str(total) for total in state.scores()]


# What is in the box


def test_the_box_of_korrigans() -> None:
    clovers = table("korrigans", "clover")
    box = korrigans.BOX
    names = [name.replace("coin", "coin ") for name in korrigans.KIND_NAMES]
    for column, field in (("with 2 or 3 seats", "base"), ("more with 4 or 5", "extra")):
        counts = [token[field] for token in box["token"]]
        assert clovers.column(column) == dict(zip([*names, "together"], map(str, [*counts, sum(counts)]), strict=True))
    does = clovers.column("what it does")
    assert [does[f"coin {n}"] for n in range(1, 5)] == [f"{token['gold']} gold" for token in box["token"][6:]]
    menhirs = table("korrigans", "menhir").column("how many")
    copies = [menhir["copies"] for menhir in box["menhir"]]
    assert [name.lower().replace(" ", "") for name in menhirs] == [*korrigans.MENHIR_NAMES, "together"]
    assert list(menhirs.values()) == [str(count) for count in [*copies, sum(copies)]]
    counted = {
        "fields": len(box["field"]),
        **{f"{kind}s": sum(border["kind"] == kind for border in box["border"]) for kind in ("path", "door", "bridge")},
        "suns": len(box["rainbow"]["sun_at"]),
        "clouds": len(box["rainbow"]["cloud_at"]),
        "rainbow pawns": len(box["rainbow"]["colours"]) * box["rainbow"]["copies"],
        "Korrigans": korrigans.MOST_SEATS * korrigans.PAIR,
        "screens": korrigans.MOST_SEATS,
        "Backups": korrigans.MOST_SEATS,
        "Elves": copies[korrigans.ELF_MENHIR],
        "Goblins": copies[korrigans.GOBLIN_MENHIR],
        "Troll": 1,
        "Cauldron": 1,
    }
    assert counts_of("korrigans", "piece") == counted


def counts_of(name: str, what: str) -> dict[str, int]:
    """A table of counts, each under its name up to the first comma or colon."""
    return {re.split(r"[,:]", row)[0]: int(count) for row, count in table(name, what).column("how many").items()}


def test_the_box_of_flip_and_slide() -> None:
    colours = len(flipslide.COLOUR_NAMES)
    assert counts_of("flipslide", "what") == {
        "rainbow sets": flipslide.MOST_COPIES,
        "colours in a set": colours,
        "rainbow tiles": flipslide.MOST_COPIES * colours,
        "rabbits": flipslide.MOST_SEATS,
    }
    by_seats = table("flipslide", "seats")
    for seats, row in enumerate(by_seats.rows, 1):
        leaves, up = flipslide.LEAVES[seats - 1], flipslide.TURNED_UP[seats - 1]
        assert row[:4] == [str(seats), str(leaves), str(leaves * colours), str(up)]
        assert row[4].split(",")[0] == str(flipslide.ACTIONS_A_TURN[seats - 1])
        assert len(flipslide.patch_of(seats)) == int(row[2])


def test_the_box_of_alarun() -> None:
    box = alarun.BOX
    assert counts_of("alarun", "what") == {
        "ingredient cards": alarun.INGREDIENTS * alarun.COLOURS * box["deck"]["copies"],
        "ingredients": alarun.INGREDIENTS,
        "colours": alarun.COLOURS,
        "cards of each ingredient in each colour": box["deck"]["copies"],
        "Centum auri": alarun.COPIES_OF[alarun.AURI],
        "colour cards": alarun.COLOURS,
        "apprentices": alarun.SEATS,
        "Alarún marker": 1,
    }
    for what, parts in (("ingredient", ("name", "code", "brews")), ("colour", ("name", "code", "symbol"))):
        assert table("alarun", what, "code").rows == [[entry[part] for part in parts] for entry in box[what]]


def test_the_box_of_treasure() -> None:
    box = treasure.BOX
    counted = {
        "hunters": treasure.COLOURS,
        "colour cards": treasure.COLOURS,
        "playing cards": treasure.CARDS * treasure.COPIES,
        **{f"cards ×{mark} of each colour": treasure.COPIES for mark in treasure.MARK_OF},
        "dice": 2,
        "faces of a die": treasure.FACES,
        "squares from the start to the treasure": treasure.TREASURE,
        "feathers": len(box["track"]["feathers"]),
        "whirls": len(box["track"]["whirls"]),
    }
    assert counts_of("treasure", "what") == counted


def test_the_box_of_wichtel() -> None:
    box = wichtel.BOX
    for what in ("gnome", "event"):
        cards = table("wichtel", what, "code")
        told = {(row[0], row[1]): row[2] for row in cards.rows}
        counts = {(card["name"]["en"], card["code"]): str(card["count"]) for card in box[what]}
        assert told == {**counts, ("together", ""): str(sum(card["count"] for card in box[what]))}
    values = {gnome["name"]["en"]: f"{gnome['value']}{'!' * gnome['mark']}" for gnome in box["gnome"]}
    assert table("wichtel", "gnome", "code").column("value") == {**values, "together": ""}
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
    assert table("wichtel", "title", "needs").rows == titles


def test_what_the_captions_of_treasure_tell_happens() -> None:
    game = GAMES["treasure"]
    before, after = (game.position(found["line"]) for found in list(POSITION.finditer(game.rulebook.text))[:2])
    before.apply(game.moves.read("play R3").action)
    assert game.moves.write_position(before) == game.moves.write_position(after)
    stops = [0, 4, 8, 12, 16, 20]
    assert all(later - earlier == 4 for earlier, later in pairwise(stops))
    assert [treasure.KIND_OF[square] for square in stops[3:]] == [treasure.FEATHER, treasure.FEATHER, treasure.WHIRL]


def test_what_the_captions_of_korrigans_tell_can_be_done() -> None:
    game = GAMES["korrigans"]
    ride, gather, dash, over = (game.position(found["line"]) for found in POSITION.finditer(game.rulebook.text))
    rides = {str(game.moves.spell(ride, action)) for action in ride.legal()}
    fields = ("flax_moor", "lark_rise", "gull_pasture", "otter_heath")
    assert {move for move in rides if move.startswith("move")} == {f"move 1 mole {field}" for field in fields}
    assert [str(game.moves.spell(gather, action)) for action in gather.legal()] == ["take coin1"]
    first = ("move 1 hare lark_rise", "move 1 bird flax_moor", "stop")
    second = ("move 1 mole flax_moor", "move 0 squirrel chapel_close", "move 0 hare flax_moor", "stop")
    for move in (*first, "show", *second):
        action = game.moves.read(move).action
        assert action in list(dash.legal()), move
        dash.apply(action)
    while dash.actor() != OVER:
        dash.apply(int(dash.legal()[0]))
    assert list(dash.scores()) == list(over.scores())
