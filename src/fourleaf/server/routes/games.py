"""/api/games: what can be played here, and its rules."""

from __future__ import annotations

from typing import Any

from litestar import Router, get
from litestar.params import FromPath, FromQuery

import fourleaf
from fourleaf import Game
from fourleaf.bots.introductions import introduced
from fourleaf.engine.errors import OtherRules, UnknownGame
from fourleaf.engine.state import WATCHER
from fourleaf.server import wire
from fourleaf.server.errors import NotFound
from fourleaf.server.tables.bots import bot_names


@get("/", sync_to_thread=False, summary="What can be played")
def games() -> wire.GameList:
    """The games with their seats and options, and the bots that a seat can be given to."""
    return wire.GameList(games=[_told(name) for name in fourleaf.games()], bots=bot_names())


@get("/{name:str}/rules", sync_to_thread=False, summary="The rules of a game")
def rules(name: FromPath[str], version: FromQuery[int | None] = None) -> wire.RulesText:
    """The rulebook in Markdown, each clause with its number, and the view of each position that it shows.

    Of an earlier version that is still played, if wished.
    """
    try:
        game = fourleaf.game(name, version)
    except (UnknownGame, OtherRules) as error:
        raise NotFound(str(error)) from None
    return wire.RulesText(text=game.rulebook.text, pictures=[_picture(game, line) for line in game.rulebook.positions])


def _picture(game: Game[Any, Any], line: str) -> wire.RulesPicture:
    state = game.position(line)
    actor = int(state.actor())
    seat = actor if actor >= 0 else WATCHER
    return wire.RulesPicture(position=line, seat=seat, actor=actor, view=game.view.view(state, seat))


def _told(name: str) -> wire.GameInfo:
    game = fourleaf.game(name)
    return wire.GameInfo(
        name=game.name,
        title=game.title,
        summary=game.summary,
        credit=game.credit,
        seats=list(game.seats),
        options=[
            wire.OptionInfo(
                name=option.name,
                values=list(option.values),
                meaning=option.meaning,
                title=option.title,
                says=list(option.says),
            )
            for option in game.options
        ],
        bots=[_introduced(bot, game) for bot in bot_names()],
        version=game.version,
    )


def _introduced(bot: str, game: Game[Any, Any]) -> wire.BotInfo:
    met = introduced(bot, game)
    return wire.BotInfo(bot=met.bot, names=list(met.names), says=met.says)


router = Router("/api/games", route_handlers=[games, rules], tags=["games"])
