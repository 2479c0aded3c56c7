"""How likely each seat is to win, by playing on from a position many times."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, Final, TypeAlias

import msgspec
from librt.random import Random

from fourleaf.arena.estimates import mean_of_games, share_of_games
from fourleaf.engine.game import Game
from fourleaf.engine.state import CHANCE, OVER, State

PLIES: Final = 1 << 20
"""More than any match has, so that no two plies of two games share their luck."""
Shares: TypeAlias = list[float]
"""What each seat has of the victory: all of it, a part of a shared one, or nothing."""


class Between(msgspec.Struct, frozen=True):
    """A figure and the interval that holds the true one in 95 of 100 cases."""

    mean: float
    low: float
    high: float


def chance_of(shares: Sequence[float]) -> Between:
    """A chance to win, from what the seat had of each game that was played on."""
    found = share_of_games(len(shares), sum(shares), sum(share * share for share in shares))
    return Between(found.mean, found.low if found.low is not None else 0, found.high if found.high is not None else 1)


def change_of(differences: Sequence[float]) -> Between:
    """A change of such a chance, from its change in each game."""
    squares = sum(difference * difference for difference in differences)
    found = mean_of_games(len(differences), sum(differences), squares)
    return Between(found.mean, found.low if found.low is not None else -1, found.high if found.high is not None else 1)


def played_on(game: Game[Any, Any], state: State, ply: int, number: int) -> Shares:
    """One game from a position to its end: everybody mostly does what the game's own priorities put first.

    Luck belongs to the number of the game and the ply. So the games of one number that begin from two positions of a
    match have the same luck for as long as they can, and what differs is the work of what happened in between.
    """
    world, priority, whim = state.clone(), game.advice.priority, game.advice.SEARCH.whim
    actor = world.actor()
    while actor != OVER:
        rng = Random(number * PLIES + ply)
        if actor == CHANCE:
            world.apply(world.draw(rng))
        else:
            world.apply(_advised(world, priority, whim, rng))
        actor = world.actor()
        ply += 1
    return victory(world)


def _advised(world: State, priority: Any, whim: float, rng: Random) -> int:
    legal = list(world.legal())
    if len(legal) == 1:
        return legal[0]
    if rng.random() < whim:
        return legal[rng.randrange(len(legal))]
    best, most = [legal[0]], -inf
    for action in legal:
        promise = priority(world, action)
        if promise > most:
            best, most = [action], promise
        elif promise == most:
            best.append(action)
    return best[0] if len(best) == 1 else best[rng.randrange(len(best))]


def victory(end: State) -> Shares:
    """What each seat has of the victory when the game is over."""
    ranks = [int(rank) for rank in end.ranks()]
    winners = ranks.count(0)
    return [1 / winners if rank == 0 else 0.0 for rank in ranks]
