"""What the arena has found, as a picture: a dot for each score and a line for its interval."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple
from xml.sax.saxutils import escape

from fourleaf.arena.estimates import Estimate
from fourleaf.arena.report import counted
from fourleaf.games import game as game_of

if TYPE_CHECKING:
    from fourleaf.arena.standings import Standings
    from fourleaf.arena.tournament import Ladder

WIDTH: Final = 760
MARGIN: Final = 32
LEFT: Final = 268
"""Where the scale begins; names stand to the left of it."""
RIGHT: Final = 580
"""Where it ends; figures stand to the right of it."""
ROW: Final = 30
HEADING: Final = 44
TOP: Final = 104
LONGEST_NAME: Final = 30

LIGHT: Final = {
    "paper": "#fbf6ea",
    "card": "#fffdf6",
    "line": "#e6dcc5",
    "ink": "#2b2a33",
    "soft": "#6b6672",
    "meadow": "#3f7d4e",
    "gold": "#b98a12",
}
NIGHT: Final = {
    "paper": "#1b2129",
    "card": "#242c36",
    "line": "#37414d",
    "ink": "#ede7da",
    "soft": "#a9a69c",
    "meadow": "#79b981",
    "gold": "#e6bc63",
}
SHAPES: Final = """
text{font:15px "Atkinson Hyperlegible","DejaVu Sans",sans-serif}
.title{font:600 24px Fraunces,"DejaVu Serif",serif}
.heading{font:600 16px Fraunces,"DejaVu Serif",serif;stroke-width:8;paint-order:stroke;stroke-linejoin:round}
.soft{font-size:14px}
.figure{font-variant-numeric:tabular-nums}
.even{stroke-width:1.5;stroke-dasharray:5 4}
.span{stroke-width:3;stroke-linecap:round}
.dot{stroke-width:2.5}
"""
# Written out for each theme, because not every program that draws SVG knows custom properties.
COLOURS: Final = """
text{{fill:{ink}}}text.soft{{fill:{soft}}}.paper{{fill:{paper}}}.card{{fill:{card};stroke:{line}}}
.heading{{stroke:{card}}}.grid{{stroke:{line}}}.even{{stroke:{gold}}}
.beats{{stroke:{meadow};fill:{meadow}}}.loses{{stroke:{ink};fill:{ink}}}.open{{stroke:{soft};fill:{card}}}
"""
STYLE: Final = (
    SHAPES + COLOURS.format_map(LIGHT) + "@media(prefers-color-scheme:dark){" + COLOURS.format_map(NIGHT) + "}\n"
)


class PlotRow(NamedTuple):
    """One dot."""

    name: str
    score: Estimate


class Group(NamedTuple):
    """Dots under one heading."""

    heading: str
    rows: Sequence[PlotRow]


def standings_plot(found: Standings) -> str:
    """The scores of all contestants, and of every two who met."""
    groups = [Group("All games", [PlotRow(each.name, each.score) for each in found.contestants])]
    for one, meetings in groupby(found.meetings, lambda meeting: meeting.one):
        groups.append(Group(f"{one} against", [PlotRow(meeting.other, meeting.score) for meeting in meetings]))
    how = f"{found.format}, {counted(found.seats, 'seat')}, {counted(found.games, 'game')}, seed {found.seed}"
    return _drawn(game_of(found.game).title, how, groups)


def ladder_plot(found: Ladder) -> str:
    """Each contestant against the one below, a dot for each number of seats."""
    groups = [
        Group(f"{stronger} against {weaker}", [PlotRow(counted(rung.seats, "seat"), rung.score) for rung in rungs])
        for (stronger, weaker), rungs in groupby(found.rungs, lambda rung: (rung.stronger, rung.weaker))
    ]
    games = sum(rung.games for rung in found.rungs)
    return _drawn(game_of(found.game).title, f"a ladder of {counted(games, 'game')}, seed {found.seed}", groups)


def _drawn(title: str, subtitle: str, groups: Sequence[Group]) -> str:
    bottom = TOP + sum(HEADING + ROW * len(group.rows) for group in groups)
    height = bottom + 96
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" aria-label="{escape(title, {chr(34): "&quot;"})}: scores with 95 % intervals">',
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{WIDTH}" height="{height}" rx="16"/>',
        text(MARGIN, 46, title, "title"),
        text(MARGIN, 72, subtitle, "soft"),
        f'<rect class="card" x="{MARGIN - 12}" y="{TOP - 12}" width="{WIDTH - 2 * MARGIN + 24}" '
        f'height="{bottom - TOP + 46}" rx="12"/>',
        *_scale(bottom),
    ]
    y = TOP
    for group in groups:
        parts.append(text(MARGIN + 4, y + 28, group.heading, "heading"))
        y += HEADING
        for row in group.rows:
            parts += _row(row, y + ROW / 2)
            y += ROW
    parts += _legend(height - 24)
    return "\n".join([*parts, "</svg>\n"])


def _legend(y: float) -> Iterable[str]:
    for x, kind, words in ((0, "beats", "better than even"), (170, "loses", "worse"), (260, "open", "not decided")):
        yield f'<circle class="dot {kind}" cx="{MARGIN + 8 + x}" cy="{y - 5}" r="5.5"/>'
        yield text(MARGIN + 22 + x, y, words, "soft")
    yield text(WIDTH - MARGIN, y, "dots judged one-sided, lines two-sided, 95 %", "soft", "end")


def _scale(bottom: float) -> Iterable[str]:
    for quarter in range(5):
        x = _x(quarter / 4)
        kind = "even" if quarter == 2 else "grid"
        yield f'<line class="{kind}" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP + 8}" y2="{bottom + 8}"/>'
        yield text(x, bottom + 26, f"{quarter / 4:g}", "soft figure", "middle")


def _row(row: PlotRow, y: float) -> Iterable[str]:
    score = row.score
    kind = score.verdict
    yield text(MARGIN + 4, y + 5, _cut(row.name))
    figures = f"{score.mean:.3f}"
    if score.low is not None and score.high is not None:
        yield f'<line class="span {kind}" x1="{_x(score.low):.1f}" x2="{_x(score.high):.1f}" y1="{y}" y2="{y}"/>'
        figures += f" ({score.low:.2f}–{score.high:.2f})"
    yield f'<circle class="dot {kind}" cx="{_x(score.mean):.1f}" cy="{y}" r="5.5"/>'
    yield text(WIDTH - MARGIN - 4, y + 5, figures, "figure", "end")


def _x(score: float) -> float:
    return LEFT + (RIGHT - LEFT) * score


def _cut(name: str) -> str:
    """A long name by its end, where names of bots from outside differ."""
    return name if len(name) <= LONGEST_NAME else "…" + name[1 - LONGEST_NAME :]


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    """Words in a picture."""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'
