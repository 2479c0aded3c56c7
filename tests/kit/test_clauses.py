"""Every clause of every rulebook has a test that carries it, and no test carries one that does not exist."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

from fourleaf.games import GAMES

TESTS = Path(__file__).parent.parent


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
    counted: str = import_module(f"tests.games.{name}.clauses").CHAPTERS
    chapters = dict(chapter.split(":") for chapter in counted.split())
    specified = [f"{chapter}.{number + 1}" for chapter, count in chapters.items() for number in range(int(count))]
    assert list(GAMES[name].rulebook.clauses) == specified
