"""A newcomer can play from the rulebooks: what they show can be, and what they count and reckon is so."""

from __future__ import annotations

import re

import pytest

from fourleaf.engine.state import OVER
from fourleaf.games import GAMES
from tests.kit.rulebooks import POSITION, SEATS, chapters, tables

OPENING = ["The goal", "One turn", "How it ends", "In the box", "Good to know"]
CLOSING = "What we had to design"


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
    assert len(found) > 1
    for position in found:
        assert game.notation.write(game.position(position["line"])) == position["line"]


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
    results = [
        table for table in tables(game.rulebook.text) if table.heading[0] == "seat" and "result" in table.heading
    ]
    assert worked or results, "where a match has many rounds, one of them is worked out"
    for table in worked:
        assert table.position is not None
        assert len(table.rows) > 1
        state = game.position(table.position)
        assert state.actor() == OVER
        told = table.column("score")
        assert told == dict(zip(SEATS, map(str, state.scores()), strict=False))
