"""What is told of the levels was measured with the levels as they are."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from benchmarks import ladders
from benchmarks.ladders import KEPT, PAGE, PICTURE, drawn, kept, page
from benchmarks.levels_picture import WIDTH
from fourleaf.games import GAMES

QUICK = "treasure 2: medium v easy"


def test_the_tables_hold_nothing_that_a_change_of_the_levels_has_made_stale() -> None:
    assert PAGE.read_text("utf-8") == page(kept()), "`make ladders` measures again, and drops at once what is stale"
    assert PICTURE.read_text("utf-8") == drawn(kept())


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
    monkeypatch.setattr(GAMES["treasure"].advice, "SIDE_BY_SIDE", False)
    assert QUICK not in ladders.kept()
