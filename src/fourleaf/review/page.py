"""A review as one page that needs nothing else: a drawn curve, the turning points, luck and skill."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final, NamedTuple

from fourleaf.review import Review
from fourleaf.review.chances import Between
from fourleaf.review.curve import Balance
from fourleaf.review.turning import TurningPoint

WIDTH: Final = 480
"""The letters of the drawing are larger on a phone, where it is drawn smaller."""
HEIGHT: Final = 276
LEFT: Final = 42
RIGHT: Final = 14
TOP: Final = 14
BOTTOM: Final = 42
APART: Final = 26
"""Turning points that are nearer to each other are drawn below each other."""
MARKS: Final = ("●", "■", "▲", "◆", "✚")
"""One for each seat, so that no colour is needed to tell them apart."""
DASHES: Final = ("", "9 4", "2 4", "12 4 2 4", "5 3")

STYLE: Final = """
:root{color-scheme:light dark;--paper:#fbf6ea;--card:#fffdf6;--line:#e6dcc5;--ink:#2b2a33;--soft:#6b6672;--gold:#946c06;
--s0:#3f7d4e;--s1:#8a5a00;--s2:#3b5b87;--s3:#a5472f;--s4:#7a4a77}
@media(prefers-color-scheme:dark){:root{--paper:#1b2129;--card:#242c36;--line:#3b4652;--ink:#ede7da;--soft:#b3b0a6;
--gold:#e6bc63;--s0:#79b981;--s1:#e6bc63;--s2:#8fb3e0;--s3:#e59a80;--s4:#cf9fcb}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);
font:16px/1.5 "Atkinson Hyperlegible","DejaVu Sans",system-ui,sans-serif}
main{max-width:820px;margin:0 auto;padding:24px 16px 48px}
h1,h2{font-family:Fraunces,"DejaVu Serif",Georgia,serif;font-weight:600;line-height:1.2;margin:0}
h1{font-size:30px}h2{font-size:21px;margin-bottom:10px}
p{margin:6px 0}.soft{color:var(--soft);font-size:14px}
section{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:18px;margin-top:18px}
svg{display:block;width:100%;height:auto;overflow:visible}
svg text{font-size:10px;fill:var(--soft)}svg circle{r:8px}
svg .n{font-size:10px;font-weight:700;fill:var(--ink)}
ul.seats{list-style:none;display:flex;flex-wrap:wrap;gap:4px 20px;padding:0;margin:0 0 12px}
ol{margin:0;padding-left:1.4em}li+li{margin-top:12px}ul.seats li{margin:0}
li::marker{color:var(--gold);font-weight:700}ul.seats b{font-weight:600}
q{quotes:"\\201c" "\\201d"}
table{border-collapse:collapse;width:100%}th,td{padding:6px 8px;text-align:right;vertical-align:top;
border-top:1px solid var(--line)}
thead th{border:0;color:var(--soft);font-weight:400;font-size:14px}th:first-child{text-align:left;font-weight:600}
td{font-variant-numeric:tabular-nums;white-space:nowrap}tbody th{white-space:nowrap}
td small{display:block;color:var(--soft);font-size:14px}
.scroll{overflow-x:auto}
@media print{body{background:#fff;font-size:11pt}section{break-inside:avoid;border-color:#bbb}main{padding:0}}
@media(max-width:520px){section{padding:14px}svg text,svg .n{font-size:21px}svg circle{r:13px}th,td{padding:6px 3px}
tr{display:grid;grid-template-columns:repeat(5,1fr)}thead th:first-child{display:none}td{border:0;padding-top:0}
tbody th{grid-column:1/-1;white-space:normal;overflow-wrap:anywhere}}
"""


def page(found: Review) -> str:
    """The whole page."""
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            f"<title>{escape(found.title)}, looked back on</title><style>{STYLE}</style></head><body><main>",
            f"<h1>{escape(found.title)}, looked back on</h1>",
            f'<p class="soft">{found.plies} plies; from each moment the match was played on {found.effort} times.</p>',
            *_curve_section(found),
            *_turns_section(found),
            *_balance_section(found),
            "</main></body></html>\n",
        ]
    )


def name_of(found: Review, seat: int) -> str:
    """Who sat there, or the seat."""
    return found.who[seat] if seat < len(found.who) else f"seat {seat}"


def percent(share: float) -> str:
    """A chance in words."""
    return f"{100 * share:.0f} %"


def signed(change: Between) -> str:
    """A change of a chance, in points of a hundred."""
    points_moved = round(100 * change.mean)
    return f"{points_moved:+d}".replace("-", "−") if points_moved else "0"


def points(change: Between) -> str:
    """How far the truth may be from it."""
    return f"{50 * (change.high - change.low):.0f}"


def gained(turn: TurningPoint) -> str:
    """What a better move is better by."""
    mean, low, high = (round(100 * share) for share in (turn.gain.mean, turn.gain.low, turn.gain.high))
    return f"{mean} games of a hundred more ({low} to {high})"


def turning_words(found: Review, turn: TurningPoint) -> str:
    """A turning point in one sentence for the terminal."""
    return (
        f"Ply {turn.ply}, {name_of(found, turn.seat)} plays {turn.played.move} ({turn.played.why}). "
        f"Better: {turn.better.move}: {turn.better.why}. "
        f"It wins {gained(turn)}."
    )


# The curve


class _Scale(NamedTuple):
    plies: int

    def x(self, ply: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * ply / max(self.plies, 1)

    def y(self, share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)


def _curve_section(found: Review) -> Iterator[str]:
    yield "<section><h2>Chances to win</h2><ul class=seats>"
    for seat in range(found.seats):
        end = found.curve[-1].chances[seat].mean
        yield (
            f"<li>{_mark(seat)} <b>{escape(name_of(found, seat))}</b> "
            f"{percent(found.curve[0].chances[seat].mean)} at first, {percent(end)} at the end</li>"
        )
    yield "</ul>"
    yield from _drawn_curve(found)
    yield (
        '<p class="soft">The shades are 95 % intervals; numbers in circles are the turning points below. '
        "The curve is that of an eye that sees every card. Everybody plays on by the game&#39;s own priorities, "
        "so it tells how a position stands among such players, not how perfect ones would fare.</p></section>"
    )


def _drawn_curve(found: Review) -> Iterator[str]:
    scale = _Scale(found.plies)
    label = f"Chances of {found.seats} seats to win over {found.plies} plies"
    yield f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">'
    for quarter in range(5):
        y = scale.y(quarter / 4)
        yield f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="var(--line)"/>'
        yield f'<text x="{LEFT - 8}" y="{y:.1f}" dy=".36em" text-anchor="end">{25 * quarter}</text>'
    for ply in _ticks(found.plies):
        yield f'<text x="{scale.x(ply):.1f}" y="{HEIGHT - 4}" text-anchor="middle">{ply}</text>'
    for seat in range(found.seats):
        yield from _drawn_seat(found, seat, scale)
    taken: list[tuple[float, float]] = []
    for number, turn in enumerate(found.turning_points, 1):
        before = [point for point in found.curve if point.ply <= turn.ply][-1]
        x, y = scale.x(turn.ply), scale.y(before.chances[turn.seat].mean)
        while any(abs(x - other) < APART and abs(y - height) < APART for other, height in taken):
            y += APART
        taken.append((x, y))
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="8" fill="var(--card)" stroke="var(--gold)" stroke-width="2"/>'
        yield f'<text class="n" x="{x:.1f}" y="{y:.1f}" dy=".36em" text-anchor="middle">{number}</text>'
    yield "</svg>"


def _ticks(plies: int) -> list[int]:
    """The first ply, the last one, and a few round ones between."""
    step = max(1, round(plies / 40)) * 10
    return [*range(0, plies - step // 2, step), plies]


def _drawn_seat(found: Review, seat: int, scale: _Scale) -> Iterator[str]:
    xs = [scale.x(point.ply) for point in found.curve]
    chances = [point.chances[seat] for point in found.curve]
    above = [f"{x:.1f},{scale.y(chance.high):.1f}" for x, chance in zip(xs, chances, strict=True)]
    below = [f"{x:.1f},{scale.y(chance.low):.1f}" for x, chance in zip(xs, chances, strict=True)]
    middle = [f"{x:.1f},{scale.y(chance.mean):.1f}" for x, chance in zip(xs, chances, strict=True)]
    colour, dashes = f"var(--s{seat})", f' stroke-dasharray="{DASHES[seat]}"' if DASHES[seat] else ""
    yield f'<polygon points="{" ".join([*above, *reversed(below)])}" fill="{colour}" opacity=".13"/>'
    yield (
        f'<polyline points="{" ".join(middle)}" fill="none" stroke="{colour}" stroke-width="1.8" '
        f'stroke-linejoin="round"{dashes}/>'
    )
    x, y = xs[-1], scale.y(chances[-1].mean)
    yield f'<text x="{x:.1f}" y="{y:.1f}" dy=".36em" text-anchor="middle" style="fill:{colour}">{MARKS[seat]}</text>'


# The rest


def _turns_section(found: Review) -> Iterator[str]:
    yield "<section><h2>Turning points</h2>"
    if not found.turning_points:
        yield "<p>No decision was worse than another one beyond doubt.</p></section>"
        return
    yield "<ol>"
    for turn in found.turning_points:
        name = escape(name_of(found, turn.seat))
        yield (
            f"<li>Ply {turn.ply}, {_mark(turn.seat)} <b>{name}</b> played <q>{escape(turn.played.move)}</q>: "
            f"{escape(turn.played.why)}.<br>"
            f"<b>Better:</b> <q>{escape(turn.better.move)}</q>: {escape(turn.better.why)}. "
            f"It wins {gained(turn)}.</li>"
        )
    yield "</ol>"
    yield '<p class="soft">Judged by what the seat knew then, in worlds that it could imagine.</p></section>'


def _balance_section(found: Review) -> Iterator[str]:
    yield '<section><h2>Luck and skill</h2><div class="scroll"><table><thead><tr><th></th>'
    headings = ("at first", "dice and draws", "own moves", "the others", "at the end")
    yield "".join(f"<th>{heading}</th>" for heading in headings)
    yield "</tr></thead><tbody>"
    for each in found.balances:
        parts = "".join(f"<td>{signed(part)}<small>± {points(part)}</small></td>" for part in _parts(each))
        yield (
            f"<tr><th>{_mark(each.seat)} {escape(name_of(found, each.seat))}</th>"
            f"<td>{percent(each.start)}</td>{parts}<td>{percent(each.end)}</td></tr>"
        )
    yield "</tbody></table></div>"
    yield (
        '<p class="soft">In points of a hundred; each row adds up, but for rounding, and in a match that went '
        "to and fro a figure may be above a hundred. Dice and draws can be expected to bring nothing, so what they "
        "brought is luck. Small figures are 95 % intervals.</p></section>"
    )


def _parts(each: Balance) -> tuple[Between, Between, Between]:
    return each.luck, each.own, each.others


def _mark(seat: int) -> str:
    return f'<span style="color:var(--s{seat})">{MARKS[seat]}</span>'
