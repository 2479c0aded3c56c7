"""What the documents show is what happens."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from fourleaf.games import GAMES
from tests.kit.laws import LAWS
from tests.kit.laws.met import Law
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


def test_the_reference_tells_the_facts_of_every_game() -> None:
    text = (PROJECT / "docs" / "reference" / "python.md").read_text("utf-8")
    for name, game in GAMES.items():
        told = ["yes" if fact else "no" for fact in (game.hidden, game.one_winner)]
        plies, choices, outcomes, utilities = game.bounds
        assert f"| `{name}` | {' | '.join(told)} | {plies:,} | {choices} | {outcomes:,} |" in text
        assert utilities == (0, 1), "the page speaks of a share of the others"


def test_the_pages_on_compiling_name_what_is_compiled() -> None:
    build = (PROJECT / "setup.py").read_text("utf-8")
    listed = re.search(r"^OF_A_GAME = \((.*?)\)\n.*?^HOT = \[\n(.*?)^\]", build, re.DOTALL | re.MULTILINE)
    assert listed is not None
    hot = [*re.findall(r'"(\w+)"', listed[1]), *re.findall(r'"(\w+)\.py"', listed[2])]
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


def test_the_page_on_the_kit_lists_every_law_and_every_mutant() -> None:
    page = (PROJECT / "docs" / "test-kit.md").read_text("utf-8")
    tables = [rows_of(block) for block in re.findall(r"(?:^\| .*\n)+", page, re.MULTILINE)]
    laws, *mutants = [rows for rows in tables if rows]
    assert laws[1:] == [[spoken(name), least_of(law)] for name, law in LAWS.items()]
    told = {f"{rows[0][0].removesuffix(' with')}: {defect}": law for rows in mutants for defect, law in rows[1:]}
    assert told == {defect: spoken(mutant.law) for defect, mutant in MUTANTS.items()}


def rows_of(table: str) -> list[list[str]]:
    """The cells of a table, its heading first."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
    return [row for row in rows if row[0] != "---"]


def spoken(name: str) -> str:
    return name.replace("_", " ")


def least_of(law: Law) -> str:
    """What a law must have met, as the page says it."""
    counted = [f"{number:g} {spoken(what)}" for what, number in law.least.items()]
    return ", ".join([*counted, *([f"every {law.every}"] if law.every else [])])


def test_every_threat_has_a_row_and_every_proof_exists() -> None:
    text = (PROJECT / "docs" / "security.md").read_text("utf-8")
    assert re.findall(r"^\| (T\d+) \|", text, re.MULTILINE) == [f"T{number}" for number in range(1, 21)]
    written = "\n".join(path.read_text("utf-8") for path in (PROJECT / "tests").rglob("test_*.py"))
    named = re.findall(r"`(test_\w+)`", text)
    assert len(named) > 40
    missing = [name for name in named if f"def {name}(" not in written]
    assert not missing, missing
    for path in re.findall(r"`((?:tests|web)/[\w/.]+)`", text):
        assert (PROJECT / path).exists(), path


def test_no_test_looks_beyond_the_project() -> None:
    found = 0
    for path in (PROJECT / "tests").rglob("*.py"):
        for steps, number in re.findall(
            r"Path\(__file__\)((?:\.parent\b)+)?(?:\.parents\[(\d+)\])?", path.read_text("utf-8")
        ):
            up = steps.count(".parent") + (int(number) + 1 if number else 0)
            assert up <= len(path.relative_to(PROJECT).parts), f"{path.name} goes up {up} folders"
            found += 1
    assert found > 10
