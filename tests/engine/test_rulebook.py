"""The rulebook: clauses by id, by chapter and by words."""

from __future__ import annotations

from fourleaf.engine.rulebook import Rulebook

BOOK = Rulebook("# Game\n\n- **X1.1** You roll\n  two dice.\n- **X1.2** You pass.\n- **X11.1** The end. No dice.\n")


def test_clauses_are_found_in_order_and_joined_over_lines() -> None:
    assert BOOK.clauses == {"X1.1": "You roll two dice.", "X1.2": "You pass.", "X11.1": "The end. No dice."}


def test_a_clause_a_chapter_or_words_can_be_looked_up() -> None:
    assert list(BOOK.about("x1.2")) == ["X1.2"]
    assert list(BOOK.about("X1")) == ["X1.1", "X1.2"]
    assert list(BOOK.about("dice")) == ["X1.1", "X11.1"]
    assert BOOK.about("cards") == {}
