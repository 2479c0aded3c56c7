"""What each seat may see of the race, in structures, in one line, and drawn in characters."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from fourleaf.engine.errors import listed
from fourleaf.engine.options import Options
from fourleaf.engine.sentences import seat_name
from fourleaf.games.treasure.board import (
    CARDS,
    COLOUR_NAMES,
    COLOURS,
    EXCHANGE,
    FACES,
    NONE,
    TREASURE,
)
from fourleaf.games.treasure.moves import CARD_NAMES, path
from fourleaf.games.treasure.notation import PHASES, Phase
from fourleaf.games.treasure.rules import FINISHED, ON_WHIRL, PLAY_CARD, SHOW_COLOUR, Treasure


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


class ExchangeView(msgspec.Struct, frozen=True):
    """Where two hunters would stand if the one on the whirl changed places with another."""

    figure: str
    """The other one."""
    whirled_to: int
    """The square to which the hunter on the whirl would go."""
    figure_to: int
    """The square to which the other one would come: the whirl."""


class TreasureView(msgspec.Struct, frozen=True):
    """Everything that one seat may know."""

    seat: int
    phase: Phase
    actor: int
    turn: int
    dice: tuple[int, int] | None
    figures: tuple[Figure, ...]
    on_whirl: str | None
    exchanges: tuple[ExchangeView, ...]
    """While a hunter stands on a whirl: each that it may change places with, in the order of the legal actions."""
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
        figures=tuple([_figure(colour, square) for colour, square in enumerate(state.figures)]),
        on_whirl=None if state.moved == NONE else COLOUR_NAMES[state.moved],
        exchanges=_exchanges(state) if state.phase == ON_WHIRL else (),
        seats=tuple(
            [
                SeatView(
                    cards=state.hand_size(other),
                    played=_names(_copies(state.played, other)),
                    colour=_colour(state, other) if state.colour_known(other, seat) else None,
                    score=scores[other],
                )
                for other in range(state.seats)
            ]
        ),
        hand=_names(_copies(state.hands, seat)) if seat >= 0 else (),
        runs=_runs(state) if state.phase == PLAY_CARD and state.turn == seat else (),
        bank=state.bank(),
        arrived=tuple(COLOUR_NAMES[c] for c in range(COLOURS) if run and state.arrived(c)),
    )


def _colour(state: Treasure, seat: int) -> str | None:
    colour = state.colours[seat]
    return None if colour == NONE else COLOUR_NAMES[colour]


# FAST: the figures on their squares and the hands are few, and everybody looks at them.
@cache
def _figure(colour: int, square: int) -> Figure:
    return Figure(COLOUR_NAMES[colour], square, TREASURE - square)


def _copies(copies: vec[i64], seat: int) -> tuple[int, ...]:
    return tuple(copies[seat * CARDS : (seat + 1) * CARDS])


@lru_cache(maxsize=4096)
def _names(copies: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([CARD_NAMES[card] for card, held in enumerate(copies) for _ in range(held)])


def _runs(state: Treasure) -> tuple[Run, ...]:
    cards = [card for card, held in enumerate(_copies(state.hands, state.turn)) if held]
    return tuple([Run(CARD_NAMES[card], tuple(state.stops(card)), path(state, card)) for card in cards])


def _exchanges(state: Treasure) -> tuple[ExchangeView, ...]:
    figures = [int(action) - EXCHANGE for action in state.legal()]
    whirl = state.figures[state.moved]
    return tuple(ExchangeView(COLOUR_NAMES[figure], state.figures[figure], whirl) for figure in figures)


def goal(seats: int, options: Options) -> str:
    """What to play for."""
    return (
        "Bring the hunter of your secret colour to the treasure chest first; "
        "if none gets there, it must be furthest along when all cards are played."
    )


def prompt(view: TreasureView) -> str:
    """One line that says what the seat may do now, or whom it waits for."""
    if view.phase == "over":
        return _end(view)
    if view.seat != view.actor:
        return f"{seat_name(view.turn).capitalize()} is to {_to_do(view)}."
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
    winners = [seat_name(seat) for seat, seen in enumerate(view.seats) if seen.score]
    if not winners:
        return f"{how}, which nobody backed: nobody wins."
    return f"{how}: {listed(winners)} {'win' if len(winners) > 1 else 'wins'}."
