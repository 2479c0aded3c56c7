"""/api/puzzles: positions with one best line, and one of them a day."""

from __future__ import annotations

from functools import cache
from math import gcd
from typing import Final

from litestar import Router, get
from litestar.params import FromPath

import fourleaf
from fourleaf.puzzles import Puzzle, puzzled, puzzles
from fourleaf.server import wire
from fourleaf.server.errors import NotFound
from fourleaf.server.routes.dependencies import ServicePart

DAY: Final = 24 * 3600
GOLDEN: Final = 0.618
"""The share of all puzzles by which each day goes on: neighbours in the list are far apart in the year."""


@get("/", sync_to_thread=False, summary="Every puzzle, and today's")
def every(service: ServicePart) -> wire.PuzzleList:
    """The puzzles of each game that has some, and the one that everybody is set today."""
    today = of_day(int(service.clock.wall() // DAY))
    return wire.PuzzleList(
        today=wire.PuzzleName(game=today.game, id=today.id),
        games=[
            wire.PuzzleSet(game=game, title=fourleaf.game(game).title, ids=list(_by_id(game))) for game in puzzled()
        ],
    )


@get("/{game:str}/{puzzle_id:str}", sync_to_thread=False, summary="One puzzle")
def one(game: FromPath[str], puzzle_id: FromPath[str]) -> wire.PuzzleInfo:
    """A position, a question, every line that answers it, and why."""
    found = find(game, puzzle_id)
    if found is None:
        raise NotFound(f"there is no puzzle {puzzle_id} of {game}; GET /api/puzzles lists them all")
    return wire.PuzzleInfo(
        game=found.game,
        id=found.id,
        position=found.position,
        seat=found.seat,
        question=found.question,
        lines=[list(line) for line in found.lines],
        # Whoever looks at the board needs no list of moves before the reason.
        explanation=found.explanation.removeprefix(f"{', '.join(found.lines[0])}: "),
        clauses=list(found.clauses),
    )


def of_day(day: int) -> Puzzle:
    """The puzzle of a day since 1970: each comes once before any comes again."""
    found = [puzzle for game in puzzled() for puzzle in _by_id(game).values()]
    stride = next(step for step in range(round(GOLDEN * len(found)), len(found) + 1) if gcd(step, len(found)) == 1)
    return found[day * stride % len(found)]


def find(game: str, puzzle_id: str) -> Puzzle | None:
    """A puzzle by its name, if there is one."""
    return _by_id(game).get(puzzle_id) if game in puzzled() else None


@cache
def _by_id(game: str) -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in puzzles(game)}


router = Router("/api/puzzles", route_handlers=[every, one], tags=["puzzles"])
