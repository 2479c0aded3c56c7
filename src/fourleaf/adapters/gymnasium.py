"""The games as Gymnasium knows them: one seat learns, and bots sit in the others.

Importing this registers every game as `fourleaf/GAME-vVERSION`; `gymnasium.make` takes the same arguments as `SeatEnv`.
"""

from __future__ import annotations

from typing import Any, Final, SupportsFloat

from fourleaf.adapters.arrays import numpy
from fourleaf.adapters.extras import MissingExtra
from fourleaf.adapters.learner_game import BadDecision, LearnerGame

try:
    import gymnasium
    from gymnasium.spaces import Discrete
except ImportError as error:
    raise MissingExtra(error, "rl") from error

from fourleaf.adapters.spaces import box_of, drawn
from fourleaf.arena.seeds import derived
from fourleaf.bots import bot
from fourleaf.bots.bot import Bot
from fourleaf.engine.errors import BadSeat, BadStart, listed
from fourleaf.engine.knowledge import Knowledge
from fourleaf.games import GAMES

Array = numpy.typing.NDArray[Any]
ILLEGAL: Final = -1.0
"""The reward of a number that is not legal: less than the last rank."""


class SeatEnv(gymnasium.Env[Array, Any]):
    """One learner's seat at a table with bots, or alone where a game has a seat for one.

    The reward comes at the end: what the rank of the seat is worth, from 0 to 1. `action_masks()` is what sb3-contrib's
    MaskablePPO asks for; the mask is in the info as well. A number that is not legal ends the game with a reward of -1,
    and `illegal` in the info says why: Gymnasium has environments take any number of their space.
    """

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi", "svg"], "render_fps": 1}  # noqa: RUF012  # as its base says

    def __init__(
        self,
        game: str,
        seats: int,
        seat: int = 0,
        rivals: str = "random",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self._table = LearnerGame(game, seats, options)
        if seat not in range(seats):
            raise BadSeat(f"there are seats {listed(range(seats))}, and no {seat!r} to learn in")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise BadStart(
                f"there is no render_mode {render_mode!r}; there are {listed(self.metadata['render_modes'])}"
            )
        self._seat = seat
        self._rivals = rivals
        self._bots: dict[int, Bot] = {}
        bot(rivals, 0)
        self.render_mode = render_mode
        self.observation_space = box_of(self._table.game.observation(seats))
        self.action_space = Discrete(self._table.numbers)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Begin a game; the same seed brings the same luck and the same rivals."""
        super().reset(seed=seed)
        luck = int(self.np_random.integers(1 << 62))
        self._bots = {other: bot(self._rivals, derived(luck, other)) for other in range(self._table.seats)}
        self._table.begin(luck)
        self._let_rivals_decide()
        return self._shown()

    def step(self, action: Any) -> tuple[Array, SupportsFloat, bool, bool, dict[str, Any]]:
        """Let the learner decide, and the bots until it is to decide again."""
        try:
            self._table.decide(int(action))
        except BadDecision as refusal:
            observation, info = self._shown()
            return observation, ILLEGAL, True, False, {**info, "illegal": str(refusal)}
        self._let_rivals_decide()
        observation, info = self._shown()
        over = self._table.is_over
        return observation, self._table.worths()[self._seat] if over else 0.0, over, False, info

    def action_masks(self) -> Array:
        """Which compact numbers the learner may decide now."""
        return self._table.mask(self._seat).astype(numpy.bool_)

    def render(self) -> str | None:
        """The position as the learner sees it."""
        return drawn(self._table, self._seat, self.render_mode)

    def _let_rivals_decide(self) -> None:
        table = self._table
        while not table.is_over and table.actor != self._seat:
            actor = table.actor
            table.play(self._bots[actor].choose(Knowledge(table.game, table.state, actor, table.heard[actor])))

    def _shown(self) -> tuple[Array, dict[str, Any]]:
        mask = self._table.mask(self._seat)
        return self._table.observation(self._seat), {"action_mask": mask}


for _game in GAMES.values():
    gymnasium.register(
        f"fourleaf/{_game.name}-v{_game.version}", "fourleaf.adapters.gymnasium:SeatEnv", kwargs={"game": _game.name}
    )
