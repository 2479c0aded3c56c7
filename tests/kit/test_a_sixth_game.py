"""Two lists know the games; whatever else names one can be left as it is when a sixth comes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from fourleaf.games import GAMES

PROJECT = Path(__file__).parents[2]
LISTS = {"src/fourleaf/games/__init__.py", "web/src/games/index.ts"}
"""What a new game touches outside its own files: the list of games, and the client's list."""
EXAMPLES = {
    "benchmarks/knee.py": "one game's figures, at tables of the smallest one",
    "benchmarks/server/chores.py": "each chore has the game that shows it best",
    "examples/bot_in_the_arena.py": "a bot for one game",
    "examples/first_game.py": "the first example",
    "examples/numpy_learner.py": "the game that it learns unless it is told another",
    "docs/pictures/draw.py": "draws one game in the terminal",
    "src/fourleaf/__init__.py": "the first example",
    "src/fourleaf/arena/__init__.py": "the first example",
    "src/fourleaf/cli/bench.py": "one game is compared with a relative of a peer's; others need none",
    "src/fourleaf/engine/rulebook.py": "a German word for a gnome, among words that mean the same",
    "src/fourleaf/puzzles/kinds.py": "which moments of a game make puzzles; a game without any has none",
    "web/src/pieces/Chest.svelte": "a treasure chest",
    "web/src/pieces/Hunter.svelte": "a treasure hunter",
}
"""What else may name a game in what is delivered, and why no new one is missed there."""
MANY_EXAMPLES = {
    "tests/bots/test_search.py": "each test has the game that shows best what it is about",
    "tests/cli/test_rules.py": "what people look for in rulebooks, and what they should find",
    "tests/conftest.py": "the names of tests that take long",
    "tests/engine/test_beginning.py": "positions to begin from",
    "tests/server/people/test_ratings.py": "ratings of different games are kept apart",
    "tests/kit/test_facts.py": "bounds that are known to be met exactly",
    "tests/kit/test_goals.py": "what a goal must name in a game that has it",
    "tests/server/simulation/script.py": "tables of several kinds; the simulation knows no game",
    "tests/puzzles/test_puzzles.py": "the games that have puzzles",
    "tests/review/test_review.py": "each test has the game that shows best what it is about",
    "tests/server/test_branches.py": "each test has the game that shows best what it is about",
    "tests/web/test_guides.py": "how a move of each game is made with the mouse",
    "tests/web/test_pace.py": "what moves at a table, game by game",
    "tests/web/test_puzzles.py": "the games that have puzzles",
    "tests/web/test_window.py": "the tables at which most is shown",
    "tests/kit/test_boards.py": "boards that are broken in ways of their own",
}
"""Tests that name all games, or all but one, and are no lists all the same."""
SOURCES = {".py", ".ts", ".js", ".svelte", ".css", ".html", ".toml", ".yml", ".json", ""}
NOT_OURS = {"node_modules", "client", "__pycache__", "records", "generations"}
DATA = {"choices.json", "compiled.json", "encodings.json", "ladders.json"}
MADE = "// Made by web/make_types.py"


def sources(*places: str) -> Iterator[Path]:
    """What is written by hand in these folders and files."""
    for place in places:
        found = PROJECT / place
        for path in sorted(found.rglob("*")) if found.is_dir() else [found]:
            ours = not (NOT_OURS & set(path.relative_to(PROJECT).parts) or path.name in DATA)
            if ours and path.suffix in SOURCES and path.is_file():
                yield path


def named_in(path: Path) -> set[str]:
    """The games that a file names, but for the one whose name it bears itself: that is its own."""
    where = path.relative_to(PROJECT).as_posix()
    text = path.read_text("utf-8")
    if text.startswith(MADE):
        return set()
    return {name for name in GAMES if name not in where and re.search(name, text, re.IGNORECASE)}


def naming(*places: str) -> dict[str, set[str]]:
    """The files below these places that name games, and which."""
    found = {path.relative_to(PROJECT).as_posix(): named_in(path) for path in sources(*places)}
    return {where: names for where, names in found.items() if names}


def test_a_new_game_touches_two_lists() -> None:
    delivered = ("src", "web/src", "web/budget.ts", "web/vite.config.ts", "web/make_types.py", "web/index.html")
    built_by = ("setup.py", "pyproject.toml", "Makefile", ".github", "benchmarks", "examples", "docs")
    found = naming(*delivered, *built_by)
    assert {where for where, names in found.items() if names == set(GAMES)} == LISTS
    assert set(found) - LISTS == set(EXAMPLES)


def test_no_test_has_a_list_of_games() -> None:
    here = Path(__file__).relative_to(PROJECT).as_posix()
    found = {where: names for where, names in naming("tests", "web/tests").items() if where != here}
    assert {where for where, names in found.items() if len(names) >= len(GAMES) - 1} == set(MANY_EXAMPLES)
