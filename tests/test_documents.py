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


BLOCKS = [
    pytest.param(block, id=f"{page}-{number}")
    for page in ("docs/reference/python.md", "docs/arena.md")
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", (PROJECT / page).read_text("utf-8"), re.DOTALL))
]


@pytest.mark.parametrize("block", BLOCKS)
def test_every_block_of_the_reference_runs_by_itself(block: str) -> None:
    exec(compile(block, "block", "exec"), {"__name__": "block"})  # noqa: S102  # our own words


def test_every_block_was_found() -> None:
    assert len(BLOCKS) == 4


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(PROJECT)))
def test_every_link_between_documents_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), f"{page.name} points to {target}"


def test_every_game_has_a_page_and_a_line_in_the_readme() -> None:
    readme = (PROJECT / "README.md").read_text("utf-8")
    for name in GAMES:
        assert f"| `{name}`" in readme
        assert (PROJECT / "docs" / "games" / f"{name}.md").is_file()


def test_the_pages_on_compiling_name_what_is_compiled() -> None:
    listed = re.search(r"^HOT = \[\n(.*?)^\]", (PROJECT / "setup.py").read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert listed is not None
    hot = re.findall(r'"(\w+)\.py"', listed[1])
    assert len(hot) > 5
    for page in ("docs/decisions/0002-typed-python-compiled.md", "CONTRIBUTING.md"):
        text = (PROJECT / page).read_text("utf-8")
        missing = [name for name in hot if not re.search(rf"`([\w/]+/)?{name}(\.py)?`|\b{name} of the search", text)]
        assert not missing, f"{page} does not name {missing}"


def test_every_target_that_a_page_names_is_in_the_makefile() -> None:
    targets = set(re.findall(r"^([\w-]+):", (PROJECT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for page in PAGES:
        for words in re.findall(r"`make ([a-z][\w -]*)`", page.read_text("utf-8")):
            named = [word for word in words.split() if not word.startswith("-")]
            assert set(named) <= targets, f"{page.name} names make {words}"


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
