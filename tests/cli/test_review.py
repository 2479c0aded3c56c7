"""`fourleaf review`: the same for people, programs and browsers."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

import fourleaf
from fourleaf import native
from fourleaf.cli import main
from fourleaf.engine import state as engine_state
from fourleaf.review import Review
from tests.review.test_review import planted

pytestmark = pytest.mark.skipif(
    not native.is_compiled(engine_state), reason="a review plays thousands of games, by the same rules either way"
)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    msgspec.structs.replace(planted(4)[0].record(), who=("Ada <3", "Bob")).save(path)
    return path


def test_for_people(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(record), "--effort", "20"]) == 0
    said = capsys.readouterr()
    shown = " ".join(said.out.split())
    assert "each moment played on 20 times" in shown
    assert f"1. Ply {planted(4)[1]}, Bob plays stop" in shown
    assert "games of a hundred more" in shown
    assert said.err == "", "progress is for terminals"


def test_for_programs(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(record), "--effort", "20", "--seed", "3", "--seats", "1", "--json"]) == 0
    text = capsys.readouterr().out
    found = msgspec.json.decode(text, type=Review)
    assert found.turning_points[0].ply == planted(4)[1]
    assert found.reviewed == (1,)
    assert set(json.loads(text)) == set(Review.__struct_fields__)


def test_for_browsers(record: Path, tmp_path: Path) -> None:
    path = tmp_path / "review.html"
    assert main(["review", str(record), "--effort", "20", "--html", str(path)]) == 0
    page = path.read_text("utf-8")
    assert "Ada &lt;3" in page
    assert "Ada <3" not in page
    assert page.count("<polyline") == 2
    assert "prefers-color-scheme:dark" in page
    assert "@media print" in page
    assert not re.search(r"<script|https?:|src=|@import|url\(", page), "it needs nothing else"


def test_the_reference_names_every_field_of_the_json() -> None:
    text = (Path(__file__).parents[2] / "docs" / "reference" / "review.md").read_text("utf-8")
    for kind in (
        Review,
        fourleaf.review.CurvePoint,
        fourleaf.review.Balance,
        fourleaf.review.TurningPoint,
        fourleaf.review.ReviewedMove,
        fourleaf.review.Between,
    ):
        missing = [field for field in kind.__struct_fields__ if f"`{field}`" not in text]
        assert not missing, f"{kind.__name__} has {missing}"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--seats", "x"], "seats are written as numbers"),
        (["--seats", "5"], "the seats are 0 and 1"),
        (["--effort", "1"], "an effort from 5"),
        (["--effort", "5", "--html", "/no/such/folder/x.html"], "cannot write"),
    ],
)
def test_what_is_wrong_is_said(record: Path, words: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(record), *words]) == 2
    assert reason in capsys.readouterr().err
