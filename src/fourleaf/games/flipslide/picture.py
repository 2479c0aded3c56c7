"""A view of Flip & Slide drawn in characters."""

from __future__ import annotations

from typing import Final

from fourleaf.engine.picture import Ink, Line, Picture, Tone
from fourleaf.games.flipslide.board import (
    COLOUR_CODES,
    COLOUR_NAMES,
    PLACES,
    cell_of,
    column_name,
    row_name,
)
from fourleaf.games.flipslide.view import Cell, FlipSlideView

# The picture

TONES: Final[tuple[Tone, ...]] = ("red", "orange", "yellow", "green", "blue", "indigo", "violet")
WIDEST: Final = 88
WIDTHS: Final = (6, 4, 2)
"""Characters a cell, the first that fits."""
MARGIN: Final = 6
"""Characters for the names of the rows."""


def picture(view: FlipSlideView) -> Picture:
    """The patch, the seats, and what is still hidden."""
    return [*_patch(view), [], *_seat_lines(view), *_facts(view)]


def _patch(view: FlipSlideView) -> list[Line]:
    """The cells in rows; the letter of a row and the number of a column are the name of a cell."""
    inks = _inks(view)
    left = min(2 * q + r for q, r in inks)
    right = max(2 * q + r for q, r in inks)
    width = next((w for w in WIDTHS if (right - left + 2) * w // 2 <= WIDEST), WIDTHS[-1])
    rows = range(min(r for _, r in inks), max(r for _, r in inks) + 1)
    return [_columns(left, right, width), *(_row(inks, row, left, right, width) for row in rows)]


def _columns(left: int, right: int, width: int) -> Line:
    """The numbers of the columns, those for which there is room."""
    step = 2 if width > WIDTHS[-1] else 4
    names = "".join(column_name(column).ljust(step * width // 2) for column in range(left, right + 1, step))
    return [Ink(" " * MARGIN + names.rstrip(), "quiet")]


def _row(inks: dict[Cell, tuple[Ink, Ink]], row: int, left: int, right: int, width: int) -> Line:
    first = -((row - left) // 2)
    indent = (2 * first + row - left) * width // 2
    line = [Ink(row_name(row).rjust(MARGIN - 2) + "  ", "quiet"), Ink(" " * indent)]
    for q in range(first, (right - row) // 2 + 1):
        glyph, note = inks.get((q, row), (Ink(" "), Ink("")))
        text = f"{glyph.text}{note.text}"
        if len(text) < width:
            line += [glyph, note, Ink(" " * (width - len(text)))]
        else:
            line += [Ink(glyph.text[0].ljust(width), glyph.tone)]
    return line


def _inks(view: FlipSlideView) -> dict[Cell, tuple[Ink, Ink]]:
    """What is drawn on each cell: the tile, and the number of the move that concerns it or a mark."""
    numbers = _numbers(view) if view.seat == view.actor else {}
    glyphs: dict[Cell, Ink] = {cell: Ink("·", "quiet") for cell in [*view.cells, *(d.cell for d in view.destinations)]}
    if view.previous:
        glyphs[view.previous] = Ink("x", "quiet")
    for tile in view.tiles:
        place = -1 if tile.colour is None else COLOUR_NAMES.index(tile.colour)
        glyphs[tile.cell] = Ink("♣", "quiet") if place < 0 else Ink(COLOUR_CODES[place], TONES[place])
    for seat, rabbit in enumerate(view.rabbits):
        if rabbit:
            glyphs[rabbit] = Ink(f"@{seat}", "gold" if seat == view.seat else "pink")
    return {cell: (glyph, _note(view, cell, numbers)) for cell, glyph in glyphs.items()}


def _numbers(view: FlipSlideView) -> dict[Cell, int]:
    """The place of each choice in the list of moves."""
    choices = [*view.flips, *view.slides, *view.cells, *(destination.cell for destination in view.destinations)]
    return {cell: number for number, cell in enumerate(choices, 1)}


def _note(view: FlipSlideView, cell: Cell, numbers: dict[Cell, int]) -> Ink:
    if cell in numbers:
        return Ink(f" {numbers[cell]}", "gold")
    if cell == view.held:
        return Ink("^", "strong")
    if cell in view.rainbow:
        return Ink("*", "strong")
    return Ink("=", "quiet") if cell in view.closed else Ink("")


def _seat_lines(view: FlipSlideView) -> list[Line]:
    lines: list[Line] = []
    for seat, rabbit in enumerate(view.rabbits):
        lies = f"on {PLACES[cell_of(*rabbit)]}" if rabbit else "not placed yet"
        line = [
            Ink(f"@{seat}", "gold" if seat == view.seat else "pink"),
            Ink(f"  seat {seat}", "gold" if seat == view.actor else ""),
            Ink("  you" if seat == view.seat else "     ", "gold"),
            Ink(f"  {lies}", "quiet"),
        ]
        if seat == view.winner:
            line += [Ink("  wins", "gold")]
        lines.append(line)
    return lines


def _facts(view: FlipSlideView) -> list[Line]:
    hidden: list[Ink] = [Ink("hidden  ")]
    for colour, copies in enumerate(view.hidden):
        hidden += [Ink(f"{COLOUR_CODES[colour]} {copies}  ", TONES[colour] if copies else "quiet")]
    lines: list[Line] = [hidden, [Ink(f"quiet   {view.quiet} of {view.options['quiet_limit']} actions", "quiet")]]
    marks = ["♣ face down"]
    marks += ["= closed: the seat before slid it"] * bool(view.closed)
    marks += ["x no jump back"] * (view.previous is not None)
    marks += ["^ in hand"] * (view.held is not None)
    marks += ["* the rainbow"] * bool(view.rainbow)
    marks += ["numbers are your moves"] * (view.seat == view.actor)
    return [*lines, [Ink("   ".join(marks), "quiet")]]
