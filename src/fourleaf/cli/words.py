"""Words that several commands take."""

from __future__ import annotations

import argparse
from typing import Any

from fourleaf.engine.errors import BadStart, listed
from fourleaf.engine.game import Game
from fourleaf.engine.options import Options


def add_options(command: argparse.ArgumentParser) -> None:
    """Let a command take options of a game."""
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game; may be repeated"
    )


def chosen_options(game: Game[Any, Any], words: list[str]) -> Options:
    """The options that were written on the command line."""
    known = {option.name: option for option in game.options}
    chosen: Options = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadStart(f"an option is written NAME=VALUE, not {word!r}")
        if name not in known:
            names = listed(known) if known else "no options"
            raise BadStart(f"there is no option {name}; {game.title} has {names}")
        chosen[name] = known[name].read(value)
    return chosen
