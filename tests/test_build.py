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
SOURCES = ("src", "setup.py", "pyproject.toml", "README.md", "LICENSE")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the project without anything that was built."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    ignore = shutil.ignore_patterns("*.so", "*.egg-info", "__pycache__", "compiled.json")
    for name in SOURCES:
        if (PROJECT / name).is_dir():
            shutil.copytree(PROJECT / name, folder / name, ignore=ignore)
        else:
            shutil.copy(PROJECT / name, folder / name)
    return folder


def run(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("FOURLEAF")}
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env={**clean, **environment}, capture_output=True, text=True, check=True
    )


def test_without_a_compiler_a_pure_wheel_is_made_and_one_line_says_so(checkout: Path) -> None:
    done = run(checkout, "setup.py", "-q", "bdist_wheel", CC="/no/compiler")
    assert done.stderr.count("no C compiler found, so this installs pure Python") == 1
    (wheel,) = (checkout / "dist").glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    site = checkout / "site"
    shutil.unpack_archive(wheel, site, "zip")
    told = run(checkout, "-m", "fourleaf", "--version", PYTHONPATH=str(site)).stdout
    assert told.strip().endswith("interpreted")
    words = ("sim", "treasure", "--seats", "greedy,random", "--games", "2", "--json")
    assert '"games": 2' in run(checkout, "-m", "fourleaf", *words, PYTHONPATH=str(site)).stdout


@pytest.mark.skipif(not native.is_compiled(engine_state), reason="the suite runs interpreted")
def test_with_a_compiler_the_wheel_is_compiled_and_an_edit_is_never_ignored(checkout: Path) -> None:
    run(checkout, "setup.py", "-q", "bdist_wheel", MYPYC_OPT_LEVEL="0")
    (wheel,) = (checkout / "dist").glob("*.whl")
    site = checkout / "site"
    shutil.unpack_archive(wheel, site, "zip")
    assert run(checkout, "-m", "fourleaf", "--version", PYTHONPATH=str(site)).stdout.strip().endswith(" compiled")

    rules = site / "fourleaf" / "games" / "treasure" / "rules.py"
    rules.write_text(rules.read_text("utf-8") + "# an edit\n", "utf-8")
    told = run(checkout, "-m", "fourleaf", "--version", PYTHONPATH=str(site))
    assert told.stdout.strip().endswith("interpreted")
    assert "games/treasure/rules.py changed since it was compiled; running the source" in told.stderr
