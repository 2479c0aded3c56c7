"""Opponents by how hard they are to beat; docs/bots.md shows how they fare against each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, final

from fourleaf.bots.search_bot import Budget, SearchBot
from fourleaf.engine.knowledge import Knowledge


class Effort(NamedTuple):
    """How a search is held back: by how long it thinks, and by how much worse a move it may play."""

    passes: int
    slack: float
    slack_of_two: float | None = None
    """With two seats, where that needs another."""

    def slack_with(self, seats: int) -> float:
        """How much worse a move it may play at a table of so many."""
        return self.slack if seats != 2 or self.slack_of_two is None else self.slack_of_two


class Level(NamedTuple):
    """How well somebody plays each game, and the seconds that a move takes at most."""

    seconds: float
    efforts: Mapping[str, Effort]

    def search(self, game: str, seats: int, seed: int) -> SearchBot:
        """A search of this level."""
        effort = self.efforts[game]
        return SearchBot(seed, Budget(effort.passes, self.seconds), effort.slack_with(seats))


# Found by trial: the more luck decides, the more a search must stray to be weaker; Flip & Slide, where nothing is
# hidden, rewards long thought most.
LEVELS: Final = {
    "easy": Level(
        0.08,
        {
            "korrigans": Effort(40, 0.9),
            "flipslide": Effort(30, 1.6),
            "wichtel": Effort(40, 1.5),
            "alarun": Effort(40, 1.0),
            "treasure": Effort(40, 2.5),
        },
    ),
    "medium": Level(
        0.08,
        {
            "korrigans": Effort(80, 0.35),
            "flipslide": Effort(40, 0.8),
            "wichtel": Effort(80, 0.7),
            "alarun": Effort(80, 0.5),
            "treasure": Effort(80, 1.2),
        },
    ),
    "hard": Level(
        0.45,
        {
            "korrigans": Effort(300, 0.15, slack_of_two=0.02),
            "flipslide": Effort(100, 0.3),
            "wichtel": Effort(200, 0.3),
            "alarun": Effort(200, 0.1),
            "treasure": Effort(200, 0.45, slack_of_two=0.3),
        },
    ),
    "master": Level(
        1.8,
        {
            "korrigans": Effort(400, 0.0),
            "flipslide": Effort(1500, 0.0),
            "wichtel": Effort(400, 0.0),
            "alarun": Effort(800, 0.0),
            "treasure": Effort(800, 0.0),
        },
    ),
}


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
            self._search = self._level.search(knowledge.game.name, knowledge.seats, self._seed)
        return self._search.choose(knowledge)
