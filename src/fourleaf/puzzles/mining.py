"""Puzzles from games between bots: most positions are none, and those that are were played by nobody before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from fourleaf.arena.seeds import derived
from fourleaf.arena.tournament import Watch, unwatched
from fourleaf.bots import bot
from fourleaf.engine.errors import listed
from fourleaf.games import game as game_of
from fourleaf.puzzles import NoPuzzles
from fourleaf.puzzles.kinds import KINDS
from fourleaf.puzzles.proving import NotProven
from fourleaf.puzzles.puzzle import Puzzle, puzzle_at

MINER: Final = "greedy"
"""Who plays: well enough to come near the end of things, and not so well that nothing is left to find."""


def mine(name: str, games: int, seed: int, watch: Watch = unwatched) -> Iterator[Puzzle]:
    """What so many games of bots hold, at most one puzzle a seat and game; the same seed finds the same."""
    if name not in KINDS:
        raise NoPuzzles(f"nobody knows what to ask in {name}; there are puzzles of {listed(KINDS)}")
    seats = KINDS[name].seats
    for number in range(games):
        yield from _mined(name, seats[number % len(seats)], derived(seed, number))
        watch("games", number + 1, games)


def _mined(name: str, seats: int, seed: int) -> list[Puzzle]:
    kind = KINDS[name]
    match = game_of(name).start(seats, seed)
    bots = [bot(MINER, derived(seed, seat)) for seat in range(seats)]
    found: dict[int, Puzzle] = {}
    while not match.is_over:
        seat = match.actor
        if seat not in found and kind.is_one(match.view(seat)):
            position = match.notation
            with suppress(NotProven):
                if kind.is_promising(match.game, match.game.position(position), seat):
                    found[seat] = puzzle_at(match.game, position, seat)
        match.play(bots[seat].choose(match.knowledge(seat)))
    return list(found.values())
