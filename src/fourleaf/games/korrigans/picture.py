"""A view of the Korrigans drawn in characters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import groupby
from typing import Final, TypeAlias

from fourleaf.engine.errors import listed
from fourleaf.engine.picture import Ink, Line, Picture, Tone
from fourleaf.games.korrigans.board import BOX, COLUMNS, FIELD_IDS, FIELDS, ROWS
from fourleaf.games.korrigans.view import KorrigansView, _field_name

# The picture: the map is drawn from the outlines of the fields, a dozen characters and four lines a cell.

WIDE: Final = 12
HIGH: Final = 4
TONES: Final[dict[str, Tone]] = {"yellow": "yellow", "pink": "pink", "green": "green", "blue": "blue", "stone": "white"}
RAINBOW: Final[dict[str, Tone]] = {
    "red": "red",
    "orange": "orange",
    "yellow": "yellow",
    "green": "green",
    "blue": "blue",
    "indigo": "indigo",
    "violet": "violet",
}
SEAT_TONES: Final[tuple[Tone, ...]] = ("red", "blue", "violet", "orange", "green")
MOTIFS: Final = {"yellow": "'", "pink": '"', "green": ",", "blue": ".", "stone": ":"}
BORDERS: Final = {"path": "·", "door": "#", "bridge": "~", "water": "~"}
SYMBOLS: Final = {"path": "( )", "door": "[ ]", "bridge": ")=(", "water": ""}
TROLL_SYMBOL: Final = "<T>"
LEGEND: Final = (
    "( ) path: hare    [ ] door: squirrel    )=( bridge: mouse    o molehill: mole    ≡ pontoon: frog",
    "bird: to fields of one colour    ♣ clovers    ▲ menhir    <T> Troll    $ Cauldron",
    "2.1 second Korrigan of seat 2, with + an Elf, with - a Goblin    bare rows and columns are out",
)
CROWD: Final = 5
"""Korrigans in one line of a field."""

Point: TypeAlias = tuple[float, float]
Canvas: TypeAlias = list[list[Ink]]


def picture(view: KorrigansView) -> Picture:
    """The map under the rainbow, the seats, and what the viewer knows of the fields."""
    canvas = [[*line] for line in _map(_free(view.suns), _free(view.clouds))]
    for border in BOX["border"]:
        symbol = TROLL_SYMBOL if f"{border['a']}-{border['b']}" == view.troll else SYMBOLS[border["kind"]]
        _write(canvas, border["at"], 0, [Ink(symbol, "red" if symbol == TROLL_SYMBOL else "strong")])
    for field in range(FIELDS):
        for number, line in enumerate(_label(view, field)):
            _write(canvas, BOX["field"][field]["label"], number - 1, line)
    lines: list[Line] = [_cloud_line(view)]
    for y, inks in enumerate(canvas):
        row = y // HIGH
        sun = _pawn(view.suns[row], str(row + 1)) if y % HIGH == HIGH // 2 else Ink("   ")
        lines.append([sun, Ink(" "), *_joined(inks)])
    lines += [[], *([Ink(line, "quiet")] for line in LEGEND), []]
    lines += [_bag_line(view), [], *(line for seat in range(len(view.seats)) for line in _seat_lines(view, seat))]
    return [*lines, *_memory_lines(view), *_keep_lines(view)]


def _free(pawns: tuple[str | None, ...]) -> tuple[bool, ...]:
    return tuple(pawn is None for pawn in pawns)


def _inside(point: Point, outline: Iterable[Point]) -> bool:
    x, y = point
    corners = list(outline)
    crossings = 0
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            crossings += 1
    return crossings % 2 == 1


@cache
def _field_at(x: int, y: int) -> int:
    """The field under a character of the map."""
    point = ((x + 0.5) / WIDE, (y + 0.5) / HIGH)
    return next(f for f in range(FIELDS) if _inside(point, BOX["field"][f]["polygon"]))


@cache
def _border_at(x: int, y: int) -> str:
    """The kind of border that runs through a character of the map, or nothing."""
    here = _field_at(x, y)
    for beside, below in ((1, 0), (0, 1)):
        if x + beside < COLUMNS * WIDE and y + below < ROWS * HIGH:
            there = _field_at(x + beside, y + below)
            if there != here:
                ends = {FIELD_IDS[here], FIELD_IDS[there]}
                return next((b["kind"] for b in BOX["border"] if {b["a"], b["b"]} == ends), "path")
    return ""


@cache
def _map(free_rows: tuple[bool, ...], free_columns: tuple[bool, ...]) -> list[list[Ink]]:
    """The map with nothing on it: borders, and a motif wherever the Cauldron may still come down."""
    canvas: Canvas = []
    for y in range(ROWS * HIGH):
        canvas.append([])
        for x in range(COLUMNS * WIDE):
            possible = free_rows[y // HIGH] and free_columns[x // WIDE]
            colour = BOX["field"][_field_at(x, y)]["colour"]
            border = _border_at(x, y)
            if border:
                tone: Tone = "blue" if border in ("bridge", "water") else "green" if border == "door" else "quiet"
                canvas[-1].append(Ink(BORDERS[border], tone))
            else:
                motif = MOTIFS[colour] if possible and (x + 3 * y) % 6 == 0 else " "
                canvas[-1].append(Ink(motif, TONES[colour]))
    return canvas


def _write(canvas: Canvas, at: Point, down: int, words: Line) -> None:
    """Write words centred on a point of the map, or so many lines below it, as far as they fit."""
    width = sum(len(ink.text) for ink in words)
    y = min(max(int(at[1] * HIGH) + down, 0), len(canvas) - 1)
    x = min(max(int(at[0] * WIDE - width / 2), 0), len(canvas[0]) - width)
    for ink in words:
        for letter in ink.text:
            if 0 <= x < len(canvas[y]):
                canvas[y][x] = Ink(letter, ink.tone)
            x += 1


def _joined(inks: list[Ink]) -> Line:
    """The same line with neighbours of one tone in one piece."""
    return [Ink("".join(ink.text for ink in run), tone) for tone, run in groupby(inks, key=lambda ink: ink.tone)]


def _label(view: KorrigansView, field: int) -> list[Line]:
    """What is written on a field: its name, what lies there, and who stands there."""
    seen, printed = view.fields[field], BOX["field"][field]
    tone = TONES[printed["colour"]]
    marks = f"♣{seen.clovers}" if seen.clovers else "bare"
    marks += " ▲" if seen.menhir else ""
    marks += " o" if printed["molehill"] else ""
    marks += " ≡" if printed["pontoon"] else ""
    name: Line = [Ink(printed["name"], tone)]
    if view.cauldron == seen.field:
        name = [Ink("$ ", "gold"), *name, Ink(" $", "gold")]
    figures = _figures(view, seen.field)
    return [name, [Ink(marks, tone)], *(_spaced(figures[n : n + CROWD]) for n in range(0, len(figures), CROWD))]


def _figures(view: KorrigansView, field: str) -> list[Ink]:
    figures = []
    for seat, seen in enumerate(view.seats):
        for number, korrigan in enumerate(seen.korrigans):
            if korrigan.field == field:
                bears = {"elf": "+", "goblin": "-", None: ""}[korrigan.bears]
                figures.append(Ink(f"{seat}.{number}{bears}", "gold" if seat == view.seat else SEAT_TONES[seat]))
    return figures


def _spaced(inks: list[Ink]) -> Line:
    return [inks[0], *(spaced for ink in inks[1:] for spaced in (Ink(" "), ink))]


def _pawn(colour: str | None, number: str) -> Ink:
    return Ink(f"({number})", "quiet") if colour is None else Ink(" ● ", RAINBOW[colour])


def _cloud_line(view: KorrigansView) -> Line:
    line = [Ink("    ")]
    for column, colour in enumerate(view.clouds):
        line += [Ink(" " * (WIDE // 2 - 2)), _pawn(colour, str(column + 1)), Ink(" " * (WIDE // 2 - 1))]
    return line


def _bag_line(view: KorrigansView) -> Line:
    line = [Ink(f"round {view.round}   in the bag ")]
    for colour, pawns in view.bag.items():
        line += [Ink("●" * pawns + "·" * (2 - pawns), RAINBOW[colour]), Ink(" ")]
    if view.pawn:
        line += [Ink("  in hand "), Ink(f"● {view.pawn}", RAINBOW[view.pawn])]
    standing = sum(view.menhirs.values())
    return [*line, Ink(f"   {standing} menhirs stand", "quiet")]


def _seat_lines(view: KorrigansView, seat: int) -> list[Line]:
    seen = view.seats[seat]
    mine = seat == view.seat
    line = [Ink(f"seat {seat} ", "gold" if seat == view.actor else SEAT_TONES[seat])]
    line += [Ink("you " if mine else "    ", "gold"), Ink(f"{seen.score:>3} gold   ", "strong")]
    line += [Ink(_together(seen.display) or "no companion shown")]
    if seen.backup:
        line += [Ink(f"   Backup {seen.backup}")]
    if seen.gold_menhirs:
        line += [Ink(f"   gold menhir {' '.join(map(str, seen.gold_menhirs))}", "gold")]
    hidden = f"{seen.stash_size} {'behind the screen' if seen.screen else 'without a screen'}"
    stash = f": {_together(seen.stash)}" if seen.stash else ""
    return [line, [Ink(" " * 12), Ink(hidden, "quiet"), Ink(stash, "gold" if mine else "")]]


def _together(kinds: tuple[str, ...]) -> str:
    """The tokens with equal ones counted: hare frog 3×coin1."""
    return " ".join(f"{n}×{kind}" if n > 1 else kind for kind, n in Counter(kinds).items())


def _keep_lines(view: KorrigansView) -> list[Line]:
    """What each clover would be good for that the viewer may keep."""
    lines: list[Line] = [[Ink(f"{clover.token:<9} ", "gold"), Ink(clover.words)] for clover in view.keep]
    return [[], [Ink("what you may take", "quiet")], *lines] if lines else []


def _memory_lines(view: KorrigansView) -> list[Line]:
    """The viewer's last look at each field where clovers are left."""
    last = {look.field: look for look in view.looks}
    lines: list[Line] = []
    for field in view.fields:
        look = last.get(field.field)
        if look and field.clovers:
            left = list(look.seen)
            left.remove(look.took)
            seats = f"seat{'s' if len(look.since) > 1 else ''} {listed(look.since)}"
            taken = f"   then taken from by {seats}" if look.since else ""
            lines.append(
                [Ink(f"{_field_name(look.field)}: ", "quiet"), Ink(_together(tuple(left))), Ink(taken, "quiet")]
            )
    return [[], [Ink("what you left on", "quiet")], *lines] if lines else []
