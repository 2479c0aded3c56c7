"""Every clause of every rulebook has a test that carries it, and no test carries one that does not exist."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from fourleaf.games import GAMES

TESTS = Path(__file__).parent.parent
CHAPTERS = {
    "korrigans": "K1:4 K2:6 K3:7 K4:7 K5:6 K6:3 K7:6 K8:5 K9:2 K10:6 K11:3 K12:9",
    "flipslide": "F1:4 F2:5 F3:5 F4:3 F5:9 F6:7 F7:2 F8:8 F9:2",
    "wichtel": "W1:3 W2:8 W3:8 W4:7 W5:2 W6:3 W7:12 W8:3 W9:8 W10:8 W11:5 W12:7",
    "alarun": "A1:9 A2:7 A3:11 A4:6 A5:14",
    "treasure": "T1:6 T2:11 T3:5",
}


def marked_clauses(folder: Path) -> set[str]:
    """The ids in all `clause(...)` marks below a folder."""
    found = set()
    for path in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == "clause":
                found |= {ast.literal_eval(argument) for argument in node.args}
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_has_a_test_and_every_mark_a_clause(name: str) -> None:
    clauses = set(GAMES[name].rulebook.clauses)
    marked = marked_clauses(TESTS / "games" / name)
    assert sorted(clauses - marked) == [], "clauses without a test"
    assert sorted(marked - clauses) == [], "marks without a clause"


@pytest.mark.parametrize("name", GAMES)
def test_no_clause_is_lost_or_made_up(name: str) -> None:
    """Each chapter counts its clauses from 1; how many there are was counted once from the specification."""
    chapters = dict(chapter.split(":") for chapter in CHAPTERS[name].split())
    specified = [f"{chapter}.{number + 1}" for chapter, count in chapters.items() for number in range(int(count))]
    assert list(GAMES[name].rulebook.clauses) == specified
