"""What came out, as tables that can be put on a page as they are, and as JSON."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from rich import box
from rich.console import Console
from rich.table import Table

from benchmarks.server.capacity import capacity
from benchmarks.server.contenders import OURS, PEER
from benchmarks.server.figures import Figures, middle, ratio
from benchmarks.server.machine import Load


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """One contender at one number of tables, round by round."""

    name: str
    game: str
    seats: int
    tables: int
    rounds: list[Figures]
    loads: list[Load]


class Ratios(msgspec.Struct, frozen=True, kw_only=True):
    """Ours in parts of the peer's in memory."""

    moves: float
    p99: float
    cpu: float


class Chore(msgspec.Struct, frozen=True, kw_only=True):
    """Something besides moves, in words and figures."""

    name: str
    value: float
    unit: str
    beside: str = ""
    """What it is to be held against."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that one run has measured."""

    machine: str
    measured: list[Measured]
    chores: list[Chore]


def this_machine() -> str:
    """What it ran on."""
    return f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def ratios(one: Measured, everybody: Sequence[Measured]) -> Ratios | None:
    """How it stands to the peer at the same number of tables, if that one was measured."""
    for peer in everybody:
        if peer.name == PEER and peer.tables == one.tables:
            return Ratios(**{name: _ratio(field, one, peer) for name, field in FIELDS.items()})
    return None


BEGIN: Final = "<!-- written by make bench-server ARGS=--results -->"
END: Final = "<!-- so far -->"
FIELDS = {"moves": "moves_a_second", "p99": "p99", "cpu": "cpu"}


def show(report: Report, console: Console) -> None:
    """Print it all."""
    console.print(f"\n{report.machine}; {_beside(report.measured)}\n")
    for tables in dict.fromkeys(one.tables for one in report.measured):
        console.print(_moves(tables, report.measured))
        console.print(_setting_up(tables, report.measured))
    if report.chores:
        console.print(_chores(report.chores))
    console.print(_goals(report.measured))


def write_down(report: Report, page: Path, hosting: Path) -> None:
    """Put what was measured in its place on the page, and what follows from it for hosts on theirs."""
    shown = StringIO()
    show(report, Console(file=shown, width=200))
    results = _put(page, [line.rstrip() for line in shown.getvalue().splitlines()])
    _put(hosting, ["", capacity(results), ""])


def _put(page: Path, lines: Sequence[str]) -> str:
    """The page with these lines between its two marks."""
    text = page.read_text("utf-8")
    begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    written = "\n".join([text[:begin], *lines, text[end:]])
    page.write_text(written, "utf-8")
    return written


def _ratio(field: str, one: Measured, peer: Measured) -> float:
    return ratio([getattr(mine, field) for mine in one.rounds], [getattr(its, field) for its in peer.rounds])


def _beside(measured: Sequence[Measured]) -> str:
    loads = [load for one in measured for load in one.loads]
    if not loads:
        return "nothing was played"
    average, others = max(load.average for load in loads), max(load.others for load in loads)
    return f"beside it: load average at most {average:.1f}, other processes at most {others:.2f} cores"


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", box=box.MARKDOWN)
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number < 2 else "right", no_wrap=True)
    return table


def _at(tables: int, measured: Sequence[Measured]) -> Iterator[tuple[Measured, Figures]]:
    return ((one, middle(one.rounds)) for one in measured if one.tables == tables)


def _moves(tables: int, measured: Sequence[Measured]) -> Table:
    columns = (
        "server",
        "game",
        "moves/s",
        "p50 ms",
        "p95 ms",
        "p99 ms",
        "s/1,000",
        "moves ×",
        "p99 ×",
        "CPU ×",
        "dropped",
    )
    shown = _table(f"{tables:,} tables", *columns)
    for one, its in _at(tables, measured):
        held = ratios(one, measured)
        against = [f"{held.moves:.2f}", f"{held.p99:.2f}", f"{held.cpu:.2f}"] if held else ["", "", ""]
        times = [f"{its.p50:.1f}", f"{its.p95:.1f}", f"{its.p99:.1f}", f"{its.cpu:.2f}"]
        game = one.game if one.seats == 2 else f"{one.game} ({one.seats} seats)"
        shown.add_row(one.name, game, f"{its.moves_a_second:,.0f}", *times, *against, str(its.dropped))
    return shown


def _setting_up(tables: int, measured: Sequence[Measured]) -> Table:
    steps = ("create", "join", "start", "connect")
    columns = (
        "server",
        "game",
        *(f"{step}/s" for step in steps),
        "first bytes",
        "bytes an update",
        "KB a table",
        "clients' core",
    )
    shown = _table(f"{tables:,} tables, set up", *columns)
    for one, its in _at(tables, measured):
        rates = [f"{its.steps[step]:,.0f}" if step in its.steps else "" for step in steps]
        sizes = [f"{its.first_bytes:,.0f}", f"{its.update_bytes:,.0f}", f"{its.table_kb:,.0f}", f"{its.clients:.2f}"]
        shown.add_row(one.name, one.game, *rates, *sizes)
    return shown


class Goal(NamedTuple):
    """What every game of ours on SQLite must reach."""

    words: str
    value: Callable[[Figures, Ratios], float]
    bound: float
    at_least: bool = False
    only: int | None = None
    """The number of tables that it is meant for."""


GOALS: Final = (
    Goal("moves/s in parts of boardgame.io in memory", lambda its, held: held.moves, 1.2, at_least=True),
    Goal("its p99", lambda its, held: held.p99, 1.0),
    Goal("its server time a move", lambda its, held: held.cpu, 0.8),
    Goal("bytes of a move's update", lambda its, held: its.update_bytes, 3072),
    Goal("bytes of a first update", lambda its, held: its.first_bytes, 8192),
    Goal("KB of an idle table with its sockets", lambda its, held: its.table_kb, 90, only=50),
    Goal("tables created a second", lambda its, held: its.steps["create"], 200, at_least=True),
)


def _goals(measured: Sequence[Measured]) -> Table:
    """Each goal at each number of tables, with the game that is furthest from it."""
    shown = _table("goals", "what", "tables", "must be", "is", "at", "reached")
    for goal in GOALS:
        for tables in dict.fromkeys(one.tables for one in measured):
            found = [
                (goal.value(its, held), one.game)
                for one, its in _at(tables, measured)
                if one.name == OURS and (held := ratios(one, measured)) and goal.only in (None, tables)
            ]
            if found:
                worst, game = min(found) if goal.at_least else max(found)
                reached = worst >= goal.bound if goal.at_least else worst <= goal.bound
                must = f"{'at least' if goal.at_least else 'at most'} {goal.bound:,g}"
                shown.add_row(goal.words, f"{tables:,}", must, f"{worst:,.2f}", game, "yes" if reached else "no")
    return shown


def _chores(chores: Sequence[Chore]) -> Table:
    shown = _table("besides moves", "what", "held against", "figure")
    for chore in chores:
        shown.add_row(chore.name, chore.beside, f"{chore.value:,.2f} {chore.unit}")
    return shown
