"""`fourleaf rules`: what a player types is found."""

from __future__ import annotations

import json

import pytest

from fourleaf.cli import main
from fourleaf.games import GAMES


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(["rules", *words])
    return code, " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("treasure T2.7", "T2.7"),
        ("treasure die", "T2.1"),
        ("treasure whirls", "T2.6"),
        ("treasure vortex", "T2.6"),
        ("treasure who wins", "T3."),
        ("flipslide bunny", "rabbit"),
        ("flipslide tie", "F7.2"),
        ("flipslide how do tiles slide", "F5."),
        ("wichtel !", "Master"),
        ("wichtel exclamation", "Master"),
        ("wichtel HF", "Woodcutter"),
        ("wichtel widow", "W10.7"),
        ("wichtel NIX", "Nothing Doing!"),
        ("wichtel gnomes", "W1."),
        ("wichtel free the supervisor", "W9.1"),
        ("korrigans tie", "K11.3"),
        ("korrigans K4", "K4.7"),
        ("korrigans bunny", "K4.5"),
        ("korrigans end", "K1"),
        ("alarun Alarun", "A3.7"),
        ("alarun ALARÚN", "A3.7"),
        ("alarun trade", "A3.2"),
        ("alarun centum auri", "A5.12"),
    ],
)
def test_what_a_player_types_is_found(capsys: pytest.CaptureFixture[str], words: str, found: str) -> None:
    code, out = asked(capsys, *words.split())
    assert code == 0
    assert found in out


def test_a_miss_suggests_what_was_meant(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, "treasure", "wirl") == (1, "The rulebook says nothing about “wirl”. Did you mean whirl?")
    assert asked(capsys, "treasure", "zeppelin") == (1, "The rulebook says nothing about “zeppelin”.")


def test_a_common_word_shows_the_best_and_says_that_there_is_more(capsys: pytest.CaptureFixture[str]) -> None:
    assert "more: name another word" in asked(capsys, "wichtel", "gnome")[1]


@pytest.mark.parametrize("name", GAMES)
def test_the_whole_rulebook_as_json(capsys: pytest.CaptureFixture[str], name: str) -> None:
    code, out = asked(capsys, name, "--json")
    book = json.loads(out)
    assert code == 0
    assert (book["game"], book["version"]) == (name, GAMES[name].version)
    assert [clause["id"] for clause in book["clauses"]] == list(GAMES[name].rulebook.clauses)
    assert all(clause["title"] and clause["text"] for clause in book["clauses"])
    assert book["text"].split() == GAMES[name].rulebook.text.split()


def test_what_is_found_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = asked(capsys, "treasure", "T2.7", "--json")
    (clause,) = json.loads(out)["clauses"]
    assert code == 0
    assert clause["id"] == "T2.7"
    assert clause["title"].startswith("T2")
    code, out = asked(capsys, "treasure", "wirl", "--json")
    assert code == 1
    assert json.loads(out)["clauses"] == []
    assert "whirl" in json.loads(out)["near"]
