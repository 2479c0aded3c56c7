"""Pictures in the colours of a terminal."""

from __future__ import annotations

import re
from typing import Any, Final

from rich.console import Group
from rich.markdown import Markdown
from rich.panel import Panel
from rich.text import Text

from fourleaf.engine.game import Game
from fourleaf.engine.match import Match
from fourleaf.engine.picture import Picture, Tone

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
POSITION: Final = re.compile(r"```position\n(.+)\n```\n")


def drawn(match: Match, seat: int) -> Panel:
    """The position as a seat sees it, in a frame."""
    return _framed(match.game.picture.picture(match.view(seat)), match.game.title)


def told(game: Game[Any, Any]) -> Group:
    """The rulebook of a game, each of its positions drawn for the seat whose turn it is."""
    parts: list[Markdown | Panel] = []
    for part in POSITION.split(game.rulebook.text):
        if len(parts) % 2 == 0:
            parts.append(Markdown(part))
        else:
            state = game.position(part)
            parts.append(_framed(game.picture.picture(game.view.view(state, max(0, state.actor()))), game.title))
    return Group(*parts)


def _framed(picture: Picture, title: str) -> Panel:
    lines = [Text.assemble(*((ink.text, STYLES[ink.tone]) for ink in line)) for line in picture]
    return Panel(Group(*lines), title=title, border_style="green", expand=False, padding=(1, 2))
