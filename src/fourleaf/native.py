"""Chooses, before anything else is imported, between the compiled modules and the source they were made from.

A compiled module is used only while its source is the one it was compiled from, so that an edit is never silently
ignored. FOURLEAF_PURE=1 asks for the source in any case.
"""

from __future__ import annotations

import hashlib
import importlib.machinery
import importlib.util
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

FOLDER = Path(__file__).parent
STAMP = FOLDER / "compiled.json"


class SourceOnly:
    """Finds the modules of this package as source, even where a compiled one lies beside it."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The source of a module in our own folders; everything else is left to the other finders."""
        package, _, module = name.rpartition(".")
        if path is None or package.split(".")[0] not in ("fourleaf", "benchmarks"):
            return None
        for folder in path:
            source = Path(folder, f"{module}.py")
            if source.is_file():
                return importlib.util.spec_from_file_location(name, source)
        return None


def stale_modules() -> list[str]:
    """The sources that have changed since they were compiled."""
    if not STAMP.is_file():
        return []
    made_from: dict[str, str] = json.loads(STAMP.read_text("utf-8"))
    return [
        name
        for name, digest in made_from.items()
        if not (FOLDER / name).is_file() or hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() != digest
    ]


def choose() -> None:
    """Make this process run the source if that is wished or if the compiled modules are out of date."""
    stale = stale_modules()
    if stale:
        print(f"fourleaf: {', '.join(stale)} changed since it was compiled; running the source.", file=sys.stderr)
    if stale or os.environ.get("FOURLEAF_PURE"):
        sys.meta_path.insert(0, SourceOnly)


def is_compiled(module: ModuleType) -> bool:
    """Whether a module runs as machine code."""
    return not str(module.__file__).endswith(".py")
