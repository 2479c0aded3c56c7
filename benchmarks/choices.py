"""What the bots choose, as one hash a game: a change that leaves it alone has changed no bot.

Every level plays against the others, with a budget of passes and no clock, from seeds that never change; now and then
somebody moves at random, so that the positions are not a strong player's alone. choices.json keeps the hash beside
that of the sources it was found with: figures that were measured before a mere rewriting stand, and others are old.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec

import fourleaf
from fourleaf.bots import bot
from fourleaf.bots.bot import Bot
from fourleaf.bots.levels import LEVELS
from fourleaf.bots.search_bot import Budget, SearchBot
from fourleaf.engine.game import Game

CHOICES: Final = 3000
"""How many choices a game's number is made of; forced moves are none."""
ASTRAY: Final = 0.25
"""How often something else is played than what was chosen."""
PLAYERS: Final = ("greedy", *LEVELS)
FOUND: Final = Path(__file__).with_name("choices.json")
SOURCES: Final = Path(fourleaf.__file__).parent
DECIDE: Final = (
    *(f"engine/{name}.py" for name in ("bits", "counts", "knowledge", "plan", "state")),
    *(f"bots/{name}.py" for name in ("greedy_bot", "levels", "random_bot", "search_bot", "tree")),
)
DECIDE_IN_A_GAME: Final = ("board.toml", "board.py", "imagine.py", "rules.py", "advice.py")
"""The files on which it depends what a bot chooses."""


class Found(msgspec.Struct, frozen=True):
    """What the bots chose with some sources, and since when they have chosen so."""

    sources: str
    choices: str
    since: str


def found() -> dict[str, Found]:
    """What was found last, by the game."""
    return msgspec.json.decode(FOUND.read_bytes(), type=dict[str, Found])


def look_again(game: Game[Any, Any], look: Callable[[Game[Any, Any]], str] | None = None) -> Found:
    """What the bots choose now; where they choose as before, nothing has changed but how that is written."""
    before, sources = found(), sources_of(game.name)
    known = before.get(game.name)
    if known is not None and known.sources == sources:
        return known
    chosen = (look or choices)(game)
    since = f"{datetime.now(UTC):%Y-%m-%d}" if known is None or known.choices != chosen else known.since
    now = Found(sources, chosen, since)
    FOUND.write_bytes(msgspec.json.format(msgspec.json.encode(before | {game.name: now}), indent=1) + b"\n")
    return now


def sources_of(game: str) -> str:
    """The hash of all code that decides what a bot chooses in a game; comments and docstrings decide nothing."""
    made = hashlib.sha256()
    for path in (*DECIDE, *(f"games/{game}/{name}" for name in DECIDE_IN_A_GAME)):
        source = (SOURCES / path).read_text("utf-8")
        made.update(f"{path}\n{_bare(source) if path.endswith('.py') else source}\n".encode())
    return made.hexdigest()


def _bare(source: str) -> str:
    """Python without what only people read."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [each for each in node.body if not _is_said(each)]
    return ast.dump(tree)


def _is_said(line: ast.stmt) -> bool:
    return isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)


def choices(game: Game[Any, Any], number: int = CHOICES) -> str:
    """The hash of so many choices, taken at all tables of a game in turn."""
    made = hashlib.sha256()
    left, matches = number, 0
    while left > 0:
        seats = game.seats[matches % len(game.seats)]
        left -= _play(game, seats, matches, left, made)
        matches += 1
    return made.hexdigest()


def _play(game: Game[Any, Any], seats: int, number: int, most: int, made: Any) -> int:
    """Play one match, or the beginning of one; how many choices it held."""
    match = game.start(seats, seed=number)
    astray = Random(number)  # noqa: S311  # it decides nothing but which positions are looked at
    bots = [_player(PLAYERS[(number + seat) % len(PLAYERS)], game, seats, number + seat) for seat in range(seats)]
    asked = 0
    while not match.is_over and asked < most:
        legal = match.legal
        action = legal[0]
        if len(legal) > 1:
            action = bots[match.actor].choose(match.knowledge(match.actor))
            made.update(f"{match.ply}:{action} ".encode())
            asked += 1
            if astray.random() < ASTRAY:
                action = astray.choice(legal)
        match.play(action)
    return asked


def _player(name: str, game: Game[Any, Any], seats: int, seed: int) -> Bot:
    """The player of this name, held by its passes alone: a clock would make the choice depend on the machine."""
    if name not in LEVELS:
        return bot(name, seed)
    effort = game.advice.SEARCH.levels[name]
    return SearchBot(seed, Budget(effort.passes), effort.slack_with(seats))
