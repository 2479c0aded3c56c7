"""One name, one meaning: a newcomer who has met a class once has met it everywhere."""

from __future__ import annotations

import ast
import io
import tokenize
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Final

SOURCES: Final = Path(__file__).parents[1] / "src" / "fourleaf"
GAMES: Final = SOURCES / "games"
INFRASTRUCTURE: Final = [SOURCES / "arena", SOURCES / "bots", SOURCES / "cli", SOURCES / "server"]
OLD_MODULES: Final = {"bodies", "conversation", "crew", "documents", "doors", "fold", "gate", "keeper", "seen"}
OLD_NAMES: Final = {
    *("Conversation", "Crew", "Doors", "Fold", "Gate", "Keeper"),
    *("conversation", "crew", "doors", "fold", "gate", "keeper"),
    *("faith", "glimmer", "hope", "hopes"),
}


def outside_the_games() -> list[Path]:
    return [path for path in SOURCES.rglob("*.py") if path.parent == GAMES or GAMES not in path.parents]


def places_of_classes(paths: Iterable[Path]) -> dict[str, list[str]]:
    places = defaultdict(list)
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(f"{path.name}:{node.lineno}")
    return places


def words_of(path: Path) -> set[str]:
    tokens = tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline)
    return {token.string for token in tokens if token.type == tokenize.NAME}


def test_no_class_name_stands_for_two_things_outside_the_games() -> None:
    places = places_of_classes(outside_the_games())
    assert {"Game", "Table", "TableState", "Tournament"} <= places.keys(), "nothing was looked at"
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_the_same_name_in_two_files_would_be_found(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / f"{name}.py").write_text("def deal():\n    class Standing: ...\n")
    assert places_of_classes(sorted(tmp_path.iterdir())) == {"Standing": ["one.py:2", "other.py:2"]}


def test_names_that_nobody_could_guess_are_gone() -> None:
    paths = [path for folder in INFRASTRUCTURE for path in folder.rglob("*.py")]
    assert SOURCES / "server" / "tables" / "table_state.py" in paths
    assert {path.stem for path in paths} & OLD_MODULES == set()
    assert {path.name: words for path in paths if (words := words_of(path) & OLD_NAMES)} == {}
