"""The fast rules against the slow ones of oracle.py, on thousands of random positions."""

from __future__ import annotations

import pytest
from librt.random import Random

from fourleaf import OVER, WATCHER
from fourleaf.engine.playout import random_action
from fourleaf.games.alarun import GAME
from fourleaf.games.alarun.board import (
    AURI,
    BARE_CELLS,
    CARD,
    COLOURS,
    FRAMED,
    HOME,
    INGREDIENTS,
    KIND_NAMES,
    KINDS,
    PASS,
    PLACE,
    SHOW,
    START,
    SWAP,
    SWAP_ALL,
    cell_at,
    x_of,
    y_of,
)
from fourleaf.games.alarun.moves import Place
from fourleaf.games.alarun.rules import DEAL, Square
from fourleaf.games.alarun.view import view
from tests.games.alarun import oracle

FEW = (2, 3, 4, 7)
"""With few ingredients and colours runs are long and doubles common, with all of them rare."""


def fast_cells(square: Square) -> list[tuple[int, int]]:
    reach = square.reach()
    places = [square.first_framed() + FRAMED[place] for place in range(len(FRAMED)) if reach >> place & 1]
    return [(x_of(cell), y_of(cell)) for cell in places]


def kinds_to_lay(rng: Random) -> list[int]:
    """Cards of a few ingredients and colours, doubles and Centum auri included."""
    few = FEW[rng.randrange(len(FEW))]
    first_ingredient, first_colour = rng.randrange(INGREDIENTS), rng.randrange(COLOURS)
    kinds = []
    for _ in range(24):
        ingredient = (first_ingredient + rng.randrange(few)) % INGREDIENTS
        colour = (first_colour + rng.randrange(few)) % COLOURS
        kinds.append(AURI if rng.randrange(20) == 0 else ingredient * COLOURS + colour)
    return kinds


@pytest.mark.clause("A4.3", "A4.4", "A4.6")
@pytest.mark.parametrize("seed", range(8))
def test_the_growing_square_has_the_legal_cells_of_the_clauses(seed: int) -> None:
    rng = Random(seed)
    for _ in range(12):
        square, layout = Square(BARE_CELLS[:], START, HOME), {(0, 0): "@"}
        for kind in kinds_to_lay(rng):
            legal = fast_cells(square)
            assert set(legal) == oracle.legal_cells(layout)
            assert legal == sorted(legal, key=lambda cell: (cell[1], cell[0]))
            x, y = legal[rng.randrange(len(legal))]
            square.lay(kind, cell_at(x, y))
            layout[x, y] = KIND_NAMES[kind]
        assert fast_cells(square) == []


@pytest.mark.clause("A5.4", "A5.6", "A5.10", "A5.11")
@pytest.mark.parametrize("seed", range(10))
def test_squares_brew_what_the_clauses_say(seed: int) -> None:
    rng = Random(100 + seed)
    for _ in range(15):
        square, layout = Square(BARE_CELLS[:], START, HOME), {(0, 0): "@"}
        for kind in kinds_to_lay(rng):
            legal = fast_cells(square)
            x, y = legal[rng.randrange(len(legal))]
            promised = square.potions() + square.gain(kind, cell_at(x, y))
            square.lay(kind, cell_at(x, y))
            layout[x, y] = KIND_NAMES[kind]
            assert square.potions() == promised
            assert (square.potions(), KIND_NAMES[square.druid()]) == oracle.potions(layout), layout


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_known_of_a_hand_follows_from_public_events(seats: int) -> None:
    for seed in range(4):
        state = GAME.rules.begin(seats, {})
        rng = Random(seed)
        memories = [oracle.Memory() for _ in range(seats)]
        while state.actor() != OVER:
            action, turn = random_action(state, rng), state.turn
            memory = memories[turn]
            if CARD <= action < SWAP and state.phase == DEAL:
                memory.deal()
            elif SWAP <= action < PASS:
                give, take = divmod(action - SWAP, KINDS)
                memory.swap(KIND_NAMES[give], KIND_NAMES[take])
            elif action == SWAP_ALL:
                memory.swap_all(list(view(state, WATCHER).centre))
            elif PLACE <= action < SHOW:
                move = GAME.moves.spell(state, action)
                assert isinstance(move, Place)
                memory.give(move.card)
            state.apply(action)
            seen = view(state, WATCHER).seats[turn]
            assert (sorted(seen.known), seen.unknown) == (sorted(memory.known.elements()), memory.unknown)
