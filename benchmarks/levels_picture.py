"""The levels as a picture: for every table a dot for each rung of the ladder, and a line between its two bounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from fourleaf.arena.estimates import EVEN, Estimate
from fourleaf.arena.plot import STYLE, text

WIDTH: Final = 760
MARGIN: Final = 24
TOP: Final = 112
ROW: Final = 24
HEADING: Final = 34
FIRST: Final = 136
"""Where the first panel begins; the seats stand to the left of it."""
PANEL: Final = 180
GAP: Final = 18
LOWEST: Final = 0.4
"""Where a panel begins: nobody who is far below even is called the stronger one."""

Tables: TypeAlias = Mapping[str, Mapping[int, Sequence[Estimate | None]]]
"""For each game, and for each number of seats in it, what came out in each panel."""


def picture(panels: Sequence[str], tables: Tables) -> str:
    """A panel for each comparison, with a row for each game and number of seats."""
    bottom = TOP + sum(HEADING + ROW * len(rows) for rows in tables.values())
    height = bottom + 56
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        'role="img" aria-label="How often each level finishes before the one below, between 95 % bounds">',
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{WIDTH}" height="{height}" rx="16"/>',
        text(MARGIN, 44, "Each level against the one below", "title"),
        f'<rect class="card" x="{MARGIN - 8}" y="{TOP - 46}" width="{WIDTH - 2 * MARGIN + 16}" '
        f'height="{bottom - TOP + 78}" rx="12"/>',
        *(text(_x(place, 0.7), TOP - 16, name, "heading", "middle") for place, name in enumerate(panels)),
    ]
    for place in range(len(panels)):
        parts += _scale(place, bottom)
    y = TOP
    for title, rows in tables.items():
        parts.append(text(MARGIN + 4, y + 24, title, "heading"))
        y += HEADING
        for seats, scores in rows.items():
            parts.append(text(MARGIN + 4, y + 17, f"{seats} seats" if seats > 1 else "alone", "soft"))
            for place, score in enumerate(scores):
                if score is not None:
                    parts += _dot(place, score, y + ROW / 2)
            y += ROW
    return "\n".join([*parts, "</svg>\n"])


def _scale(panel: int, bottom: float) -> Iterable[str]:
    for tenths in (4, 5, 6, 7, 8, 9, 10):
        x = _x(panel, tenths / 10)
        kind = "even" if tenths / 10 == EVEN else "grid"
        yield f'<line class="{kind}" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{bottom + 6}"/>'
        if tenths in (5, 10):
            yield text(x, bottom + 22, f"{tenths / 10:g}", "soft figure", "middle")


def _dot(panel: int, score: Estimate, y: float) -> Iterable[str]:
    kind = score.verdict
    if score.at_least is not None and score.at_most is not None:
        low, high = _x(panel, max(score.at_least, LOWEST)), _x(panel, score.at_most)
        yield f'<line class="span {kind}" x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}"/>'
    yield f'<circle class="dot {kind}" cx="{_x(panel, score.mean):.1f}" cy="{y}" r="4.5"/>'


def _x(panel: int, score: float) -> float:
    return FIRST + panel * (PANEL + GAP) + PANEL * (score - LOWEST) / (1 - LOWEST)
