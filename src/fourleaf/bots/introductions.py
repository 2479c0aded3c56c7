"""Who the bots are to people: names to call them by, and what each does, in words that follow from its plan."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from fourleaf.bots.levels import LEVELS
from fourleaf.engine.game import Game


class Introduction(NamedTuple):
    """A bot as a person meets it."""

    bot: str
    """What a program calls it."""
    names: tuple[str, ...]
    """What people call it: the first one at a table has the first name, another one like it the next."""
    says: str
    """What it does, to be read after its name: Fern, medium: thinks for a blink, ..."""


NAMES: Final = {
    "random": ("Dandelion", "Puffball", "Burr", "Cleavers", "Teasel"),
    "greedy": ("Bramble", "Nettle", "Gorse", "Ivy", "Bindweed"),
    "easy": ("Moss", "Daisy", "Poppy", "Primrose", "Sorrel"),
    "medium": ("Fern", "Heather", "Tansy", "Mallow", "Sedge"),
    "hard": ("Thistle", "Hazel", "Rowan", "Juniper", "Hawthorn"),
    "master": ("Oak", "Yew", "Elder", "Ash", "Linden"),
}
"""As many for each as the largest table has seats."""
WITHOUT_A_PLAN: Final = {
    "random": "plays any move that is allowed, without a look at it",
    "greedy": "sees one step ahead: plays what leaves it best off right after its move",
}
THOUGHT: Final = ((0.1, "thinks for a blink"), (0.5, "thinks for up to half a second"))
"""Up to so many seconds of a move; more than that is long."""
LONG_THOUGHT: Final = "takes its time to think"
TEMPTED: Final = (
    (0.0, "always plays the best move it has found"),
    (0.45, "strays only where moves look nearly alike"),
    (0.85, "is at times tempted by a move that looks worse"),
    (1.4, "is easily tempted by a move that looks worse"),
)
"""Up to so much slack; with more of it how a move looks hardly matters."""
CARELESS: Final = "hardly minds when a move looks a little worse"


def introduced(bot: str, game: Game[Any, Any]) -> Introduction:
    """A bot of ours as it plays a game."""
    return Introduction(bot, NAMES[bot], WITHOUT_A_PLAN.get(bot) or _by_plan(bot, game))


def _by_plan(bot: str, game: Game[Any, Any]) -> str:
    effort = game.advice.SEARCH.levels[bot]
    slack = max(effort.slack_with(seats) for seats in game.seats)
    thought = next((words for most, words in THOUGHT if LEVELS[bot].seconds <= most), LONG_THOUGHT)
    tempted = next((words for most, words in TEMPTED if slack <= most), CARELESS)
    return f"{thought}, and {tempted}"
