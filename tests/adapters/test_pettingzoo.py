"""PettingZoo's own tests for every game at every number of seats, and what they do not ask."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from fourleaf import BadStart
from fourleaf.adapters.learner_game import BadDecision
from fourleaf.adapters.pettingzoo import FourleafAEC, env
from fourleaf.engine.playout import worth_of_ranks
from fourleaf.games import GAMES
from tests.adapters.tables import FEWEST, TABLES

CYCLES = 1000

# api_test knows the environments with a mask in their observations by their names, and warns of all others.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_api_test(name: str, seats: int) -> None:
    api_test(env(name, seats), num_cycles=CYCLES)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_seed_test(name: str, seats: int) -> None:
    seed_test(partial(env, name, seats), num_cycles=50)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_render_test(name: str, seats: int) -> None:
    render_test(partial(env, name, seats), custom_tests={"svg": lambda drawn: drawn.startswith("<svg")})


def last_legal(made: FourleafAEC) -> int:
    mask = made.infos[made.agent_selection]["action_mask"]
    assert mask is not None
    return int(np.flatnonzero(mask)[-1])


@pytest.mark.parametrize(("name", "seats"), FEWEST)
def test_a_whole_game_ends_with_what_the_ranks_are_worth(name: str, seats: int) -> None:
    made = env(name, seats)
    made.reset(seed=2)
    returns = dict.fromkeys(made.possible_agents, 0.0)
    rng = np.random.default_rng(1)
    for agent in made.agent_iter(200_000):
        observation, reward, over, cut, info = made.last()
        returns[agent] += reward
        assert not cut
        assert (observation["action_mask"] == info["action_mask"]).all()
        ranks = made._table.state.ranks() if over else ()
        made.step(None if over else int(rng.choice(np.flatnonzero(info["action_mask"]))))
        if over:
            worths = worth_of_ranks([int(rank) for rank in ranks])
            assert returns[agent] == pytest.approx(worths[int(agent[-1])])
    assert not made.agents


def test_names_versions_options_and_full_knowledge() -> None:
    made = env("korrigans", seats=3, placement="free")
    assert str(made) == f"korrigans_v{GAMES['korrigans'].version}"
    made.reset(seed=1)
    assert made.infos["seat_0"]["action_mask"].sum() == 17
    assert made.infos["seat_1"]["action_mask"].sum() == 0
    assert made.state_space.contains(made.state())
    with pytest.raises(BadStart):
        env("korrigans", seats=3, placement="sideways")
    with pytest.raises(BadStart, match="without a render_mode"):
        made.render()


def test_a_number_that_is_not_legal_is_refused_and_changes_nothing() -> None:
    made = env("treasure", 2)
    made.reset(seed=1)
    before: Any = made.observe("seat_0")
    illegal = int(np.flatnonzero(before["action_mask"] == 0)[0])
    for wrong in (illegal, -1, 999, 10**30, None):
        with pytest.raises(BadDecision, match="is not legal now; legal are"):
            made.step(wrong)
    assert (made.observe("seat_0")["observation"] == before["observation"]).all()
    made.step(last_legal(made))
