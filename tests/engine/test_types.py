"""What a type checker tells somebody who writes against Fourleaf."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import fourleaf

PROGRAM = """
import fourleaf
from fourleaf import Match, State

match = fourleaf.game("korrigans").start(3, seed=7)
fields: int = len(match.view(0).fields)
again = fourleaf.game("korrigans").replay(match.record()).copy()
fields += len(again.view(0).fields)
state: State = fourleaf.game("wichtel").begin(4)
hand = fourleaf.game("treasure").start(2).view(1).seats[0]


def of_any_game(name: str) -> Match:
    return fourleaf.game(name).start(3)


def actor_of(match: Match) -> int:
    return match.actor


actor_of(match)
names: list[str] = fourleaf.games()
"""
WRONG = """
import fourleaf

fourleaf.game("korrigans").start(3).view(0).squares
fourleaf.game("treasure").begin("two")
"""


def checked(program: str, folder: Path) -> tuple[int, str]:
    path = folder / "program.py"
    path.write_text(program, "utf-8")
    source = str(Path(fourleaf.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(folder), str(path)],
        env={**os.environ, "MYPYPATH": source},
        cwd=folder,
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout


def test_a_named_game_gives_its_own_views_to_a_strict_type_checker(tmp_path: Path) -> None:
    assert checked(PROGRAM, tmp_path) == (0, "")
    code, told = checked(WRONG, tmp_path)
    assert code == 1
    assert '"KorrigansView" has no attribute "squares"' in told
    assert 'incompatible type "str"' in told
