"""What a law has met: a law that has checked nothing proves nothing, and fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, Literal, NamedTuple

import msgspec

from fourleaf import CHANCE, OVER, Game, State
from tests.kit.walks import WHOLE, Table, Walk, phase_of, table_at, tables_of

Met = Counter[str]
"""How often a law has met each of the things that it is about."""
Question = Callable[[Walk, Met], None]
Every = Literal["phase", "kind"]
"""A law may have to meet every phase of a game, or every kind of move."""


class Law(NamedTuple):
    """A question to a walk, and what must be met by the time it has been asked in a whole game at every table."""

    ask: Question
    least: dict[str, float]
    """How much of each thing, a table."""
    every: Every | None


LAWS: dict[str, Law] = {}

SECRETS = {"hidden_glimpses", "other_worlds", "unseen_differences"}
"""What a law meets in every game in which something is hidden, and never in one in which nothing is."""
SEVERAL = 12
"""Positions of a walk at which an expensive law is tried."""


def law(every: Every | None = None, **least: float) -> Callable[[Question], Question]:
    """Enter a law, with what it must at least have met."""

    def enter(question: Question) -> Question:
        LAWS[question.__name__] = Law(question, least, every)
        return question

    return enter


def meet(table: Table, state: State, met: Met) -> None:
    """Count a position: who decides in it, and what happens next."""
    met["chance" if state.actor() == CHANCE else "ends" if state.actor() == OVER else "decisions"] += 1
    met[f"phase {prompts_of(table.game.name).PHASES[phase_of(state)]}"] += 1


def assert_enough(name: str, game: Game[Any, Any], met: Met) -> None:
    """The law has met what it is about."""
    law, tables = LAWS[name], len(list(tables_of(game)))
    for what, least in law.least.items():
        if what in SECRETS and not game.hidden:
            assert not met[what], f"nothing is hidden in {game.name}, and yet {name} met {met[what]} {what}"
        else:
            assert met[what] >= least * tables, f"{name} met {met[what]} {what} in {game.name} at {tables} tables"
    if law.every is not None:
        everything = prompts_of(game.name).PHASES[:-1] if law.every == "phase" else prompts_of(game.name).NAMES
        missed = [each for each in everything if not met[f"{law.every} {each}"]]
        assert not missed, f"{name} never met the {law.every} {missed} of {game.name}"


@cache
def prompts_of(game: str) -> ModuleType:
    """The test file of a game that lists its phases and kinds of moves."""
    return import_module(f"tests.games.{game}.prompts")


def whole_games(game: Game[Any, Any]) -> list[Walk]:
    """What every law is held to at least: a game a table, by luck or eager, and one from each seldom position."""
    seldom = [table_at(game, position) for position in prompts_of(game.name).SELDOM]
    tables = [*tables_of(game), *seldom]
    return [Walk(table, number, WHOLE, eager=number % 2 == 1) for number, table in enumerate(tables)]


# What every law asks


def written(table: Table, state: State) -> str:
    return table.game.notation.write(state)


def may(state: State) -> list[int]:
    return [int(action) for action in state.legal()]


def seen(table: Table, state: State, seat: int) -> bytes:
    return msgspec.json.encode(table.game.view.view(state, seat))
