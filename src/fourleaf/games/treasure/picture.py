"""A view of the race drawn in characters."""

from __future__ import annotations

from typing import Final

from fourleaf.engine.picture import Ink, Line, Picture, Tone
from fourleaf.games.treasure.board import (
    COLOUR_NAMES,
    FEATHER,
    KIND_OF,
    TREASURE,
    WHIRL,
    colour_of,
)
from fourleaf.games.treasure.moves import CARD_NAMES
from fourleaf.games.treasure.view import ExchangeView, TreasureView

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
    if view.exchanges:
        lines += [[], *(_exchange_line(view, exchange) for exchange in view.exchanges)]
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


def _exchange_line(view: TreasureView, exchange: ExchangeView) -> Line:
    whirled = str(view.on_whirl)
    return [
        Ink(f"with {exchange.figure:<7}", TONES[exchange.figure]),
        Ink(f"{whirled} would stand on {exchange.whirled_to} and {exchange.figure} on {exchange.figure_to}"),
    ]


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
