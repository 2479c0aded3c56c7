"""A view of Alarún drawn in characters."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

from fourleaf.engine.picture import Ink, Line, Picture, Tone
from fourleaf.games.alarun.board import (
    COLOUR_CODES,
    COLOUR_NAMES,
    ROUNDS,
    SEATS,
    SIDE,
)
from fourleaf.games.alarun.view import AlarunView, LineView, SquareView

# The picture

TONES: Final[dict[str, Tone]] = {
    "R": "red",
    "Y": "yellow",
    "B": "blue",
    "W": "white",
    "P": "pink",
    "G": "green",
    "V": "violet",
}
SIGN_TONES: Final[dict[str, Tone]] = {"AU": "gold", "@": "strong", ".": "quiet"}
WIDE: Final = 5
"""Characters for a cell."""
ROWS: Final = "ABCDE"
COLUMNS: Final = "FGHIJ"
MARGIN: Final = 4
"""Characters for the number of a row."""
GAP: Final = 3
SMALL: Final = 29
"""Characters for the square of another seat."""


def picture(view: AlarunView) -> Picture:
    """The viewer's own square beside the centre and the hand, and below it the squares of the others."""
    others = [seat for seat in range(len(view.seats)) if seat != view.seat]
    abreast = 2 if len(others) == SEATS else 3
    lines: list[Line] = []
    if view.seat >= 0:
        lines += _side_by_side([_own_square(view), _table(view)])
    else:
        lines += _table(view)
    for first in range(0, len(others), abreast):
        lines += [[], *_side_by_side([_other_square(view, seat) for seat in others[first : first + abreast]])]
    return lines


def _side_by_side(blocks: list[list[Line]]) -> list[Line]:
    """Blocks of lines next to each other."""
    widths = [max(map(_width, block)) for block in blocks]
    lines: list[Line] = []
    for row in zip_longest(*blocks, fillvalue=()):
        line: list[Ink] = []
        for part, width in zip(row, widths, strict=True):
            line += [*part, Ink(" " * (width - _width(part) + GAP))]
        lines.append(line[:-1])
    return lines


def _width(line: Line) -> int:
    return sum(len(ink.text) for ink in line)


def _card(sign: str, wide: int = WIDE) -> Ink:
    tone = SIGN_TONES.get(sign) or TONES[sign[-1]]
    return Ink(sign.center(WIDE - 1).ljust(wide), tone)


def _own_square(view: AlarunView) -> list[Line]:
    """The square with the numbers of its columns and rows, a dot in each legal cell, and what each line brews."""
    square = view.seats[view.seat].square
    height, width = len(square.cells), len(square.cells[0])
    placing = view.phase == "place" and view.actor == view.seat
    xs = range(square.left - (width < SIDE), square.left + width + (width < SIDE))
    ys = range(square.top - (height < SIDE), square.top + height + (height < SIDE))
    # A5.1 The lines have letters once the square is full; until then a row and a column have the numbers of moves.
    full = view.phase in ("show", "over")
    lines: list[Line] = [[Ink(" " * MARGIN), *(_label(COLUMNS[n] if full else str(x)) for n, x in enumerate(xs))]]
    for n, y in enumerate(ys):
        line = [Ink(f"{ROWS[n] if full else y:>{MARGIN - 1}} ", "quiet")]
        line += [_own_cell(square, x, y, placing) for x in xs]
        if 0 <= y - square.top < height:
            line += _brewed(square.rows[y - square.top])
        lines.append(line)
    feet = [Ink(" " * MARGIN)]
    for x in xs:
        inside = 0 <= x - square.left < width
        feet.append(_points(square.columns[x - square.left]) if inside else Ink(" " * WIDE))
    return [[Ink("your square", "strong"), Ink("   @ brews as "), _card(square.druid)], *lines, feet]


def _label(text: str) -> Ink:
    return Ink(text.center(WIDE - 1).ljust(WIDE), "quiet")


def _own_cell(square: SquareView, x: int, y: int, placing: bool) -> Ink:
    inside = 0 <= y - square.top < len(square.cells) and 0 <= x - square.left < len(square.cells[0])
    sign = square.cells[y - square.top][x - square.left] if inside else "."
    if sign != ".":
        return _card(sign)
    if (x, y) in square.legal:
        return Ink("·".center(WIDE - 1).ljust(WIDE), "gold" if placing else "quiet")
    return Ink(" " * WIDE)


def _points(line: LineView) -> Ink:
    return Ink((f"{line.points}" if line.points else "").center(WIDE - 1).ljust(WIDE), "strong")


def _brewed(line: LineView) -> Line:
    if not line.points:
        return [Ink("  –       ", "quiet")]
    tone: Tone = TONES.get(line.of, "strong")
    return [Ink(f" {line.points:>2} ", "strong"), Ink(f"{line.power} × {line.of}".ljust(WIDE + 1), tone)]


def _table(view: AlarunView) -> list[Line]:
    """The round, the marker, the cards on offer, the viewer's hand, and how everybody stands."""
    lines: list[Line] = [
        [Ink(f"round {view.round} of {ROUNDS}", "strong"), Ink(f"   started by seat {view.starter}", "quiet")],
        []
        if view.first_passer is None
        else [Ink(f"seat {view.first_passer} has passed: one last action each", "gold")],
        [Ink("centre    "), *(_card(card, WIDE + 1) for card in view.centre)],
    ]
    if view.reserve:
        lines += [[Ink(f"reserve   {'?? ' * view.reserve}", "quiet")]]
    if view.seat >= 0:
        lines += [[Ink("your hand ", "gold"), *(_card(card, WIDE + 1) for card in view.hand)]]
        lines += [[Ink("secretly  "), *_colour(view.seats[view.seat].colour)]]
    lines += [[], [Ink("          potions  gold  colour  score", "quiet")]]
    lines += [_standing(view, seat) for seat in range(len(view.seats))]
    lines += [[], [Ink(f"deck {view.deck}   discarded {len(view.discards)}", "quiet")]]
    return lines


def _standing(view: AlarunView, seat: int) -> Line:
    seen = view.seats[seat]
    name = f"seat {seat}" + (" you" if seat == view.seat else "")
    bonus = "?" if seen.bonus is None else str(seen.bonus)
    line = [Ink(name.ljust(10), "gold" if seat == view.actor else "")]
    line += [Ink(f"{seen.square.potions:>7}{seen.square.auri:>6}{bonus:>8}{seen.score:>7} ")]
    return line if seat == view.seat else [*line, *_colour(seen.colour)]


def _colour(colour: str | None) -> Line:
    return [] if colour is None else [Ink(colour, TONES[COLOUR_CODES[COLOUR_NAMES.index(colour)]])]


def _other_square(view: AlarunView, seat: int) -> list[Line]:
    """A square without room around it, and what is known of the hand beside it."""
    seen = view.seats[seat]
    name = Ink(f"seat {seat}", "gold" if seat == view.actor else "strong")
    if seen.known or seen.unknown:
        about = [Ink("  holds ", "quiet"), *map(_card, seen.known), Ink("?? " * seen.unknown, "quiet")]
    else:
        about = [Ink("  @ brews as ", "quiet"), _card(seen.square.druid)]
    lines: list[Line] = [[name, *about]]
    for row, cells in zip(seen.square.rows, seen.square.cells, strict=True):
        line = [_card(sign) for sign in cells]
        lines.append([*line, Ink(f"{row.points:>3}" if row.points else "  –", "quiet")])
    lines.append([_points(column) for column in seen.square.columns])
    lines[-1] = [*lines[-1], Ink(" " * max(0, SMALL - _width(lines[-1])))]
    return lines
