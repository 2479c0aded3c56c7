"""The list of games: all that anybody above knows of them."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Literal, overload

from librt.random import Random

from fourleaf.engine.errors import BadBoard, UnknownGame, listed
from fourleaf.engine.game import Game, seed_from
from fourleaf.engine.luck import FITS
from fourleaf.engine.match import Match
from fourleaf.engine.record import Record
from fourleaf.engine.verify import Verdict
from fourleaf.engine.verify import verify as verify_game

if TYPE_CHECKING:
    from fourleaf.games.alarun.rules import Alarun
    from fourleaf.games.alarun.view import AlarunView
    from fourleaf.games.flipslide.rules import FlipSlide
    from fourleaf.games.flipslide.view import FlipSlideView
    from fourleaf.games.korrigans.rules import Korrigans
    from fourleaf.games.korrigans.view import KorrigansView
    from fourleaf.games.treasure.rules import Treasure
    from fourleaf.games.treasure.view import TreasureView
    from fourleaf.games.wichtel.rules import Wichtel
    from fourleaf.games.wichtel.view import WichtelView

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


# Whoever names a game in the code gets its own positions and views from the type checker.
@overload
def game(name: Literal["korrigans"], version: int | None = None) -> Game[Korrigans, KorrigansView]: ...
@overload
def game(name: Literal["flipslide"], version: int | None = None) -> Game[FlipSlide, FlipSlideView]: ...
@overload
def game(name: Literal["wichtel"], version: int | None = None) -> Game[Wichtel, WichtelView]: ...
@overload
def game(name: Literal["alarun"], version: int | None = None) -> Game[Alarun, AlarunView]: ...
@overload
def game(name: Literal["treasure"], version: int | None = None) -> Game[Treasure, TreasureView]: ...
@overload
def game(name: str, version: int | None = None) -> Game[Any, Any]: ...
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


def play_from(record: Record, ply: int, seat: int | None = None, seed: int | None = None) -> Match:
    """A match of its own that goes on from a ply of a record, with luck of its own.

    With a `seat`, all that the seat could not know then is dealt anew, so that going on tells nothing about the match
    that it comes from. Without one the position is as it was, secrets and all: that is for matches that are over.
    """
    past = replay(record)
    past.rewind(ply)
    number = seed_from(seed)
    rng = Random(number & FITS)
    beginning = past.as_it_stands(record.seal()) if seat is None else past.as_known_to(seat, rng)
    return past.game.start(past.seats, number, past.options, beginning=beginning)


def verify(record: Record) -> Verdict:
    """Whether every die and every draw of a record follows from what was committed to before the first move."""
    return verify_game(game(record.game), record)


class _Games(ModuleType):
    """A package that can be called: `fourleaf.games()` and `fourleaf.games.wichtel.rules` are one and the same."""

    def __call__(self) -> list[str]:
        return games()


sys.modules[__name__].__class__ = _Games
