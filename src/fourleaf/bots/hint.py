"""What a strong player would do in a seat, and why."""

from __future__ import annotations

from typing import Final

import msgspec
from librt.random import Random

from fourleaf.bots.levels import LEVELS
from fourleaf.bots.search_bot import Budget, SearchBot
from fourleaf.engine.errors import FourleafError
from fourleaf.engine.match import Match
from fourleaf.engine.move import Move

FEW: Final = 3
"""How many moves a hint names."""


class NoHint(FourleafError):
    """There is nothing to decide for this seat now."""


class Hint(msgspec.Struct, frozen=True):
    """One good move."""

    action: int
    move: Move
    share: float
    """How much of the thinking went into this move; the most trusted move has the most."""
    rank: float
    """The rank to expect after it, 0 for a sure winner."""
    why: str
    """What speaks for it, in words."""
    then: Move | None = None
    """The other half of the most trusted move, where that is half of one."""


def hint(match: Match, seat: int, budget: Budget | None = None) -> list[Hint]:
    """The best moves for a seat from what that seat knows, the most trusted first: a master's, or a budget's."""
    knowledge = match.knowledge(seat)
    if not knowledge.legal:
        raise NoHint(f"seat {seat} has nothing to decide now")
    # The words come from an imagined world, so that they cannot tell what the seat does not know.
    world = knowledge.imagine(Random(0))
    search = LEVELS["master"].search(match.game, match.seats, 0) if budget is None else SearchBot(0, budget)
    found = [
        Hint(
            action=found.action,
            move=match.game.moves.spell(world, found.action),
            share=found.share,
            rank=(1 - found.worth) * max(match.seats - 1, 1),
            why=match.game.reasons.merit(world, found.action),
        )
        for found in search.think(knowledge)[:FEW]
        if found.share > 0
    ]
    if not found[0].move.HALF:
        return found
    begun = match.copy()
    begun.play(found[0].action)
    # Where a piece goes is found sooner than which one.
    places = LEVELS["hard"].search(match.game, match.seats, 0) if budget is None else search
    [best, *_] = places.think(begun.knowledge(seat))
    then = match.game.moves.spell(begun.knowledge(seat).imagine(Random(0)), best.action)
    return [msgspec.structs.replace(found[0], then=then), *found[1:]]
