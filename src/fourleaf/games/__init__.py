"""The list of games: all that anybody above knows of them."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from fourleaf.engine.errors import BadBoard, UnknownGame, listed
from fourleaf.engine.game import Game
from fourleaf.engine.match import Match
from fourleaf.engine.record import Record
from fourleaf.engine.verify import Verdict
from fourleaf.engine.verify import verify as verify_game

GAMES: Final[dict[str, Game[Any, Any]]] = {}
"""Every game that can be played."""
UNPLAYABLE: Final[dict[str, BadBoard]] = {}
"""What is wrong with the boxes of the others: somebody has changed a board.toml, and the rest goes on without it."""

for _name in ("korrigans", "flipslide", "wichtel", "alarun", "treasure"):
    try:
        GAMES[_name] = import_module(f"{__name__}.{_name}").GAME
    except BadBoard as _error:
        UNPLAYABLE[_name] = _error


def games() -> list[str]:
    """The names of all games."""
    return list(GAMES)


def game(name: str, version: int | None = None) -> Game[Any, Any]:
    """The game of this name, by its newest rules or by an earlier version of them; or what is wrong with its board."""
    try:
        if name in UNPLAYABLE:
            raise BadBoard(str(UNPLAYABLE[name]))
        newest = GAMES[name]
    except (KeyError, TypeError):
        raise UnknownGame(f"there is no game {name!r}; the games are {listed(GAMES)}") from None
    return newest if version is None else newest.by_rules(version)


def replay(record: Record) -> Match:
    """The match that a record holds, every action checked; an unfinished one can be played on."""
    return game(record.game).replay(record)


def verify(record: Record) -> Verdict:
    """Whether every die and every draw of a record follows from what was committed to before the first move."""
    return verify_game(game(record.game), record)
