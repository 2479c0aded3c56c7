"""Every clause of every rulebook has a test that carries it, and no test carries one that does not exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from fourleaf.games import GAMES

TESTS = Path(__file__).parent.parent
SPECIFICATIONS = TESTS.parent.parent / "shared" / "rules"


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
@pytest.mark.skipif(
    not SPECIFICATIONS.is_dir(), reason="the specifications lie beside the project only where it is made"
)
def test_the_rulebook_has_the_clauses_of_the_specification(name: str) -> None:
    text = (SPECIFICATIONS / f"{name}.md").read_text("utf-8")
    specified = set(re.findall(r"^(?:- |\| )?\*{0,2}([A-Z]\d+\.\d+)\b", text, re.MULTILINE))
    assert set(GAMES[name].rulebook.clauses) == specified
