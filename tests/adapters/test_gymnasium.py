"""Gymnasium's own check for every game at every number of seats, and what it does not ask."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from fourleaf import BadSeat, BadStart
from fourleaf.adapters.gymnasium import ILLEGAL, SeatEnv
from fourleaf.bots import UnknownBot
from fourleaf.games import GAMES
from tests.adapters.tables import TABLES


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_check_env(name: str, seats: int) -> None:
    made = gymnasium.make(f"fourleaf/{name}-v{GAMES[name].version}", seats=seats, render_mode="ansi")
    check_env(made.unwrapped)


def whole_game(made: SeatEnv, seed: int) -> tuple[float, list[Any]]:
    """The reward of a game in which the learner takes any legal number, and all that it was shown."""
    observation, info = made.reset(seed=seed)
    rng = np.random.default_rng(seed)
    shown = [observation]
    over = False
    reward = 0.0
    while not over:
        mask = made.action_masks()
        assert (mask == info["action_mask"]).all()
        observation, got, over, cut, info = made.step(rng.choice(np.flatnonzero(mask)))
        assert not cut
        assert got == 0.0 or over
        reward = float(got)
        shown.append(observation)
    return reward, shown


@pytest.mark.parametrize(("name", "seats"), [("treasure", 3), ("wichtel", 3), ("flipslide", 1)])
def test_the_same_seed_is_the_same_game_and_the_end_is_rewarded(name: str, seats: int) -> None:
    made = SeatEnv(name, seats, seat=seats - 1)
    reward, shown = whole_game(made, 4)
    again, seen = whole_game(SeatEnv(name, seats, seat=seats - 1), 4)
    assert reward == again
    assert all((one == other).all() for one, other in zip(shown, seen, strict=True))
    assert reward == made._table.worths()[seats - 1]
    assert 0.0 <= reward <= 1.0


def test_an_illegal_number_ends_the_game_and_says_why() -> None:
    made = SeatEnv("treasure", 2)
    made.reset(seed=1)
    illegal = int(np.flatnonzero(~made.action_masks())[0])
    _, reward, over, cut, info = made.step(illegal)
    assert (reward, over, cut) == (ILLEGAL, True, False)
    assert f"{illegal} is not legal now" in info["illegal"]


def test_wishes_that_cannot_be_are_refused() -> None:
    with pytest.raises(BadSeat, match="seats 0 and 1, and no 2"):
        SeatEnv("treasure", 2, seat=2)
    with pytest.raises(UnknownBot):
        SeatEnv("treasure", 2, rivals="nobody")
    with pytest.raises(BadStart, match="no render_mode 'film'"):
        SeatEnv("treasure", 2, render_mode="film")
