"""The fast game and the slow oracle agree on thousands of random positions."""

from __future__ import annotations

from typing import TypeVar

import pytest
from librt.random import Random

from fourleaf import OVER, native
from fourleaf.engine import state as engine_state
from fourleaf.engine.options import Options
from fourleaf.engine.playout import random_action
from fourleaf.games.flipslide import GAME
from fourleaf.games.flipslide.advice import breaks_of
from fourleaf.games.flipslide.board import cell_of, touch
from fourleaf.games.flipslide.rules import FlipSlide
from tests.games.flipslide.oracle import Cell, Oracle, neighbours, one_group
from tests.games.flipslide.playing import texts, written

clause = pytest.mark.clause

T = TypeVar("T", Cell, tuple[int, str])

POSITIONS = 250 if native.is_compiled(engine_state) else 125
"""Positions a table; there are eight tables. The interpreted game is the compiled one, which the kit proves."""


def random_positions(seats: int, options: Options, count: int) -> list[FlipSlide]:
    """Positions of random games in which a seat decides."""
    rng = Random(count + seats)
    positions: list[FlipSlide] = []
    while len(positions) < count:
        state = GAME.rules.begin(seats, options)
        while state.actor() != OVER:
            if state.actor() >= 0 and rng.randrange(3) == 0:
                positions.append(state.clone())
            state.apply(random_action(state, rng))
    return positions[:count]


def blob(luck: Random) -> str:
    """The line of a ragged patch with holes, nearly all of it face up, in which a chain of colours lies or nearly."""
    seats = 2 + luck.randrange(3)
    sets = min(4, seats + 1)
    cells, chain = set[Cell](), list[Cell]()
    while len(chain) < 7:
        cells = ragged_cells(7 + seats + luck.randrange(7 * sets - 6), luck)
        chain = path(cells, luck)
    free = shuffled(cells - set(chain), luck)
    colours = list("ROYGBIV")
    if luck.randrange(2):
        # Two colours of the chain change places, so that some of its contacts are missing.
        one, other = luck.randrange(7), luck.randrange(7)
        colours[one], colours[other] = colours[other], colours[one]
    tiles = dict(zip(chain, colours, strict=True))
    rest = shuffled(set(enumerate("ROYGBIV" * (sets - 1))), luck)
    symbols = [*map(str, range(seats)), *(symbol if luck.randrange(10) else "*" for _, symbol in rest)]
    tiles |= dict(zip(free, symbols, strict=False))
    left, top = min(q for q, _ in tiles), min(r for _, r in tiles)
    right, bottom = max(q for q, _ in tiles), max(r for _, r in tiles)
    rows = ["".join(tiles.get((q, r), ".") for q in range(left, right + 1)).rstrip(".") for r in range(top, bottom + 1)]
    return f"{seats} {left},{top} {'/'.join(rows)} {luck.randrange(seats)}.1 - - 0"


def ragged_cells(size: int, luck: Random) -> set[Cell]:
    """A group of cells that grew by one at a time and lost every third again, so that holes came about."""
    cells: set[Cell] = {(0, 0)}
    while len(cells) < size:
        rim = {near for cell in cells for near in neighbours(cell)} - cells
        grown = cells | {shuffled(rim, luck)[0]}
        smaller = grown - {shuffled(grown, luck)[0]}
        cells = smaller if luck.randrange(3) == 0 and one_group(smaller) else grown
    return cells


def path(cells: set[Cell], luck: Random) -> list[Cell]:
    """Up to seven cells in a row, each touching the next."""
    way = [shuffled(cells, luck)[0]]
    while len(way) < 7 and (ahead := (neighbours(way[-1]) & cells) - set(way)):
        way.append(shuffled(ahead, luck)[0])
    return way


def shuffled(items: set[T], luck: Random) -> list[T]:
    """The items in random order, the same for the same luck."""
    return [item for _, item in sorted((luck.random(), item) for item in sorted(items))]


def blobs(count: int) -> list[FlipSlide]:
    luck = Random(4)
    return [GAME.position(blob(luck)) for _ in range(count)]


TABLES: list[tuple[int, Options]] = [
    (1, {}),
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"slide_limit": 3}),
    (4, {"slide_limit": 3}),
    (1, {"slide_limit": 3}),
    (3, {"win_contact": "red"}),
]


@clause("F2.4", "F4.1", "F5.1", "F5.2", "F5.3", "F5.5", "F5.8", "F8.4", "F8.5", "F8.6", "F9.2")
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_legal_moves_are_those_of_the_oracle(seats: int, options: Options) -> None:
    for state in random_positions(seats, options, POSITIONS):
        assert set(texts(state)) == Oracle(written(state)).moves(), written(state)


@clause("F5.2", "F5.3", "F5.4", "F5.6", "F5.7")
@pytest.mark.parametrize("limit", [0, 3])
def test_every_tile_of_a_patch_with_holes_slides_where_the_oracle_says(limit: int) -> None:
    holes = 0
    for state in blobs(POSITIONS):
        state.slide_limit = limit
        oracle = Oracle(written(state))
        assert set(texts(state)) == oracle.moves(), written(state)
        holes += state.holes > 0
        for action in state.legal():
            after = state.clone()
            after.apply(int(action))
            if after.actor() >= 0:
                assert set(texts(after)) == Oracle(written(after)).moves(), written(after)
    assert holes > POSITIONS // 5, "the blobs have holes"


@clause("F5.3", "F5.7", "F9.2")
@pytest.mark.parametrize("limit", [0, 3])
def test_the_path_of_a_slide_is_a_walk_of_allowed_steps(limit: int) -> None:
    for state in blobs(POSITIONS // 5):
        state.slide_limit = limit
        for action in state.legal():
            after = state.clone()
            after.apply(int(action))
            seen = GAME.view.view(after, 0)
            others = Oracle(written(state)).others
            for destination in seen.destinations:
                assert seen.held is not None
                cell = seen.held
                for step in destination.path:
                    q, r = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))[int(step)]
                    end = (cell[0] + q, cell[1] + r)
                    assert Oracle.is_step(cell, end, others[seen.held])
                    cell = end
                assert cell == destination.cell


@clause("F6.1", "F6.2", "F9.1")
@pytest.mark.parametrize("red_only", [False, True])
def test_the_connected_seats_are_those_of_the_oracle(red_only: bool) -> None:
    found = 0
    for state in blobs(POSITIONS * 2):
        state.red_only = red_only
        oracle = Oracle(written(state))
        connected = [seat for seat in range(state.seats) if state.is_connected(seat)]
        assert connected == oracle.connected(), written(state)
        assert [seat for seat, breaks in enumerate(breaks_of(state)) if breaks == 0] == connected
        found += bool(oracle.rainbows())
    assert found > POSITIONS // 2, "many blobs hold a rainbow"


@clause("F1.2")
def test_cells_touch_as_the_oracle_says() -> None:
    luck = Random(1)
    for _ in range(1000):
        one = (luck.randrange(64) - 32, luck.randrange(64) - 32)
        other = (one[0] + luck.randrange(5) - 2, one[1] + luck.randrange(5) - 2)
        assert touch(cell_of(*one), cell_of(*other)) == (other in neighbours(one))
