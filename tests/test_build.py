"""Wheels with and without a compiler, and a checkout that never runs a stale module."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from fourleaf import native
from fourleaf.engine import state as engine_state

PROJECT = Path(__file__).parent.parent
SOURCES = ("src", "benchmarks", "setup.py", "pyproject.toml", "README.md", "LICENSE")


def copied(folder: Path, *left_out: str) -> Path:
    """A copy of the project."""
    folder.mkdir()
    for name in SOURCES:
        if (PROJECT / name).is_dir():
            ignore = shutil.ignore_patterns("*.egg-info", "__pycache__", "node_modules", *left_out)
            shutil.copytree(PROJECT / name, folder / name, ignore=ignore)
        else:
            shutil.copy(PROJECT / name, folder / name)
    return folder


def run(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("FOURLEAF")}
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env={**clean, **environment}, capture_output=True, text=True, check=True
    )


def test_without_a_compiler_a_pure_wheel_is_made_and_one_line_says_so(tmp_path: Path) -> None:
    checkout = copied(tmp_path / "checkout", "*.so", "compiled.json")
    done = run(checkout, "setup.py", "-q", "bdist_wheel", CC="/no/compiler")
    assert done.stderr.count("no C compiler found, so this installs pure Python") == 1
    (wheel,) = (checkout / "dist").glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    site = checkout / "site"
    shutil.unpack_archive(wheel, site, "zip")
    told = run(checkout, "-m", "fourleaf", "--version", PYTHONPATH=str(site)).stdout
    assert told.strip().endswith("interpreted")
    counted = "from fourleaf.puzzles import puzzles; print(len(puzzles('korrigans')))"
    assert int(run(checkout, "-c", counted, PYTHONPATH=str(site)).stdout) >= 30, "the puzzles are in the wheel"
    words = ("sim", "treasure", "--seats", "greedy,random", "--games", "2", "--json")
    assert '"games": 2' in run(checkout, "-m", "fourleaf", *words, PYTHONPATH=str(site)).stdout


@pytest.mark.skipif(not native.is_compiled(engine_state), reason="the suite runs interpreted")
def test_what_was_compiled_runs_until_somebody_edits_it(tmp_path: Path) -> None:
    checkout = copied(tmp_path / "checkout")
    site = str(checkout / "src")
    assert run(checkout, "-m", "fourleaf", "--version", PYTHONPATH=site).stdout.strip().endswith(" compiled")

    rules = checkout / "src" / "fourleaf" / "games" / "treasure" / "rules.py"
    rules.write_text(rules.read_text("utf-8") + "# an edit\n", "utf-8")
    told = run(checkout, "-m", "fourleaf", "--version", PYTHONPATH=site)
    assert told.stdout.strip().endswith("interpreted")
    assert "games/treasure/rules.py changed since it was compiled; running the source" in told.stderr
