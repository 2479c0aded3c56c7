"""What people are told of a bot is true of its plan, in every game."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path

from fourleaf.bots import BOTS
from fourleaf.bots.introductions import NAMES, introduced
from fourleaf.bots.levels import LEVELS
from fourleaf.games import GAMES

THOUGHTS: dict[str, Callable[[float], bool]] = {
    "thinks for a blink": lambda seconds: seconds <= 0.1,
    "thinks for up to half a second": lambda seconds: 0.1 < seconds <= 0.5,
    "takes its time to think": lambda seconds: seconds > 1,
}
TEMPTATIONS: dict[str, Callable[[float], bool]] = {
    "always plays the best move it has found": lambda share: share == 0,
    "strays only where moves look nearly alike": lambda share: share < 1 / 8,
    "is at times tempted by a move that looks worse": lambda share: 1 / 8 < share < 1 / 3,
    "is easily tempted by a move that looks worse": lambda share: 0.3 < share < 1 / 2,
    "hardly minds when a move looks a little worse": lambda share: share > 1 / 2,
}
"""How likely a move is that looks one spread worse than the best, beside the best one."""


def test_what_a_level_is_said_to_do_follows_from_its_plan() -> None:
    said = set()
    for game in GAMES.values():
        for name, level in LEVELS.items():
            thought, tempted = introduced(name, game).says.split(", and ")
            effort = game.advice.SEARCH.levels[name]
            assert THOUGHTS[thought](level.seconds)
            for seats in game.seats:
                slack = effort.slack_with(seats)
                share = math.exp(-1 / slack) if slack else 0.0
                assert TEMPTATIONS[tempted](share), f"{name} of {game.name} with {seats} seats: {tempted}, {share:.2f}"
            said |= {thought, tempted}
    assert said == {*THOUGHTS, *TEMPTATIONS}


def test_the_master_never_strays() -> None:
    for game in GAMES.values():
        assert introduced("master", game).says.endswith("always plays the best move it has found")
        assert {game.advice.SEARCH.levels["master"].slack_with(seats) for seats in game.seats} == {0.0}


def test_every_bot_of_the_largest_table_has_a_name_of_its_own() -> None:
    most = max(game.seats[-1] for game in GAMES.values())
    names = [name for bot in BOTS for name in introduced(bot, GAMES["treasure"]).names]
    assert len(names) == len(set(names)) == most * len(BOTS)


def test_no_guest_is_called_like_a_bot_by_chance() -> None:
    client = (Path(__file__).parents[2] / "web" / "src" / "me.svelte.ts").read_text("utf-8")
    offered = re.search(r"const GUESTS = \[(.*)\];", client)
    assert offered is not None
    guests = set(re.findall(r'"(\w+)"', offered[1]))
    assert len(guests) > 5
    assert guests.isdisjoint(name for names in NAMES.values() for name in names)
