"""What the box holds, counted wherever it lies."""

from __future__ import annotations

from fourleaf.games.flipslide.board import CLOVER, COLOUR_NAMES, NONE, RABBIT, RED
from fourleaf.games.flipslide.rules import FlipSlide


def components(state: FlipSlide) -> dict[str, int]:
    """Each colour face up and hidden, each seat's rabbit on the table or beside it, and what was left in the box."""
    laid = [int(state.what[cell]) for cell in state.tiles]
    assert laid.count(CLOVER) == state.clovers <= sum(state.pool)
    assert sum(what != 0 for what in state.what) == len(laid)
    colours = {name: laid.count(RED + colour) + state.pool[colour] for colour, name in enumerate(COLOUR_NAMES)}
    placed = [laid.count(RABBIT + seat) for seat in range(state.seats)]
    beside = [int(state.rabbits[seat] == NONE) for seat in range(state.seats)]
    tiles = {"rainbow tiles": len(laid) - sum(placed), "in the box": sum(state.pool) - state.clovers}
    return {**colours, **tiles, "rabbits": sum(placed) + sum(beside)}
