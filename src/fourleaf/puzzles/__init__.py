"""Positions with one best line that is beyond doubt: everything that can follow was tried."""

from __future__ import annotations

from importlib.resources import files

import msgspec

from fourleaf.engine.errors import FourleafError, listed
from fourleaf.puzzles.kinds import KINDS
from fourleaf.puzzles.puzzle import Puzzle, puzzle_at

__all__ = ["NoPuzzles", "Puzzle", "puzzle_at", "puzzled", "puzzles", "read", "written"]


class NoPuzzles(FourleafError):
    """There are no puzzles of this game, or a file holds none."""


def puzzled() -> list[str]:
    """The games that there are puzzles of."""
    return list(KINDS)


def puzzles(game: str) -> list[Puzzle]:
    """The puzzles of a game that come with Fourleaf, in the order in which they are set."""
    if game not in KINDS:
        raise NoPuzzles(f"there are no puzzles of {game}; there are some of {listed(KINDS)}")
    return read(files(__name__).joinpath(f"{game}.json").read_bytes())


def read(text: bytes) -> list[Puzzle]:
    """The puzzles that a file holds."""
    try:
        return msgspec.json.decode(text, type=list[Puzzle])
    except msgspec.DecodeError as error:
        raise NoPuzzles(f"this is no list of puzzles: {error}") from None


def written(found: list[Puzzle]) -> bytes:
    """The same as a file holds them: a line a puzzle."""
    return b"[\n" + b",\n".join(map(msgspec.json.encode, found)) + b"\n]\n"
