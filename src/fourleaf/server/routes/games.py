"""/api/games: what can be played here, and its rules."""

from __future__ import annotations

from importlib.resources import files

from litestar import Router, get
from litestar.params import FromPath, FromQuery

import fourleaf
from fourleaf.engine.errors import OtherRules, UnknownGame
from fourleaf.server import wire
from fourleaf.server.errors import NotFound
from fourleaf.server.tables.bots import bot_names


@get("/", sync_to_thread=False, summary="What can be played")
def games() -> wire.GameList:
    """The games with their seats and options, and the bots that a seat can be given to."""
    return wire.GameList(games=[_told(name) for name in fourleaf.games()], bots=bot_names())


@get("/{name:str}/rules", sync_to_thread=False, summary="The rules of a game")
def rules(name: FromPath[str], version: FromQuery[int | None] = None) -> wire.Rules:
    """The rulebook in Markdown, each clause with its number; of an earlier version that is still played, if wished."""
    try:
        game = fourleaf.game(name, version)
    except (UnknownGame, OtherRules) as error:
        raise NotFound(str(error)) from None
    return wire.Rules(text=files(game.package).joinpath("rulebook.md").read_text("utf-8"))


def _told(name: str) -> wire.GameInfo:
    game = fourleaf.game(name)
    return wire.GameInfo(
        name=game.name,
        title=game.title,
        summary=game.summary,
        credit=game.credit,
        seats=list(game.seats),
        options=[
            wire.OptionInfo(name=option.name, values=list(option.values), meaning=option.meaning)
            for option in game.options
        ],
        version=game.version,
    )


router = Router("/api/games", route_handlers=[games, rules], tags=["games"])
