"""The games as OpenSpiel knows them: importing this registers every game with pyspiel as `fourleaf_GAME`.

`pyspiel.load_game("fourleaf_GAME(players=3)")` takes the number of seats and the game's options.
Chance is explicit. Utilities are those of ranks, from -1 to 1, and add up to zero where several play.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any, Final

import msgspec
from librt.random import Random

from fourleaf.adapters.extras import MissingExtra

try:
    import numpy
    import pyspiel
except ImportError as error:
    raise MissingExtra(error, "openspiel") from error

from fourleaf.adapters.arrays import observed
from fourleaf.engine.game import Game
from fourleaf.engine.playout import worth_of_ranks
from fourleaf.engine.state import CHANCE, OVER, State
from fourleaf.games import GAMES

PREFIX: Final = "fourleaf_"
MOST_SEED: Final = 1 << 62


def game_type(game: Game[Any, Any], players: int | None = None) -> Any:
    """How OpenSpiel sorts a game; alone there is nobody whose loss is a gain."""
    kinds = pyspiel.GameType
    alone = (players or game.seats[0]) == 1
    return kinds(
        short_name=f"{PREFIX}{game.name}",
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if game.hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if alone else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        min_num_players=game.seats[0],
        max_num_players=game.seats[-1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.seats[0] if 2 not in game.seats else 2,
            **{option.name: _written(option.usual) for option in game.options},
        },
    )


def _written(value: object) -> object:
    """A value of an option as a parameter: OpenSpiel knows numbers, words, yes and no."""
    return value if isinstance(value, bool | int) else str(value)


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # a class of an extension without types
    """A game with its number of players and its options."""

    def __init__(self, game: Game[Any, Any], params: dict[str, Any] | None = None) -> None:
        chosen = dict(params or {})
        spec = game_type(game).parameter_specification
        players = int(chosen.get("players", spec["players"]))
        self.of = game
        self.start = game.begin(players, {name: value for name, value in chosen.items() if name != "players"})
        self.length = len(game.observation(players))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(game.decisions(players)),
            # Actions of chance keep their own numbers.
            max_chance_outcomes=game.actions,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if players == 1 else 0.0,
            max_game_length=game.bounds.plies,
        )
        super().__init__(game_type(game, players), info, chosen)

    def new_initial_state(self) -> SpielState:
        """The position before anything has happened."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        """Who writes down what a player knows."""
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class Past:
    """What every player has seen of every action so far; it never changes, so a copy is the same."""

    __slots__ = ("before", "seen")

    def __init__(self, before: Past | None, seen: tuple[int | None, ...]) -> None:
        self.before = before
        self.seen = seen

    def __deepcopy__(self, memo: object) -> Past:
        return self

    def of(self, player: int) -> list[int]:
        """What one player has seen, in order."""
        seen: list[int] = []
        here: Past | None = self
        while here is not None and here.seen:
            glimpse = here.seen[player]
            if glimpse is not None:
                seen.append(glimpse)
            here = here.before
        return seen[::-1]


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position. A player's actions are compact numbers; those of chance are the game's own."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.world: State = game.start.clone()
        self.past = Past(None, ())
        self.players = int(game.num_players())

    def current_player(self) -> int:
        """Who decides now."""
        actor = int(self.world.actor())
        if actor == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(int(self.world.decision(int(action))) for action in self.world.legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome with its probability."""
        odds = [int(weight) for weight in self.world.odds()]
        total = sum(odds)
        return [(int(action), weight / total) for action, weight in zip(self.world.legal(), odds, strict=True)]

    def _apply_action(self, action: int) -> None:
        world = self.world
        chosen = action if world.actor() == CHANCE else int(world.decided(action))
        self.past = Past(self.past, tuple([int(world.glimpse(chosen, player)) for player in range(self.players)]))
        world.apply(chosen)

    def _action_to_string(self, player: int, action: int) -> str:
        game, world = self.get_game().of, self.world
        chosen = action if player == pyspiel.PlayerId.CHANCE else int(world.decided(action))
        return str(game.moves.spell(world, chosen)) if chosen >= 0 else f"decision {action}"

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.world.actor() == OVER

    def returns(self) -> list[float]:
        """What each player's rank is worth, from -1 to 1; nothing before the end."""
        if self.world.actor() != OVER:
            return [0.0] * self.players
        return [2.0 * worth - 1.0 for worth in worth_of_ranks([int(rank) for rank in self.world.ranks()])]

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player has seen of the match, glimpse by glimpse: this is perfect recall."""
        seat = self.current_player() if player is None else player
        return f"{seat}: {' '.join(map(str, self.past.of(seat)))}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A position that the player cannot tell from this one, imagined anew."""
        twin: SpielState = self.clone()
        twin.world = self.world.imagine(player, Random(int(sampler() * MOST_SEED)))
        # What the others have seen in that world is not written anywhere; but what they know in it tells it apart.
        knows = (None if seat == player else twin._digest(seat) for seat in range(self.players))
        twin.past = Past(self.past, tuple(knows))
        return twin

    def _digest(self, seat: int) -> int:
        known = observed(self.world, seat, self.get_game().length)
        return int.from_bytes(blake2b(known.tobytes(), digest_size=8).digest(), "big")

    def __str__(self) -> str:
        return repr(self.world)


class SpielObserver:
    """Writes down what a player knows: as numbers with names, and as the view; with perfect recall as glimpses."""

    def __init__(self, game: SpielGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters for an observation, not {params}")
        self._game = game
        self._recalls = bool(kind.perfect_recall)
        self.tensor = numpy.zeros(game.length, numpy.float32)
        layout = game.of.observation(game.num_players())
        self.dict = {part.name: self.tensor[part.start : part.stop].reshape(part.shape) for part in layout}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player knows into `tensor` and its parts in `dict`."""
        self.tensor[:] = observed(state.world, player, self._game.length)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player knows, in characters."""
        if self._recalls:
            return state.information_state_string(player)
        return msgspec.json.encode(self._game.of.view.view(state.world, player)).decode()


def _made(game: Game[Any, Any]) -> type[SpielGame]:
    """The class that pyspiel makes its games of: it is called with parameters alone."""

    class OfOneKind(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game, params)

    return OfOneKind


for _game in GAMES.values():
    pyspiel.register_game(game_type(_game), _made(_game))
