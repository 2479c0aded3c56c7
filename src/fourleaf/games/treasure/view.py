"""What each seat may see of the race, in structures, in one line, and drawn in characters."""

from __future__ import annotations

from typing import Final

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from fourleaf.engine.errors import listed
from fourleaf.engine.picture import Ink, Line, Picture, Tone
from fourleaf.games.treasure.board import (
    CARDS,
    COLOUR_NAMES,
    COLOURS,
    FACES,
    FEATHER,
    KIND_OF,
    TREASURE,
    WHIRL,
    colour_of,
)
from fourleaf.games.treasure.moves import CARD_NAMES, PHASES, path
from fourleaf.games.treasure.rules import FINISHED, NONE, PLAY_CARD, SHOW_COLOUR, Treasure


class Figure(msgspec.Struct, frozen=True):
    """A hunter on the spiral."""

    colour: str
    square: int
    to_go: int


class SeatView(msgspec.Struct, frozen=True):
    """What everybody sees of a seat, and its colour card as far as the viewer knows it."""

    cards: int
    played: tuple[str, ...]
    colour: str | None
    score: int


class Run(msgspec.Struct, frozen=True):
    """Where a card would take its figure on the dice that lie there."""

    card: str
    stops: tuple[int, ...]
    words: str


class TreasureView(msgspec.Struct, frozen=True):
    """Everything that one seat may know."""

    seat: int
    phase: str
    actor: int
    turn: int
    dice: tuple[int, int] | None
    figures: tuple[Figure, ...]
    on_whirl: str | None
    seats: tuple[SeatView, ...]
    hand: tuple[str, ...]
    """The viewer's own cards; a watcher has none."""
    runs: tuple[Run, ...]
    """On the viewer's turn: what each card in hand would do."""
    bank: int
    arrived: tuple[str, ...]
    """The figures that won the race, once it is run."""


def view(state: Treasure, seat: int) -> TreasureView:
    """What a seat (or a watcher) may know."""
    run = state.phase in (SHOW_COLOUR, FINISHED)
    scores = list(state.scores())
    return TreasureView(
        seat=seat,
        phase=PHASES[state.phase],
        actor=state.actor(),
        turn=state.turn,
        dice=None if state.throw == NONE else (state.throw // FACES + 1, state.throw % FACES + 1),
        figures=tuple(Figure(COLOUR_NAMES[c], state.figures[c], TREASURE - state.figures[c]) for c in range(COLOURS)),
        on_whirl=None if state.moved == NONE else COLOUR_NAMES[state.moved],
        seats=tuple(
            SeatView(
                cards=state.hand_size(other),
                played=tuple(CARD_NAMES[card] for card in _cards(state.played, other)),
                colour=_colour(state, other) if state.colour_known(other, seat) else None,
                score=scores[other],
            )
            for other in range(state.seats)
        ),
        hand=tuple(CARD_NAMES[card] for card in _cards(state.hands, seat)) if seat >= 0 else (),
        runs=_runs(state) if state.phase == PLAY_CARD and state.turn == seat else (),
        bank=state.bank(),
        arrived=tuple(COLOUR_NAMES[c] for c in range(COLOURS) if run and state.arrived(c)),
    )


def _colour(state: Treasure, seat: int) -> str | None:
    colour = state.colours[seat]
    return None if colour == NONE else COLOUR_NAMES[colour]


def _cards(copies: vec[i64], seat: int) -> list[int]:
    return [card for card in range(CARDS) for _ in range(copies[seat * CARDS + card])]


def _runs(state: Treasure) -> tuple[Run, ...]:
    cards = sorted(set(_cards(state.hands, state.turn)))
    return tuple(Run(CARD_NAMES[card], tuple(state.stops(card)), path(state, card)) for card in cards)


def prompt(view: TreasureView) -> str:
    """One line that says what the seat may do now, or whom it waits for."""
    if view.phase == "over":
        return _end(view)
    if view.seat != view.actor:
        return f"Seat {view.turn} is to {_to_do(view)}."
    if view.phase == "whirl":
        return f"{str(view.on_whirl).capitalize()} stands on a whirl: choose the figure that it changes places with."
    assert view.dice is not None
    return f"You rolled {view.dice[0]} + {view.dice[1]} = {sum(view.dice)}: play a card, and its figure runs."


TO_DO: Final = {
    "colour": "draw a colour card",
    "deal": "be dealt three cards",
    "roll": "roll the dice",
    "card": "play a card",
    "draw": "take a card from the bank",
    "show": "show its colour card",
}


def _to_do(view: TreasureView) -> str:
    if view.phase == "whirl":
        return f"choose the figure that changes places with {view.on_whirl}"
    return TO_DO[view.phase]


def _end(view: TreasureView) -> str:
    first = listed(view.arrived)
    if any(figure.to_go == 0 for figure in view.figures):
        how = f"{first.capitalize()} reached the treasure"
    else:
        # T3.5 Nobody has reached it, and no card is left.
        how = f"All cards are played, and {first} {'are' if len(view.arrived) > 1 else 'is'} furthest along"
    winners = [f"seat {seat}" for seat, seen in enumerate(view.seats) if seen.score]
    if not winners:
        return f"{how}, which nobody backed: nobody wins."
    return f"{how}: {listed(winners)} {'win' if len(winners) > 1 else 'wins'}."


# The picture

TONES: Final[dict[str, Tone]] = {"red": "red", "blue": "blue", "yellow": "yellow", "green": "green"}
SYMBOLS: Final = {"red": "▲", "blue": "●", "yellow": "■", "green": "◆"}
MARKS: Final = {FEATHER: "»", WHIRL: "@"}
ROW: Final = 17


def picture(view: TreasureView) -> Picture:
    """The track in rows, the seats, and the viewer's hand."""
    lines: list[Line] = []
    for first in range(0, TREASURE + 1, ROW):
        lines += [_figures_above(view, first), _squares(first)]
    lines += [[], [Ink("» feather: once more   @ whirl: exchange   $ treasure", "quiet")], []]
    lines += [_seat_line(view, seat) for seat in range(len(view.seats))]
    lines += [[Ink(f"bank    {view.bank} cards")]]
    if view.hand:
        lines += [[], *_hand_lines(view)]
    return lines


def _figures_above(view: TreasureView, first: int) -> Line:
    line = []
    for square in range(first, first + ROW):
        here = [figure.colour for figure in view.figures if figure.square == square]
        line += [Ink(SYMBOLS[colour], TONES[colour]) for colour in here]
        line += [Ink(" " * (4 - len(here)))]
    return line


def _squares(first: int) -> Line:
    line = []
    for square in range(first, first + ROW):
        mark = "$" if square == TREASURE else MARKS.get(KIND_OF[square], " ")
        tone: Tone = "gold" if mark == "$" else "quiet" if mark == " " else "strong"
        line.append(Ink(f"{square}{mark}".ljust(4), tone))
    return line


def _seat_line(view: TreasureView, seat: int) -> Line:
    seen = view.seats[seat]
    mine = seat == view.seat
    line = [Ink(f"seat {seat}  ", "gold" if seat == view.actor else ""), Ink("you  " if mine else "     ", "gold")]
    line += _backs(seen.colour)
    line += [Ink(f"   {seen.cards} cards   played ", "quiet")]
    for card in seen.played:
        line += _card(card)
    return line


def _backs(colour: str | None) -> Line:
    if colour is None:
        return [Ink("backs ?       ", "quiet")]
    return [Ink("backs ", "quiet"), Ink(f"{SYMBOLS[colour]} {colour:<6}", TONES[colour])]


def _card(card: str) -> Line:
    colour = COLOUR_NAMES[colour_of(CARD_NAMES.index(card))]
    return [Ink(card, TONES[colour]), Ink(" ")]


def _hand_lines(view: TreasureView) -> list[Line]:
    if not view.runs:
        return [[Ink("hand    "), *(ink for card in view.hand for ink in _card(card))]]
    lines: list[Line] = []
    for run in view.runs:
        copies = [ink for _ in range(view.hand.count(run.card)) for ink in _card(run.card)]
        gap = " " * (3 * (len(view.hand) - view.hand.count(run.card)))
        lines.append([Ink("        " if lines else "hand    "), *copies, Ink(f"{gap} {run.words}")])
    return lines
