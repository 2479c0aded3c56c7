"""What each seat may see of the game, in structures, in one line, and drawn in characters."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec
from librt.vecs import vec
from mypy_extensions import u8

from fourleaf.engine.errors import listed
from fourleaf.engine.options import Options
from fourleaf.engine.sentences import seat_name
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
    x_of,
    y_of,
)
from fourleaf.games.alarun.notation import PHASES, SIGNS, Phase, box_of
from fourleaf.games.alarun.rules import ACT, FINISHED, LAY, Alarun, Square


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
    """All points that the viewer can count: potions, Centum auri, and the secret colour where the viewer knows it."""


class GainView(msgspec.Struct, frozen=True):
    """What a card would bring the viewer at once if it were laid into a cell."""

    card: str
    x: int
    y: int
    points: int
    """Potions with the apprentice at its best, Centum auri and the secret colour together."""


class AlarunView(msgspec.Struct, frozen=True):
    """Everything that one seat may know."""

    seat: int
    phase: Phase
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
    at_best: tuple[GainView, ...]
    """While cards are swapped: each kind in the centre and in the viewer's hand, in the cell where it would bring most
    if it were laid first."""
    passing: str
    """What it means to pass now, by a plain pass or by swapping all; empty for a viewer who is not to act."""
    seats: tuple[SeatView, ...]
    deck: int
    reserve: int
    discards: tuple[str, ...]
    winners: tuple[int, ...]


def turned(state: Alarun, view: AlarunView, seat: int) -> AlarunView:
    """What a seat (or a watcher) may know, from what another may: what lies open is the same for both."""
    return msgspec.structs.replace(
        view,
        seat=seat,
        hand=_hand(state, seat),
        gains=_gains_in_hand(state, seat) if state.phase == LAY and seat == state.turn else (),
        at_best=_at_best(state, seat) if state.phase == ACT and seat >= 0 else (),
        passing=_passing(state) if state.phase == ACT and seat == state.turn else "",
        seats=tuple(
            [
                _with_colour(state, other, state.colour_known(other, seat), shown)
                for other, shown in enumerate(view.seats)
            ]
        ),
    )


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
        centre=_hand(state, state.seats),
        hand=_hand(state, seat),
        gains=_gains_in_hand(state, seat) if state.phase == LAY and seat == state.turn else (),
        at_best=_at_best(state, seat) if state.phase == ACT and seat >= 0 else (),
        passing=_passing(state) if state.phase == ACT and seat == state.turn else "",
        seats=tuple([_seat_view(state, other, state.colour_known(other, seat)) for other in range(state.seats)]),
        deck=state.deck(),
        reserve=state.reserve,
        discards=_discards(tuple(state.discards())),
        winners=tuple(seat for seat, rank in enumerate(state.ranks()) if rank == 0) if state.phase == FINISHED else (),
    )


def _hand(state: Alarun, holder: int) -> tuple[str, ...]:
    """What somebody holds; the number of seats stands for the centre, and a watcher has nothing."""
    return (
        tuple([KIND_NAMES[state.kind(holder, place)] for place in range(state.hand_size(holder))])
        if holder >= 0
        else ()
    )


@lru_cache(maxsize=4096)
def _discards(copies: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([name for name, lying in zip(KIND_NAMES, copies, strict=True) for _ in range(lying)])


def _kinds(state: Alarun, *holders: int) -> list[int]:
    """Each kind that one of these has; the number of seats stands for the centre."""
    return sorted({int(state.kind(holder, place)) for holder in holders for place in range(state.hand_size(holder))})


def _gains_in_hand(state: Alarun, seat: int) -> tuple[GainView, ...]:
    lies = _lies(state.squares[seat])
    return tuple([gain for kind in _kinds(state, seat) for gain in _gains(*lies, kind, _worth(state, seat, kind))])


def _at_best(state: Alarun, seat: int) -> tuple[GainView, ...]:
    lies = _lies(state.squares[seat])
    return tuple([_best(*lies, kind, _worth(state, seat, kind)) for kind in _kinds(state, seat, state.seats)])


# FAST: a square lies as it is through many swaps, and everybody looks at it: what is seen of it is kept by its cards.
def _lies(square: Square) -> tuple[bytes, int, int]:
    return bytes(square.cells), int(square.taken), int(square.corner)


@lru_cache(maxsize=4096)
def _reached_from(cells: bytes, taken: int, corner: int) -> tuple[Square, tuple[int, ...]]:
    """A square by its cards, only to be looked at, and the cells where a card may be laid."""
    square = Square(vec[u8](cells), taken, corner)
    reach = square.reach()
    first = square.first_framed()
    return square, tuple([first + FRAMED[place] for place in range(len(FRAMED)) if reach >> place & 1])


@lru_cache(maxsize=4096)
def _gains(cells: bytes, taken: int, corner: int, kind: int, worth: int) -> tuple[GainView, ...]:
    square, reached = _reached_from(cells, taken, corner)
    name = KIND_NAMES[kind]
    return tuple([GainView(name, x_of(cell), y_of(cell), int(square.gain(kind, cell)) + worth) for cell in reached])


# Some ten kinds a seat are looked at, and a thousand tables may be played at once.
@lru_cache(maxsize=32768)
def _best(cells: bytes, taken: int, corner: int, kind: int, worth: int) -> GainView:
    square, reached = _reached_from(cells, taken, corner)
    gains = [int(square.gain(kind, cell)) for cell in reached]
    points = max(gains)
    cell = reached[gains.index(points)]
    return GainView(KIND_NAMES[kind], x_of(cell), y_of(cell), points + worth)


def _passing(state: Alarun) -> str:
    # A3.7 A3.8 After the first pass every seat has one action left.
    if state.first_passer != NONE:
        return "This is your last action of the round, whether you pass or not."
    others = "the other seat has" if state.seats == 2 else "every other seat has"
    # A2.6 A4.2
    after = " and start the next round" if state.round < ROUNDS else ""
    return f"You would be the first to pass: {others} one more action, then you lay your cards first{after}."


def _worth(state: Alarun, seat: int, kind: int) -> int:
    """What a card brings a seat wherever it lies."""
    if kind == AURI:
        return AURI_POINTS
    return COLOUR_POINTS if COLOUR_OF[kind] == state.colours[seat] else 0


def _seat_view(state: Alarun, seat: int, colour_known: bool) -> SeatView:
    square = _square_view(*_lies(state.squares[seat]))
    held = range(state.hand_size(seat))
    known = tuple([KIND_NAMES[state.kind(seat, place)] for place in held if not state.is_secret(seat, place)])
    without = SeatView(
        square, known, len(held) - len(known), state.actions[seat], None, None, square.potions + square.auri
    )
    return _with_colour(state, seat, colour_known, without) if colour_known else without


def _with_colour(state: Alarun, seat: int, colour_known: bool, shown: SeatView) -> SeatView:
    """What is known of a seat by somebody who may know its colour, or may not."""
    colour = state.colours[seat] if colour_known else NONE
    if colour == NONE and shown.colour is None:
        return shown
    square, bonus = shown.square, None if colour == NONE else state.colour_bonus(seat)
    return SeatView(
        square=square,
        known=shown.known,
        unknown=shown.unknown,
        actions=shown.actions,
        colour=None if colour == NONE else COLOUR_NAMES[colour],
        bonus=bonus,
        score=square.potions + square.auri + (bonus or 0),
    )


@lru_cache(maxsize=4096)
def _square_view(cells: bytes, taken: int, corner: int) -> SquareView:
    square, reached = _reached_from(cells, taken, corner)
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
        legal=tuple([(x_of(cell), y_of(cell)) for cell in reached]),
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


def goal(seats: int, options: Options) -> str:
    """What to play for."""
    return (
        f"Have the most points after {ROUNDS} rounds: from a potion in each row and column of your square, "
        "from Centum auri, and from cards of your secret colour."
    )


def prompt(view: AlarunView) -> str:
    """One line that says what the seat may do now, or whom it waits for."""
    if view.phase == "over":
        return _end(view)
    if view.seat != view.actor:
        return f"{seat_name(view.turn).capitalize()} is to {_to_do(view)}."
    if view.phase == "place":
        many = f"{len(view.hand)} cards" if len(view.hand) > 1 else "last card"
        return f"Lay your {many} into your square{': choose a card, then a cell' if len(view.hand) > 1 else ''}."
    last = (
        ""
        if view.first_passer is None
        else f"{seat_name(view.first_passer).capitalize()} has passed: your last action. "
    )
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
    winners = [seat_name(seat) for seat in view.winners]
    beaten = [seat_name(s) for s, seen in enumerate(view.seats) if seen.score == most and s not in view.winners]
    # A5.14 Potions break a tie.
    tie = (
        f"; {listed(beaten)} {'has' if len(beaten) == 1 else 'have'} as many, but fewer from potions" if beaten else ""
    )
    return f"{listed(winners).capitalize()} {'win' if len(winners) > 1 else 'wins'} with {most} points{tie}."
