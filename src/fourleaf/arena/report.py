"""What the arena has found, as tables for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Final

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from fourleaf.arena.estimates import Estimate
from fourleaf.games import game as game_of

if TYPE_CHECKING:
    from fourleaf.arena.standings import Contestant, Failure, Standings, Times
    from fourleaf.arena.tournament import Ladder, Rung

WIDE: Final = 140
"""Columns that a table may need; a narrower terminal wraps its headings."""
WORDS: Final = {
    "raised": "raised an error",
    "illegal": "answered illegally",
    "late": "gave no answer in time",
    "crashed": "ended its process",
    "memory": "took more memory than it may",
    "endless": "did not let the game end",
}


def text_of(found: Iterable[RenderableType]) -> str:
    """The tables as plain text."""
    console = Console(file=StringIO(), width=WIDE)
    for each in found:
        console.print(each)
    assert isinstance(console.file, StringIO)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


def standings_tables(found: Standings) -> Iterable[RenderableType]:
    """Who stands where, who beats whom, and what went wrong."""
    where = f"{game_of(found.game).title} ({found.format}, {counted(found.seats, 'seat')})"
    blocks = f"{counted(found.blocks, 'block')} with the same luck"
    yield Text(
        f"{counted(found.games, 'game')} of {where} in {blocks}, {found.seconds:.1f} s, seed {found.seed}\n",
    )
    table = _table("contestant", "score", "95 %", "wins", "95 %", "rank", "95 %", "rating", "ms/move", "p95", "longest")
    for contestant in found.contestants:
        table.add_row(*_standing(contestant))
    yield table
    if found.meetings:
        yield ""
        table = _table("contestant", "against", "score", "at least", "at most", "", left=("contestant", "against", ""))
        for meeting in found.meetings:
            score = meeting.score
            bounds = (_figure(score.at_least), _figure(score.at_most))
            table.add_row(meeting.one, meeting.other, _figure(score.mean), *bounds, score.verdict)
        yield table
    yield from troubles(found.failures, found.lost)


def ladder_tables(found: Ladder) -> Iterable[RenderableType]:
    """Whether each beats the one below, as Markdown that a document can keep."""
    games = counted(sum(rung.games for rung in found.rungs), "game")
    how = "each comparison until it was decided" if found.until_decided else "a fixed number of games"
    yield f"{games} of {game_of(found.game).title}, {how}, one-sided 95 %; {found.seconds:.1f} s, seed {found.seed}"
    table = _table(
        *("contestant", "against", "seats", "games", "score", "at least", "verdict", "ms/move", "p95", "longest"),
        left=("contestant", "against", "verdict"),
        style=box.MARKDOWN,
    )
    for rung in found.rungs:
        table.add_row(
            *(rung.stronger, rung.weaker, str(rung.seats), str(rung.games)),
            *(_figure(rung.score.mean), _figure(rung.score.at_least), rung.score.verdict),
            *_milliseconds(rung.times),
        )
    yield table
    yield from troubles(found.failures, found.lost)


def rung_line(rung: Rung) -> str:
    """What one comparison has found, in a line."""
    against = f"{rung.stronger} v {rung.weaker}, {counted(rung.seats, 'seat')}"
    score = f"{_figure(rung.score.mean)}, at least {_figure(rung.score.at_least)}"
    return f"{against}: {score}, {counted(rung.games, 'game')}, {rung.score.verdict}"


def _standing(contestant: Contestant) -> list[str]:
    figures = (contestant.score, contestant.wins, contestant.rank)
    rating = contestant.rating
    return [
        contestant.name,
        *(word for figure in figures for word in (_figure(figure.mean), _interval(figure))),
        "–" if rating is None else f"{rating.mu:.1f} ± {2 * rating.sigma:.1f}",
        *_milliseconds(contestant.times),
    ]


def troubles(failures: Sequence[Failure], lost: Sequence[int]) -> Iterable[RenderableType]:
    """Who lost its seat and how, and which games were lost."""
    if failures:
        yield "\nSeats that went to random for the rest of a game:"
        table = _table("contestant", "", "games", "the first time", left=("contestant", "", "the first time"))
        for failure in failures:
            first = failure.first
            where = f"game {first.sitting}, seat {first.seat}, decision {first.decision}: {first.words}"
            table.add_row(failure.name, WORDS[failure.kind], str(failure.count), Text(where))
        yield table
    if lost:
        yield f"\n{counted(len(lost), 'game')} took the worker along at each attempt; their blocks do not count."


def _table(*headings: str, left: Sequence[str] = ("contestant",), style: box.Box | None = None) -> Table:
    table = Table(box=style, pad_edge=style is not None)
    for heading in headings:
        table.add_column(heading, justify="left" if heading in left else "right", no_wrap=heading != "the first time")
    return table


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _interval(estimate: Estimate) -> str:
    return "–" if estimate.low is None else f"{_figure(estimate.low)}–{_figure(estimate.high)}"


def _milliseconds(times: Times | None) -> list[str]:
    if times is None:
        return ["–"] * 3
    return [_short(1000 * seconds) for seconds in (times.mean, times.p95, times.longest)]


def counted(number: int, thing: str) -> str:
    """So many things, in words that fit one and many."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _short(value: float) -> str:
    """Three figures are enough of a time."""
    return f"{value:.3g}" if value < 1000 else f"{value:.0f}"
