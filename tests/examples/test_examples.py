"""The examples do what they say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from examples import numpy_learner
from fourleaf import native
from fourleaf.engine import state

EXAMPLES = Path(__file__).parents[2] / "examples"
GAME, SEATS = "wichtel", 3


def said(name: str, *words: str) -> str:
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), *words]
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout


def test_the_first_game_is_played_to_its_end() -> None:
    assert "after 48 actions: Result(scores=(1, 0, 0), ranks=(0, 1, 1))" in said("first_game")


def test_a_bot_of_ones_own_plays_in_the_arena() -> None:
    told = said("bot_in_the_arena", "6")
    assert "LastCard" in told
    assert "forfeit" not in told


@pytest.mark.skipif(not native.is_compiled(state), reason="it takes minutes interpreted")
def test_the_learner_soon_beats_random() -> None:
    beginner = numpy_learner.trained(GAME, SEATS, seconds=0)
    learner = numpy_learner.trained(GAME, SEATS, seconds=180, lessons=5)
    before, after = (numpy_learner.fared(each, GAME, SEATS, wanted=400) for each in (beginner, learner))
    assert before < 0.55
    assert after > 0.75


def test_the_learner_has_fewer_than_two_hundred_lines() -> None:
    assert len((EXAMPLES / "numpy_learner.py").read_text("utf-8").splitlines()) < 200
