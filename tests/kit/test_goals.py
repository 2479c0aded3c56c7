"""What to play for, and what each option means, in words that are true at every table."""

from __future__ import annotations

import re
from typing import Any

import pytest

from fourleaf import BadStart, Game
from fourleaf.games import GAMES
from fourleaf.games.alarun.board import ROUNDS
from fourleaf.games.korrigans.board import BOX as KORRIGANS
from tests.kit.walks import Table, every_table

LONGEST = 200
"""Characters of one line beside the prompt, on a laptop."""


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_every_table_has_a_goal_in_one_sentence(table: Table) -> None:
    goal = table.game.goal(table.seats, table.options)
    assert re.fullmatch(r"[A-Z][^.\n]+\.", goal)
    assert len(goal) <= LONGEST
    assert "seat " not in goal, "seats are numbers, and a person is no number"


def test_a_goal_says_what_the_options_change() -> None:
    flipslide, wichtel = GAMES["flipslide"], GAMES["wichtel"]
    assert "with one of them touching your rabbit" in flipslide.goal(2)
    assert "with the red one touching your rabbit" in flipslide.goal(2, {"win_contact": "red"})
    assert ["clover is left" in flipslide.goal(seats) for seats in flipslide.seats] == [True, False, False, False]
    for target in (99, 50):
        assert f"somebody has {target} points" in wichtel.goal(3, {"target": target})
    assert [int(number) for number in re.findall(r"-?\d+", GAMES["korrigans"].goal(2))] == [
        KORRIGANS["gold"]["elf"],
        KORRIGANS["gold"]["goblin"],
        *KORRIGANS["gold"]["cauldron"][1:],
    ]
    assert f"after {ROUNDS} rounds" in GAMES["alarun"].goal(2)
    with pytest.raises(BadStart, match="there is no option targe"):
        wichtel.goal(3, {"targe": 50})
    with pytest.raises(BadStart, match="3 to 5 seats, not 2"):
        wichtel.goal(2)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_each_value_of_an_option_has_a_sentence_for_people(game: Game[Any, Any]) -> None:
    for option in game.options:
        assert len(option.says) == len(option.values)
        assert len({option.words(value) for value in option.values}) == len(option.values)
        for text in (option.title, *option.says):
            assert text[0].isupper()
            assert "_" not in text
            assert not re.search(r"\b(true|false|usual|option)\b", text, re.IGNORECASE), text
        assert not option.title.endswith(".")
        assert all(sentence.endswith(".") for sentence in option.says)
        for value, sentence in zip(option.values, option.says, strict=True):
            if isinstance(value, int) and not isinstance(value, bool) and value:
                assert str(value) in sentence.replace("three", "3"), sentence
