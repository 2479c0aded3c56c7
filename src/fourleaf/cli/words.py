"""Words that several commands take, and what they do while something takes its time."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from fourleaf.arena.playing import DEADLINE, MEGABYTES
from fourleaf.arena.tournament import Watch
from fourleaf.engine.errors import BadStart, listed
from fourleaf.engine.game import Game
from fourleaf.engine.options import Options, OptionValue, spelled

INTERRUPTED: Final = 130
"""The exit code of a command that somebody ended by ctrl-C."""


def add_options(command: argparse.ArgumentParser) -> None:
    """Let a command take options of a game."""
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game; may be repeated"
    )


def add_guard(command: argparse.ArgumentParser) -> None:
    """Let a command take what a bot from outside may use."""
    command.add_argument(
        "--deadline",
        type=float,
        default=DEADLINE,
        metavar="SECONDS",
        help=f"for a move of a bot from outside ({DEADLINE:g})",
    )
    command.add_argument(
        "--memory",
        type=int,
        default=MEGABYTES,
        metavar="MEGABYTES",
        help=f"for the process of a bot from outside ({MEGABYTES})",
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


def said_options(options: Mapping[str, OptionValue]) -> str:
    """The options of a run in words."""
    if not options:
        return "options: none"
    return "options: " + ", ".join(f"{name}={spelled(value)}" for name, value in options.items())


class Interrupted:
    """Whether somebody has ended what a command does, so that it tells how far it has come."""

    def __init__(self) -> None:
        self.happened = False

    def code(self, words: str, otherwise: int = 0) -> int:
        """The exit code; words on the error output say what is missing."""
        if self.happened:
            print(f"fourleaf: interrupted; {words}.", file=sys.stderr)
            return INTERRUPTED
        return otherwise


@contextmanager
def interruptible() -> Iterator[Interrupted]:
    """Ctrl-C ends what is within, and the command goes on after it."""
    interrupted = Interrupted()
    try:
        yield interrupted
    except KeyboardInterrupt:
        interrupted.happened = True


@contextmanager
def bar(of: str = "games") -> Iterator[tuple[Watch, Callable[[str], None]]]:
    """A bar on the terminal with the rate and the time left, and a way to say something above it."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True, soft_wrap=True)
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as shown:
        task = shown.add_task("", total=None, rate="")

        def watch(what: str, done: int, total: int) -> None:
            if what != shown.tasks[0].description:
                shown.reset(task, description=what, total=total, rate="")
            speed = shown.tasks[0].speed
            shown.update(task, completed=done, rate="" if speed is None else f"{speed:,.1f} {of}/s")

        def say(line: str) -> None:
            console.print(line, highlight=False)

        yield watch, say
