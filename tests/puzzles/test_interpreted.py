"""Puzzles without a compiler: the quickest of each game is proven again by the source itself."""

from __future__ import annotations

import pytest

import fourleaf
from fourleaf.puzzles import puzzle_at, puzzles

QUICKEST = {"flipslide": "1fa38b7095f8", "alarun": "721e340ed375", "korrigans": "c9f37edeaa9d"}


@pytest.mark.parametrize("game", QUICKEST)
def test_one_is_proven_again(game: str) -> None:
    [puzzle] = [puzzle for puzzle in puzzles(game) if puzzle.id == QUICKEST[game]]
    assert puzzle_at(fourleaf.game(game, puzzle.rules_version), puzzle.position, puzzle.seat) == puzzle
