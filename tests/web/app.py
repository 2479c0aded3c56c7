"""The tests' own app: a table begins from the position that a test has laid down; no server of anybody else can.

`python -m tests.web.app --positions FOLDER`, with every flag of `fourleaf serve`. A line that is laid down for a game
is taken up by the next table of that game; without one a table begins as its rules say.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from pathlib import Path
from unittest.mock import patch

import fourleaf
from fourleaf import Beginning
from fourleaf.server import wire
from fourleaf.server.app import create_app
from fourleaf.server.serving import Serving, address_of, bind
from fourleaf.server.settings import add_flags, read_settings
from fourleaf.server.tables import pauses


def lay_down(folder: Path, game: str, position: str) -> None:
    """The next table of this game begins from this position."""
    draft = folder / f"{game}.draft"
    draft.write_text(position, "utf-8")
    draft.replace(folder / f"{game}.position")


class LaidDown:
    """Takes up what a test has laid down, once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, wish: wire.CreateTable) -> Beginning:
        line = self.folder / f"{wish.game}.position"
        if wish.game not in fourleaf.games() or not line.exists():
            return Beginning()
        position = line.read_text("utf-8").strip()
        line.unlink()
        return Beginning(position=position)


def main() -> None:
    parser = argparse.ArgumentParser()
    add_flags(parser)
    parser.add_argument("--positions", type=Path, required=True)
    args = parser.parse_args()
    # All tests come from one address, and however quick the machine is, none has to wait for another.
    settings = dataclasses.replace(read_settings(vars(args), {}), rates=1e6)
    listeners = bind(settings)
    app = create_app(settings, beginning=LaidDown(args.positions))
    # However slow the machine is, no test is overtaken while it reads.
    with patch.object(pauses, "LONGEST", 600.0):
        Serving(app, lambda: print(f"fourleaf: {address_of(listeners[0])}", file=sys.stderr)).run(listeners)


if __name__ == "__main__":
    main()
