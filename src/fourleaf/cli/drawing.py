"""Pictures in the colours of a terminal."""

from __future__ import annotations

from typing import Final

from rich.console import Group
from rich.panel import Panel
from rich.text import Text

from fourleaf.engine.match import Match
from fourleaf.engine.picture import Tone

STYLES: Final[dict[Tone, str]] = {
    "": "",
    "red": "bold red",
    "orange": "bold dark_orange",
    "yellow": "bold yellow",
    "green": "bold green",
    "blue": "bold dodger_blue2",
    "indigo": "bold slate_blue3",
    "violet": "bold medium_orchid",
    "pink": "bold hot_pink",
    "white": "bold bright_white",
    "gold": "bold gold1",
    "quiet": "dim",
    "strong": "bold",
}


def drawn(match: Match, seat: int) -> Panel:
    """The position as a seat sees it, in a frame."""
    picture = match.game.view.picture(match.view(seat))
    lines = [Text.assemble(*((ink.text, STYLES[ink.tone]) for ink in line)) for line in picture]
    return Panel(Group(*lines), title=match.game.title, border_style="green", expand=False, padding=(1, 2))
