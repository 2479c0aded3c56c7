"""Draws the pictures of the README: `python docs/pictures/draw.py`."""

from __future__ import annotations

import re
from pathlib import Path

from rich.console import Console

import fourleaf
from fourleaf.cli.play import Terminal

FOLDER = Path(__file__).parent


def main() -> None:
    """Play a few turns of the race and keep what the terminal shows."""
    match = fourleaf.game("treasure").start(seats=3, seed=21)
    for _ in range(9):
        match.play(match.moves[-1])
    while match.actor != 0:
        match.play(match.moves[0])
    terminal = Terminal(match, ("human", "greedy", "random"), FOLDER / "unused")
    terminal.console = Console(record=True, width=84, highlight=False, force_terminal=True)
    terminal.told[0] = match.ply - 6
    terminal.show(0)
    picture = terminal.console.export_svg(title="fourleaf play treasure")
    # A picture must not fetch a font from elsewhere.
    picture = re.sub(r"@font-face \{.*?\}", "", picture, flags=re.DOTALL)
    (FOLDER / "terminal.svg").write_text(picture, "utf-8")


if __name__ == "__main__":
    main()
