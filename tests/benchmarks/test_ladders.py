"""What is told of the levels was measured with the levels as they are."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from benchmarks import choices, ladders
from benchmarks.ladders import KEPT, PAGE, PICTURE, Answer, Question, drawn, kept, page
from benchmarks.levels_picture import WIDTH
from fourleaf.engine.game import Game
from fourleaf.games import GAMES

QUICK = "treasure 2: medium v easy"


def test_the_tables_hold_nothing_that_a_change_of_the_levels_has_made_stale() -> None:
    assert PAGE.read_text("utf-8") == page(kept()), "`make ladders` measures again, and drops at once what is stale"
    assert PICTURE.read_text("utf-8") == drawn(kept())


@pytest.mark.parametrize("game", GAMES)
def test_what_the_bots_choose_was_looked_at_with_the_sources_as_they_are(game: str) -> None:
    assert choices.found()[game].sources == choices.sources_of(game), "`make choices` looks again, in some minutes"


def test_the_picture_has_a_dot_for_every_rung_in_the_tables() -> None:
    rungs = [name for name in kept() if name.partition(": ")[2] in ("medium v easy", "hard v medium", "master v hard")]
    dots = re.findall(r'<circle class="dot (\w+)" cx="([\d.]+)"', drawn(kept()))
    assert len(dots) == len(rungs) > 0
    proven = sum(kept()[name].rung.score.verdict == "beats" for name in rungs)
    assert sum(kind == "beats" for kind, _ in dots) == proven
    assert all(0 < float(x) < WIDTH for _, x in dots)


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The kept figures and their page, to be changed."""
    for name, path in (("KEPT", KEPT), ("PAGE", PAGE), ("PICTURE", PICTURE)):
        monkeypatch.setattr(ladders, name, Path(shutil.copy(path, tmp_path)))
    return tmp_path


def measure(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr("sys.argv", ["ladders.py", "--only", QUICK, *words])
    ladders.main()


def test_a_set_number_of_games_is_played_once_although_the_bet_was_won(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (elsewhere / KEPT.name).write_text("{}")
    measure(monkeypatch, "--games", "1")
    assert not ladders.kept()[QUICK].is_set
    measure(monkeypatch, "--games", "6", "--set")
    answer = ladders.kept()[QUICK]
    assert answer.is_set
    assert answer.rung.games == 6
    assert "(=6)" in (elsewhere / PAGE.name).read_text("utf-8")
    capsys.readouterr()
    measure(monkeypatch, "--games", "6", "--set")
    assert capsys.readouterr().out == "", "nothing was left to measure"


def test_a_set_number_may_be_played_with_luck_that_no_set_number_had_before(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (elsewhere / KEPT.name).write_text("{}")
    measure(monkeypatch, "--games", "6", "--set", "9")
    assert ladders.kept()[QUICK].seed == 9
    assert "(=6, seed 9)" in (elsewhere / PAGE.name).read_text("utf-8")
    with pytest.raises(SystemExit):
        measure(monkeypatch, "--set", "7")


def test_what_a_search_does_otherwise_makes_its_figures_stale(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (elsewhere / KEPT.name).write_text("{}")
    measure(monkeypatch, "--games", "6", "--set")
    assert QUICK in ladders.kept()
    plan = GAMES["treasure"].advice.SEARCH
    monkeypatch.setattr(GAMES["treasure"].advice, "SEARCH", plan._replace(paired=False))
    assert QUICK not in ladders.kept()


def some_choices(game: Game[Any, Any]) -> str:
    """Few, so that it does not take minutes."""
    return choices.choices(game, 20)


@pytest.fixture
def looked_at(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One figure that was measured, and what the bots chose then."""
    rung = kept()[QUICK].rung
    monkeypatch.setattr(choices, "FOUND", elsewhere / "choices.json")
    monkeypatch.setattr(ladders, "look_again", lambda game: choices.look_again(game, some_choices))
    before = {name: choices.Found("the sources of then", some_choices(game), "a day") for name, game in GAMES.items()}
    (elsewhere / "choices.json").write_bytes(msgspec.json.encode(before))
    answer = Answer(Question("treasure", 2, "easy", "medium").how, rung, "the sources of then")
    (elsewhere / KEPT.name).write_bytes(msgspec.json.encode({QUICK: answer}))
    return elsewhere


def written(folder: Path) -> str:
    return (folder / PAGE.name).read_text("utf-8").partition(ladders.BEGINNING)[2].partition(ladders.END)[0]


def test_figures_are_carried_over_a_change_after_which_the_bots_choose_as_before(
    looked_at: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measure(monkeypatch, "--carry")
    assert ladders.kept()[QUICK].sources == choices.sources_of("treasure")
    assert "†" not in written(looked_at)
    assert choices.found()["treasure"].since == "a day", "they choose as they did on that day"


def test_figures_say_that_they_are_old_once_the_bots_choose_otherwise(
    looked_at: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    otherwise = choices.Found("the sources of then", "other choices", "a day")
    (looked_at / "choices.json").write_bytes(msgspec.json.encode(choices.found() | {"treasure": otherwise}))
    measure(monkeypatch, "--carry")
    assert ladders.kept()[QUICK].sources == "the sources of then"
    assert "† Treasure, Treasure!: measured before" in written(looked_at)
    measure(monkeypatch, "--games", "6")
    assert "†" not in written(looked_at), "measured again"


def test_the_hash_of_the_sources_looks_at_code_and_not_at_words() -> None:
    said = 'def f() -> int:\n    """Says."""\n    return 1  # because\n'
    assert choices._bare(said) == choices._bare("def f() -> int:\n    return 1\n")
    assert choices._bare(said) != choices._bare(said.replace("1", "2"))
