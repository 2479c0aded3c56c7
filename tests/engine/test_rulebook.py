"""The rulebook: clauses by id, by chapter and by words."""

from __future__ import annotations

import pytest

from fourleaf.engine.rulebook import Passage, Rulebook

BOOK = Rulebook(
    """# Game

For two.

## X1 A turn

- **X1.1** You roll
  two dice.
- **X1.2** You pass.

```position
- **X9.9** this is a position, and a die in it says nothing
```
*A first turn.*

| card | code | value |
| --- | --- | --- |
| Hare | HA | 7! |
| Müllerin | MU | 2 |

A "!" has a rule of its own.

## X11 The end

- **X11.1** The end. No dice.
- Among equals the last seat wins.
- **X11.2** You draw a card, and another seat draws a card.
- **X11.3** Draw the curtain.
"""
)


def ids(words: str) -> list[str | None]:
    return [passage.id for passage in BOOK.about(words)]


def texts(words: str) -> list[str]:
    return [passage.text for passage in BOOK.about(words)]


def test_clauses_are_found_in_order_and_joined_over_lines() -> None:
    assert list(BOOK.clauses) == ["X1.1", "X1.2", "X11.1", "X11.2", "X11.3"], "and none in a position"
    assert BOOK.clauses["X1.1"] == "You roll two dice."


def test_a_passage_knows_its_heading_and_a_row_its_columns() -> None:
    assert BOOK.passages[:3] == (
        Passage(None, "Game", "For two."),
        Passage("X1.1", "X1 A turn", "You roll two dice."),
        Passage("X1.2", "X1 A turn", "You pass."),
    )
    assert Passage(None, "X1 A turn", "card: Hare; code: HA; value: 7!") in BOOK.passages
    assert Passage(None, "X11 The end", "Among equals the last seat wins.") in BOOK.passages


@pytest.mark.parametrize(
    ("words", "clauses"),
    [("x1.2", ["X1.2"]), ("X 1.2", ["X1.2"]), ("1.2", ["X1.2"]), ("X1", ["X1.1", "X1.2"]), ("dice", ["X1.1", "X11.1"])],
)
def test_a_clause_a_chapter_or_a_word_can_be_looked_up(words: str, clauses: list[str]) -> None:
    assert ids(words) == clauses


@pytest.mark.parametrize("words", ["die", "rolling", "Roll!", "dices", "how do I roll the dice?"])
def test_other_forms_of_a_word_find_it(words: str) -> None:
    assert ids(words)[0] == "X1.1"


@pytest.mark.parametrize("words", ["bunny", "rabbits", "HA", "ha", "hares"])
def test_a_synonym_and_a_code_find_a_row(words: str) -> None:
    assert texts(words)[0] == "card: Hare; code: HA; value: 7!"


@pytest.mark.parametrize("words", ["Müllerin", "mullerin", "MÜLLERIN"])
def test_accents_do_not_matter(words: str) -> None:
    assert texts(words) == ["card: Müllerin; code: MU; value: 2"]


@pytest.mark.parametrize("words", ["!", "exclamation", "exclamation mark"])
def test_a_mark_of_exclamation_is_found_where_it_is_spoken_of(words: str) -> None:
    assert texts(words) == ['A "!" has a rule of its own.', "card: Hare; code: HA; value: 7!"]


def test_a_rare_synonym_comes_before_a_common_one() -> None:
    assert texts("tie")[0] == "Among equals the last seat wins."


def test_all_words_count_and_a_phrase_comes_first() -> None:
    assert ids("two dice") == ["X1.1"]
    assert ids("draw the curtain")[0] == "X11.3"


def test_a_miss_suggests_words_that_are_near() -> None:
    assert BOOK.about("curtin") == []
    assert BOOK.near("curtin") == ["curtain"]
    assert BOOK.about("zeppelin") == []
    assert BOOK.near("zeppelin") == []
