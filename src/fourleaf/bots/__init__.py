"""Opponents for empty seats. A bot is given what its seat knows, and answers with an action."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from fourleaf.bots.bot import Bot
from fourleaf.bots.greedy_bot import GreedyBot
from fourleaf.bots.guest import guest, is_guest
from fourleaf.bots.levels import LEVELS, LevelBot
from fourleaf.bots.random_bot import RandomBot
from fourleaf.bots.search_bot import SearchBot, budget
from fourleaf.engine.errors import FourleafError, listed

BOTS: Final[dict[str, Callable[[int], Bot]]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    **{name: partial(LevelBot, level=level) for name, level in LEVELS.items()},
}
"""Who can take a seat; besides them a search with a budget of one's own, as in `search:500` or `search:200ms`."""


class UnknownBot(FourleafError):
    """There is no bot of this name."""


def bot(name: str, seed: int) -> Bot:
    """A bot of this name; the same seed makes it choose alike in the same situation."""
    if is_guest(name):
        made: Bot = guest(name)(seed)
        return made
    kind, colon, rest = name.partition(":")
    if kind == "search" and colon:
        return SearchBot(seed, budget(rest))
    if name not in BOTS:
        raise UnknownBot(
            f"there is no bot {name!r}; the bots are {listed(BOTS)}, "
            "or a search with a budget of your own, such as search:500 or search:200ms"
        )
    return BOTS[name](seed)
