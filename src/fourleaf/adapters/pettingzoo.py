"""The games as PettingZoo knows them: `env(GAME, seats=3)` is an AEC environment."""

from __future__ import annotations

from typing import Any, Final

from fourleaf.adapters.arrays import numpy
from fourleaf.adapters.extras import MissingExtra
from fourleaf.adapters.learner_game import LearnerGame

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
except ImportError as error:
    raise MissingExtra(error, "rl") from error

from fourleaf.adapters.spaces import box_of, drawn

RENDER_MODES: Final = ["human", "ansi", "svg"]


def env(name: str, seats: int, render_mode: str | None = None, **options: object) -> FourleafAEC:
    """A game with so many seats and these options; its agents are `seat_0` and so on."""
    return FourleafAEC(name, seats, render_mode, options)


class FourleafAEC(AECEnv):  # type: ignore[misc]  # PettingZoo's own types are not strict
    """One game: agents decide by compact numbers, chance speaks by itself, and ranks are rewarded at the end.

    An agent is shown `observation`, which `game.observation(seats)` explains, and `action_mask`; the mask is in its
    info too. `state()` is everything that all agents know together: it is for those who train, and for no player.
    """

    def __init__(self, name: str, seats: int, render_mode: str | None, options: dict[str, object]) -> None:
        super().__init__()
        self._table = LearnerGame(name, seats, options)
        self.metadata = {
            "name": f"{name}_v{self._table.game.version}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        shown = Dict(
            {
                "observation": box_of(self._table.game.observation(seats)),
                "action_mask": Box(0, 1, (self._table.numbers,), numpy.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, shown)
        self.action_spaces = {agent: Discrete(self._table.numbers) for agent in self.possible_agents}
        length = self._table.length
        self.state_space = Box(-1.0, 1.0, (seats * length,), numpy.float32)

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> Any:
        """What an agent may be shown."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """All compact numbers, legal or not."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the same seed brings the same luck."""
        self._table.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._call_the_actor()

    def step(self, action: int | None) -> None:
        """Let the agent whose turn it is decide; once the game is over each agent takes its leave with None."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._table.decide(int(action) if action is not None else -1)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._table.is_over:
            self.rewards = dict(zip(self.agents, self._table.worths(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        self._call_the_actor()

    def _call_the_actor(self) -> None:
        over = self._table.is_over
        self.agent_selection = self.agents[0 if over else self._table.actor]
        self.infos = {agent: {"action_mask": self._table.mask(self._seat_of[agent])} for agent in self.agents}

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows, and which numbers it may decide now."""
        mask = self.infos[agent]["action_mask"].copy()
        return {"observation": self._table.observation(self._seat_of[agent]), "action_mask": mask}

    def state(self) -> numpy.typing.NDArray[numpy.float32]:
        """Full knowledge: the observations of all seats in a row, which no player may be shown."""
        return numpy.concatenate([self._table.observation(seat) for seat in range(self._table.seats)])

    def render(self) -> str | None:
        """The position as the agent sees it whose turn it is: in characters, printed (human), as text or as SVG."""
        return drawn(self._table, self._seat_of.get(self.agent_selection, 0), self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""
