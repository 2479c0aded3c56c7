"""What each seat may see of the game, in structures, in one line, and drawn in characters."""

from __future__ import annotations

from functools import lru_cache
from itertools import zip_longest
from typing import Final

import msgspec

from fourleaf.engine.errors import listed
from fourleaf.engine.picture import Ink, Line, Picture, Tone
from fourleaf.games.alarun.board import (
    AURI,
    AURI_POINTS,
    COLOUR_CODES,
    COLOUR_NAMES,
    COLOUR_OF,
    COLOUR_POINTS,
    DRUID,
    FRAMED,
    INGREDIENT_CODES,
    INGREDIENT_OF,
    KIND_NAMES,
    MOST_ACTIONS,
    NONE,
    POINTS_OF,
    ROUNDS,
    SEATS,
    SIDE,
    Square,
    x_of,
    y_of,
)
from fourleaf.games.alarun.moves import PHASES, SIGNS, box_of
from fourleaf.games.alarun.rules import FINISHED, LAY, Alarun


class LineView(msgspec.Struct, frozen=True):
    """What a row or a column brews as it lies now."""

    power: int
    points: int
    of: str
    """The ingredient or the colour of the run that makes the power, as a code; of equal runs the first."""
    first: int
    """The place of the run's first cell in the line, from 0."""
    cells: int
    """How many cells the run is long."""


class SquareView(msgspec.Struct, frozen=True):
    """A square: the box around its cards, where more may go, and what its lines brew."""

    left: int
    """The first column of the box, counted from the apprentice."""
    top: int
    """The first row of the box, counted from the apprentice."""
    cells: tuple[tuple[str, ...], ...]
    """Row by row: a card, @ for the apprentice, . for a bare cell."""
    druid: str
    """The kind that the apprentice stands for at present."""
    rows: tuple[LineView, ...]
    columns: tuple[LineView, ...]
    legal: tuple[tuple[int, int], ...]
    """Where the next card may go, as x and y from the apprentice."""
    potions: int
    auri: int


class SeatView(msgspec.Struct, frozen=True):
    """What the viewer knows of a seat."""

    square: SquareView
    known: tuple[str, ...]
    """The cards that everybody knows the seat to hold."""
    unknown: int
    """How many more cards it holds."""
    actions: int
    colour: str | None
    bonus: int | None
    """The points for cards of the secret colour, where the viewer knows it."""
    score: int


class GainView(msgspec.Struct, frozen=True):
    """What a card of the viewer's hand would bring at once if it were laid into a cell."""

    card: str
    x: int
    y: int
    points: int
    """Potions with the apprentice at its best, Centum auri and the secret colour together."""


class AlarunView(msgspec.Struct, frozen=True):
    """Everything that one seat may know."""

    seat: int
    phase: str
    round: int
    actor: int
    turn: int
    starter: int
    first_passer: int | None
    centre: tuple[str, ...]
    hand: tuple[str, ...]
    """The viewer's own cards; a watcher has none."""
    gains: tuple[GainView, ...]
    """For a viewer who is to lay a card: each kind in hand in each legal cell."""
    seats: tuple[SeatView, ...]
    deck: int
    reserve: int
    discards: tuple[str, ...]
    winners: tuple[int, ...]


def view(state: Alarun, seat: int) -> AlarunView:
    """What a seat (or a watcher) may know."""
    return AlarunView(
        seat=seat,
        phase=PHASES[state.phase],
        round=state.round,
        actor=state.actor(),
        turn=state.turn,
        starter=state.starter,
        first_passer=None if state.first_passer == NONE else state.first_passer,
        centre=tuple(KIND_NAMES[state.kind(state.seats, place)] for place in range(state.hand_size(state.seats))),
        hand=tuple(KIND_NAMES[state.kind(seat, place)] for place in range(state.hand_size(seat))) if seat >= 0 else (),
        gains=_gains(state) if state.phase == LAY and seat == state.turn else (),
        seats=tuple(
            _seat_view(state, other, score, state.colour_known(other, seat))
            for other, score in enumerate(state.scores())
        ),
        deck=state.deck(),
        reserve=state.reserve,
        discards=tuple(name for name, copies in zip(KIND_NAMES, state.discards(), strict=True) for _ in range(copies)),
        winners=tuple(seat for seat, rank in enumerate(state.ranks()) if rank == 0) if state.phase == FINISHED else (),
    )


def _gains(state: Alarun) -> tuple[GainView, ...]:
    seat = state.turn
    square = state.squares[seat]
    kinds = sorted({int(state.kind(seat, place)) for place in range(state.hand_size(seat))})
    return tuple(
        GainView(KIND_NAMES[kind], x_of(cell), y_of(cell), int(square.gain(kind, cell)) + _worth(state, seat, kind))
        for kind in kinds
        for cell in _reached(square)
    )


def _worth(state: Alarun, seat: int, kind: int) -> int:
    """What a card brings a seat wherever it lies."""
    if kind == AURI:
        return AURI_POINTS
    return COLOUR_POINTS if COLOUR_OF[kind] == state.colours[seat] else 0


def _reached(square: Square) -> list[int]:
    """The cells where a card may be laid."""
    reach = square.reach()
    return [square.first_framed() + FRAMED[place] for place in range(len(FRAMED)) if reach >> place & 1]


def _seat_view(state: Alarun, seat: int, score: int, colour_known: bool) -> SeatView:
    held = range(state.hand_size(seat))
    known = tuple(KIND_NAMES[state.kind(seat, place)] for place in held if not state.is_secret(seat, place))
    colour = state.colours[seat] if colour_known else NONE
    return SeatView(
        square=_square_view(state.squares[seat]),
        known=known,
        unknown=len(held) - len(known),
        actions=state.actions[seat],
        colour=None if colour == NONE else COLOUR_NAMES[colour],
        bonus=None if colour == NONE else state.colour_bonus(seat),
        score=score,
    )


def _square_view(square: Square) -> SquareView:
    box = box_of(square)
    druid = square.druid()
    brewed = [[druid if kind == DRUID else kind for kind in row] for row in box]
    return SquareView(
        left=x_of(square.corner),
        top=y_of(square.corner),
        cells=tuple(tuple(SIGNS[kind] for kind in row) for row in box),
        druid=KIND_NAMES[druid],
        rows=tuple(brew(tuple(row)) for row in brewed),
        columns=tuple(brew(column) for column in zip(*brewed, strict=True)),
        legal=tuple((x_of(cell), y_of(cell)) for cell in _reached(square)),
        potions=square.potions(),
        auri=square.auri(),
    )


# Every seat looks at the same lines, and most of them lie as they lay a moment ago.
@lru_cache(maxsize=1024)
def brew(line: tuple[int, ...]) -> LineView:
    """A5.6 The potion of a line: its strongest run, and of equally strong ones the first."""
    best = LineView(0, 0, "", 0, 0)
    for attribute, other, codes in (
        (INGREDIENT_OF, COLOUR_OF, INGREDIENT_CODES),
        (COLOUR_OF, INGREDIENT_OF, COLOUR_CODES),
    ):
        first = 0
        while first < len(line):
            end = first + 1
            while end < len(line) and attribute[line[end]] == attribute[line[first]]:
                end += 1
            power = len({other[kind] for kind in line[first:end]} - {NONE})
            if power > best.power:
                best = LineView(power, POINTS_OF[power], codes[attribute[line[first]]], first, end - first)
            first = end
    return best


def prompt(view: AlarunView) -> str:
    """One line that says what the seat may do now, or whom it waits for."""
    if view.phase == "over":
        return _end(view)
    if view.seat != view.actor:
        return f"Seat {view.turn} is to {_to_do(view)}."
    if view.phase == "place":
        many = f"{len(view.hand)} cards" if len(view.hand) > 1 else "last card"
        return f"Lay your {many} into your square{', one at a time' if len(view.hand) > 1 else ''}."
    last = "" if view.first_passer is None else f"Seat {view.first_passer} has passed: your last action. "
    tired = "" if _may_swap(view) else f"You have taken {MOST_ACTIONS} actions: "
    choices = _choices(view)
    return f"{last}{tired}{choices if tired else choices.capitalize()} (which is a pass)."


TO_DO: Final = {
    "colour": "draw a colour",
    "clear": "see the centre cleared",
    "centre": "see the centre dealt",
    "hand": "be dealt a card",
    "flip": "see the reserve become the centre",
    "show": "show its colour",
}


def _to_do(view: AlarunView) -> str:
    if view.phase == "act":
        return _choices(view)
    if view.phase == "place":
        left = len(view.seats[view.turn].known) + view.seats[view.turn].unknown
        return f"lay its {'last card' if left == 1 else f'{left} cards'}"
    return TO_DO[view.phase]


def _choices(view: AlarunView) -> str:
    """What the seat whose turn it is may do; everybody knows that."""
    swaps = ["swap a card with the centre"] * _may_swap(view)
    refresh = ["turn up the reserve"] * (view.reserve > 0 and _may_swap(view))
    return listed([*swaps, *refresh, "pass", "swap all"], "or")


def _may_swap(view: AlarunView) -> bool:
    return view.seats[view.turn].actions < MOST_ACTIONS


def _end(view: AlarunView) -> str:
    most = max(seen.score for seen in view.seats)
    winners = [f"seat {seat}" for seat in view.winners]
    beaten = [f"seat {s}" for s, seen in enumerate(view.seats) if seen.score == most and s not in view.winners]
    # A5.14 Potions break a tie.
    tie = (
        f"; {listed(beaten)} {'has' if len(beaten) == 1 else 'have'} as many, but fewer from potions" if beaten else ""
    )
    return f"{listed(winners).capitalize()} {'win' if len(winners) > 1 else 'wins'} with {most} points{tie}."


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
