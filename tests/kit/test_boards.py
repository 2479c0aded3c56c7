"""A board.toml promises nothing false: the game follows each of its numbers, or says what is wrong with it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from fourleaf.engine.box import Origin
from fourleaf.games import GAMES
from tests.kit import variants

PACKAGE = Path(variants.__file__).parents[2] / "src" / "fourleaf"
DRAWING = {
    *("drawing", "river", "sun_at", "cloud_at", "polygon", "line", "at", "label", "stand"),
    *("menhir_at", "start_at", "molehill_at", "pontoon_at"),
}
"""Where things are drawn: the client follows these, which is made from the whole file."""
EVERY_CELL = 9
"""Of the many cells on the map of Korrigans every ninth number is tried."""
FEWEST_NUMBERS = 15
"""No board has fewer than so many."""
MANY_GAMES = 8
"""So many are played where one game shows no difference."""


CHIEFS = [
    f"99 start 1.1 0 0/0/0 16? > HSKSFA 1? {hand}/HFHFKSKS/SWSWFAHS C2.C2.C3.NIX/C2.C4.IM.HE/C3.C3.C5.HERE "
    "- abducted - - -/-/- - - - -/-/- -"
    for hand in ("VAMEHDHW", "WWGEHDHW", "MEGEHDHW")
]
"""The three hands of Wichtel that are too rare to turn up by themselves."""


class Number(NamedTuple):
    """One number, or yes and no, of a board.toml."""

    path: tuple[str | int, ...]
    value: int | float | bool

    @property
    def fields(self) -> list[str]:
        """The names on the way to it."""
        return [step for step in self.path if isinstance(step, str)]


def board_of(name: str) -> dict[str, Any]:
    """The board.toml of a game as it is."""
    return tomllib.loads((PACKAGE / "games" / name / "board.toml").read_text("utf-8"))


def numbers(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[Number]:
    """Every number in a value."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from numbers(part, (*path, key))
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from numbers(part, (*path, place))
    elif isinstance(value, int | float):
        yield Number(path, value)


def changed(board: dict[str, Any], number: Number, value: object) -> str:
    """The board with another value for one number, as TOML."""
    twin: Any = json.loads(json.dumps(board))
    part = twin
    for step in number.path[:-1]:
        part = part[step]
    part[number.path[-1]] = value
    return as_toml(twin)


def as_toml(board: dict[str, Any]) -> str:
    """A board in TOML: JSON's strings, numbers and lists are TOML too, and tables are written in one line."""
    return "".join(f"{key} = {_inline(value)}\n" for key, value in board.items())


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_inline(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def copy_the_package(folder: Path) -> None:
    """Lay the sources of Fourleaf into a folder, without what was made from them."""
    left_out = shutil.ignore_patterns("*.so", "client", "__pycache__", "compiled.json")
    shutil.copytree(PACKAGE, folder / "fourleaf", ignore=left_out)


class Workshop:
    """A copy of the package in which one game's board.toml is changed again and again."""

    def __init__(self, folder: Path, name: str) -> None:
        copy_the_package(folder)
        self._positions = re.findall(r"```position\n(.+)\n", GAMES[name].rulebook.text)
        self._positions += CHIEFS if name == "wichtel" else []
        self._process = subprocess.Popen(
            [sys.executable, variants.__file__, str(folder), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(folder), "FOURLEAF_PURE": "1"},
        )

    def ask(self, board: str, games: int = 1) -> tuple[str | None, str | None]:
        """What is seen in games of a variant, or what is wrong with it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([board, games, self._positions]) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, f"the game broke:\n{board}"
        seen, problem = json.loads(answer)
        return seen, problem

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


@pytest.fixture
def workshop(name: str, tmp_path: Path) -> Iterator[Workshop]:
    """A workshop for the game that is tested."""
    bench = Workshop(tmp_path, name)
    yield bench
    bench.close()


def other_values(value: int | float | bool) -> list[int | float | bool]:
    """What else a number might be, the nearest first."""
    if isinstance(value, bool):
        return [not value]
    return [other for other in (value + 1, value - 1, 1, 2 * value) if other != value]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_follows_every_number_or_refuses_it_by_name(name: str, workshop: Workshop) -> None:
    board = board_of(name)
    usual = {games: workshop.ask(as_toml(board), games)[0] for games in (1, MANY_GAMES)}
    assert None not in usual.values()
    tried = [number for number in numbers(board) if not DRAWING & set(number.fields)]
    assert len(tried) >= FEWEST_NUMBERS
    cells = [number for number in tried if "cells" in number.fields]
    ignored = []
    for number in [number for number in tried if number not in cells] + cells[::EVERY_CELL]:
        for games, value in product(usual, other_values(number.value)):
            seen, problem = workshop.ask(changed(board, number, value), games)
            if problem is not None:
                assert problem.startswith(f"{name}/board.toml: "), problem
                assert any(field in problem for field in number.fields[-2:]), (number, problem)
            if problem is not None or seen != usual[games]:
                break
        else:
            ignored.append(number)
    assert not ignored, "\n".join(map(str, ignored))


@pytest.mark.parametrize("name", GAMES)
def test_a_field_that_is_missing_unknown_or_of_another_type_is_named(name: str, workshop: Workshop) -> None:
    board = board_of(name)
    parts = [key for key, value in board.items() if isinstance(value, dict) and key not in ("origin", "terms")]
    assert parts
    for table in parts:
        field = next(iter(board[table]))
        without = {**board, table: {key: value for key, value in board[table].items() if key != field}}
        for twin, named in (
            ({**board, table: {**board[table], "hedgehogs": 1}}, "hedgehogs"),
            (without, field),
            ({**board, table: {**board[table], field: [["no", "such"], "thing"]}}, field),
            ({key: value for key, value in board.items() if key != table}, table),
        ):
            _, problem = workshop.ask(as_toml(twin))
            assert problem is not None, (table, named)
            assert problem.startswith(f"{name}/board.toml: ")
            assert named in problem
            assert table in problem
    for broken in ("treasure = = 60", 'origin = "printed"', "[[origin]]"):
        _, problem = workshop.ask(broken)
        assert problem is not None
        assert problem.startswith(f"{name}/board.toml")


def test_a_broken_board_harms_no_other_game(tmp_path: Path) -> None:
    copy_the_package(tmp_path)
    board = tmp_path / "fourleaf" / "games" / "treasure" / "board.toml"
    board.write_text(board.read_text("utf-8").replace("treasure = 84", "treasure = 60"), "utf-8")
    said = _run(
        tmp_path,
        "-c",
        "import fourleaf\n"
        "print(*fourleaf.games())\n"
        "print(fourleaf.game('alarun').start(seats=2, seed=1).actor)\n"
        "try: fourleaf.game('treasure')\n"
        "except fourleaf.BadBoard as error: print(error)\n",
    )
    assert said.stdout.splitlines() == [
        " ".join(name for name in GAMES if name != "treasure"),
        "0",
        "treasure/board.toml: track: feathers: 62 is not between the start and the treasure",
    ]
    listed = _run(tmp_path, "-m", "fourleaf", "games")
    assert listed.returncode == 0
    assert "alarun" in listed.stdout
    assert "treasure/board.toml: track: feathers: 62" in listed.stderr
    played = _run(tmp_path, "-m", "fourleaf", "sim", "treasure", "--seats", "random,random", "--games", "1")
    assert played.returncode != 0
    assert "treasure/board.toml: track: feathers: 62" in played.stderr
    assert "Traceback" not in played.stderr


def _run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    here = {**os.environ, "PYTHONPATH": str(folder), "FOURLEAF_PURE": "1"}
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, env=here, check=False)


# Where the numbers come from


def origin_of(number: Number, board: dict[str, Any]) -> Origin | None:
    """The closest entry of `origin` for a number: entries of a list go by their code, name or id."""
    steps: list[str] = []
    part: Any = board
    found = None
    for step in number.path:
        part = part[step]
        if isinstance(step, str):
            steps.append(step)
        elif isinstance(part, dict):
            steps.append(
                part["name"] if isinstance(part.get("name"), str) else part.get("code") or part.get("id") or ""
            )
        found = board["origin"].get(".".join(steps), found)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_number_says_where_it_comes_from(name: str) -> None:
    board = board_of(name)
    told = [(number, origin_of(number, board)) for number in numbers(board)]
    assert len(told) >= FEWEST_NUMBERS
    assert not [number for number, origin in told if origin is None]
    assert {origin for _, origin in told} >= {"printed", "ours"}


@pytest.mark.parametrize("name", GAMES)
def test_every_origin_belongs_to_a_number(name: str) -> None:
    board = board_of(name)
    assert board["origin"]
    for place in board["origin"]:
        without = {**board, "origin": {key: value for key, value in board["origin"].items() if key != place}}
        changes = [n for n in numbers(board) if origin_of(n, board) != origin_of(n, without)]
        table = place.split(".")[0]
        assert changes or origin_of_table(without, table) == board["origin"][place], f"{place} tells nothing new"


@pytest.mark.parametrize("name", GAMES)
def test_a_page_tells_how_everything_was_found_that_is_not_printed(name: str) -> None:
    page = (PACKAGE.parents[1] / "docs" / "designed" / f"{name}.md").read_text("utf-8")
    origins = board_of(name)["origin"]
    told = set(re.findall(r"`([\w.]+)`", page))
    assert not [place for place, origin in origins.items() if origin != "printed" and place not in told]
    rows = [line.split(" | ")[2] for line in page.splitlines() if line.startswith("| ")][2:]
    assert rows
    places = {place for row in rows for place in re.findall(r"(?<!option )`([\w.]+)`", row)}
    assert places <= {place for place, origin in origins.items() if origin == "ours"}


def test_the_page_on_the_map_of_korrigans_counts_its_links_clovers_and_menhirs() -> None:
    page = (PACKAGE.parents[1] / "docs" / "designed" / "korrigans.md").read_text("utf-8")
    board = board_of("korrigans")
    kinds = Counter(border["kind"] for border in board["border"])
    links = sum(kinds.values()) - kinds["water"]
    assert f"{links} links: {kinds['path']} paths, {kinds['door']} doors, {kinds['bridge']} bridges" in page
    animals, coins = board["token"][:6], board["token"][6:]
    base = [sum(token["base"] for token in tokens) for tokens in (animals, coins)]
    extra = [sum(token["extra"] for token in tokens) for tokens in (animals, coins)]
    assert f"{base[0]} animals and {base[1]} coins, and {extra[0]} and {extra[1]} more" in page
    copies = {menhir["name"]: menhir["copies"] for menhir in board["menhir"]}
    told = "{leprechaun} Leprechauns, {goblin} Goblins, {elf} Elves, {troll} Trolls, {fairy} Fairies"
    assert told.format(**copies) in page


def origin_of_table(board: dict[str, Any], table: str) -> Origin | None:
    """What `origin` says of a whole table."""
    found: Origin | None = board["origin"].get(table)
    return found
