"""Opponents by how hard they are to beat; docs/bots.md shows how they fare against each other."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, final

from fourleaf.bots.search_bot import Budget, SearchBot
from fourleaf.engine.game import Game
from fourleaf.engine.knowledge import Knowledge


class Level(NamedTuple):
    """How well somebody plays: by the effort that each game's plan has under this name, and the seconds of a move."""

    name: str
    seconds: float

    def search(self, game: Game[Any, Any], seats: int, seed: int) -> SearchBot:
        """A search of this level."""
        effort = game.advice.SEARCH.levels[self.name]
        return SearchBot(seed, Budget(effort.passes, self.seconds), effort.slack_with(seats))


SECONDS: Final = {"easy": 0.08, "medium": 0.08, "hard": 0.45, "master": 1.8}
LEVELS: Final = {name: Level(name, seconds) for name, seconds in SECONDS.items()}


@final
class LevelBot:
    """A search that learns which game it plays when it is first asked."""

    def __init__(self, seed: int, level: Level) -> None:
        self._seed = seed
        self._level = level
        self._search: SearchBot | None = None

    def choose(self, knowledge: Knowledge) -> int:
        """The action that its level lets it find."""
        if self._search is None:
            self._search = self._level.search(knowledge.game, knowledge.seats, self._seed)
        return self._search.choose(knowledge)
