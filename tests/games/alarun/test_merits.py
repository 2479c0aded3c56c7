"""What is said for a move of Alarún is so."""

from __future__ import annotations

import re
from functools import cache

from fourleaf.games.alarun import GAME
from fourleaf.games.alarun.board import CARD_WORDS, KIND_NAMES
from fourleaf.games.alarun.moves import Pass, Place, Swap, SwapAll
from fourleaf.games.alarun.rules import Alarun
from tests.games.alarun.oracle import Cell, Layout, legal_cells, potions
from tests.kit.claims import Claim, hold_to

COLOUR_CODES = {"red": "R", "yellow": "Y", "blue": "B", "white": "W", "pink": "P", "green": "G", "violet": "V"}
BRINGS = r"(brings \d+ points?|costs \d+ points?|neither brings nor costs a point) at once"
CARDS = r"([\w ]+), ([\w ]+) and ([\w ]+)"
CODES = dict(zip(CARD_WORDS, KIND_NAMES, strict=True))


def layout_of(state: Alarun) -> Layout:
    square = GAME.view.view(state, state.turn).seats[state.turn].square
    return {
        (square.left + x, square.top + y): sign
        for y, row in enumerate(square.cells)
        for x, sign in enumerate(row)
        if sign != "."
    }


@cache
def brewed(layout: frozenset[tuple[Cell, str]]) -> int:
    return potions(dict(layout))[0]


def points(state: Alarun, card: str, cell: tuple[int, int]) -> int:
    """A5.12 A5.13 A5.14 What one more card is worth at once, by the oracle."""
    before = frozenset(layout_of(state).items())
    more = brewed(before | {(cell, card)}) - brewed(before)
    colour = GAME.view.view(state, state.turn).seats[state.turn].colour
    assert colour is not None
    return more + (10 if card == "AU" else 2 if card.endswith(f"-{COLOUR_CODES[colour]}") else 0)


def said(words: str) -> int:
    found = re.search(r"\d+", words)
    return 0 if found is None else int(found[0]) * (-1 if words.startswith("costs") else 1)


def laid(state: Alarun, after: Alarun, move: Place, card: str, words: str) -> bool:
    return CODES[card] == move.card and said(words) == points(state, move.card, (move.x, move.y))


def best(state: Alarun, card: str) -> int:
    return max(points(state, card, cell) for cell in legal_cells(layout_of(state)))


def compared(state: Alarun, after: Alarun, move: Swap, take: str, most: str, give: str, least: str) -> bool:
    named = (CODES[take], CODES[give]) == (move.take, move.give) and take != give
    return named and (said(most), said(least)) == (best(state, move.take), best(state, move.give))


def held(state: Alarun, seat: int) -> list[str]:
    return sorted(GAME.view.view(state, seat).hand)


def keeps(state: Alarun, after: Alarun, move: Pass, *cards: str) -> bool:
    return sorted(CODES[card] for card in cards) == held(state, state.turn) == held(after, state.turn)


def takes(state: Alarun, after: Alarun, move: SwapAll, *cards: str) -> bool:
    return sorted(CODES[card] for card in cards) == sorted(GAME.view.view(state, 0).centre) == held(after, state.turn)


def first(state: Alarun, after: Alarun) -> bool:
    """A3.7 Whether this is the first pass, after which each other seat acts once more."""
    return GAME.view.view(state, 0).first_passer is None and GAME.view.view(after, 0).first_passer == state.turn


CLAIMS: dict[str, Claim] = {
    rf"([\w ]+) there {BRINGS}": laid,
    rf"at best ([\w ]+?) {BRINGS}, and ([\w ]+?) {BRINGS}": compared,
    "it changes nothing, and your turn is over": lambda s, t, m: m.give == m.take and t.turn != s.turn,
    "the centre makes way for the reserve": lambda s, t, m: s.reserve > 0 and GAME.view.view(t, 0).phase == "flip",
    rf"you keep {CARDS}": lambda s, t, m, *cards: keeps(s, t, m, *cards) and not first(s, t),
    rf"you keep {CARDS}, and the others have one last action each": lambda s, t, m, *cards: (
        keeps(s, t, m, *cards) and first(s, t)
    ),
    rf"you take {CARDS} for your three cards": lambda s, t, m, *cards: takes(s, t, m, *cards) and not first(s, t),
    rf"you take {CARDS} for your three cards, and the others have one last action each": lambda s, t, m, *cards: (
        takes(s, t, m, *cards) and first(s, t)
    ),
}


def test_every_merit_is_true() -> None:
    hold_to(GAME, CLAIMS, games=2, positions=12)
