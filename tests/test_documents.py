"""What the documents show is what happens."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from fourleaf.games import GAMES
from tests.kit.mutants import MUTANTS

PROJECT = Path(__file__).parent.parent
PAGES = sorted([*PROJECT.glob("*.md"), *PROJECT.glob("docs/**/*.md")])


def test_the_first_session_of_the_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (PROJECT / "README.md").read_text("utf-8")
    session = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert session is not None
    example = doctest.DocTestParser().get_doctest(session[1], {}, "README", "README.md", 0)
    runner = doctest.DocTestRunner()
    runner.run(example)
    assert runner.failures == 0
    assert runner.tries > 10


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(PROJECT)))
def test_every_link_between_documents_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), f"{page.name} points to {target}"


def test_every_game_has_a_page_and_a_line_in_the_readme() -> None:
    readme = (PROJECT / "README.md").read_text("utf-8")
    for name in GAMES:
        assert f"| `{name}`" in readme
        assert (PROJECT / "docs" / "games" / f"{name}.md").is_file()


def test_the_page_on_secrets_counts_the_mutants() -> None:
    assert len(MUTANTS) == 26, "docs/decisions/0004-secrets-by-law.md names the number"


def test_every_threat_has_a_row_and_every_proof_exists() -> None:
    text = (PROJECT / "docs" / "security.md").read_text("utf-8")
    assert re.findall(r"^\| (T\d+) \|", text, re.MULTILINE) == [f"T{number}" for number in range(1, 19)]
    written = "\n".join(path.read_text("utf-8") for path in (PROJECT / "tests").rglob("test_*.py"))
    named = re.findall(r"`(test_\w+)`", text)
    assert len(named) > 40
    missing = [name for name in named if f"def {name}(" not in written]
    assert not missing, missing
    for path in re.findall(r"`((?:tests|web)/[\w/.]+)`", text):
        assert (PROJECT / path).exists(), path
