"""The list of games: all that anybody above knows of them."""

from __future__ import annotations

from typing import Any, Final

from fourleaf.engine.errors import UnknownGame, listed
from fourleaf.engine.game import Game
from fourleaf.engine.match import Match
from fourleaf.engine.record import Record
from fourleaf.engine.verify import Verdict
from fourleaf.engine.verify import verify as verify_game
from fourleaf.games import alarun, flipslide, korrigans, treasure, wichtel

GAMES: Final[dict[str, Game[Any, Any]]] = {
    game.name: game for game in (korrigans.GAME, flipslide.GAME, wichtel.GAME, alarun.GAME, treasure.GAME)
}


def games() -> list[str]:
    """The names of all games."""
    return list(GAMES)


def game(name: str, version: int | None = None) -> Game[Any, Any]:
    """The game of this name, by its newest rules or by an earlier version of them that is still played."""
    try:
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
