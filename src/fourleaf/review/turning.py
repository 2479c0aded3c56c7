"""The decisions that cost most, judged by what their seat knew: nobody is blamed for a card that they could not see."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final, NamedTuple

import msgspec
from librt.random import Random

from fourleaf.arena.seeds import derived
from fourleaf.arena.tournament import Watch
from fourleaf.bots.search_bot import Budget, SearchBot
from fourleaf.engine.game import Game
from fourleaf.engine.knowledge import Knowledge
from fourleaf.engine.match import Match
from fourleaf.engine.move import Move
from fourleaf.review.chances import PLIES, Between, change_of, played_on

MOST: Final = 3
"""How many turning points a review names."""
SHORTLIST: Final = 8
"""So many are looked at again with fresh luck: of many differences the largest are partly luck of the first look."""
SECOND_LOOK: Final = 2
"""How many times the effort goes into the second look."""


class ReviewedMove(msgspec.Struct, frozen=True):
    """A move with what speaks for it, in words that are true of what the seat knew."""

    action: int
    move: str
    line: str
    """The same as the log tells it."""
    why: str


class TurningPoint(msgspec.Struct, frozen=True):
    """A decision after which a seat was less likely to win than after another one."""

    ply: int
    seat: int
    played: ReviewedMove
    better: ReviewedMove
    gain: Between
    """How much likelier the better move would have made it to win, as the seat could see it."""


class Decision(NamedTuple):
    """What a seat knew when it decided, and what it did."""

    ply: int
    knowledge: Knowledge
    played: int


def decisions(match: Match, seats: Collection[int]) -> Iterator[Decision]:
    """Every decision of some seats between several moves."""
    heard: dict[int, list[int]] = {seat: [] for seat in seats}
    for ply, (state, action) in enumerate(match.history()):
        actor = int(state.actor())
        if actor in heard and len(state.legal()) > 1:
            yield Decision(ply, Knowledge(match.game, state, actor, heard[actor]), action)
        for seat, glimpses in heard.items():
            glimpses.append(int(state.glimpse(action, seat)))


class _Rival(NamedTuple):
    decision: Decision
    better: int
    gain: Between


def turning_points(match: Match, seats: Collection[int], effort: int, seed: int, watch: Watch) -> list[TurningPoint]:
    """The decisions that cost most for sure, the costliest first: at most three, and fewer when there are no more."""
    considered = list(decisions(match, seats))
    rivals = []
    for done, decision in enumerate(considered):
        watch("decisions", done, len(considered))
        best = SearchBot(derived(seed, decision.ply), Budget(effort)).think(decision.knowledge)[0].action
        if best != decision.played:
            gain = gain_of(match.game, decision, best, derived(seed, decision.ply, 1), effort)
            rivals.append(_Rival(decision, best, gain))
    rivals = sorted((rival for rival in rivals if rival.gain.low > 0), key=lambda rival: -rival.gain.mean)[:SHORTLIST]
    found = []
    for done, (decision, better, _) in enumerate(rivals):
        watch("turning points", done, len(rivals))
        again = gain_of(match.game, decision, better, derived(seed, decision.ply, 2), SECOND_LOOK * effort)
        if again.low > 0:
            found.append(_Rival(decision, better, again))
    found.sort(key=lambda rival: -rival.gain.mean)
    return [_told(match.game, rival) for rival in found[:MOST]]


def gain_of(game: Game[Any, Any], decision: Decision, better: int, seed: int, worlds: int) -> Between:
    """How much more a seat wins after another move, in worlds that it could imagine and with the same luck in both."""
    seat, differences = decision.knowledge.seat, []
    for number in range(worlds):
        world = decision.knowledge.imagine(Random(derived(seed, number)))
        luck = (seed + number) % PLIES
        shares = []
        for action in (better, decision.played):
            after = world.clone()
            after.apply(action)
            shares.append(played_on(game, after, decision.ply + 1, luck)[seat])
        differences.append(shares[0] - shares[1])
    return change_of(differences)


def _told(game: Game[Any, Any], rival: _Rival) -> TurningPoint:
    # The words come from an imagined world, so that they cannot tell what the seat did not know.
    seat = rival.decision.knowledge.seat
    world = rival.decision.knowledge.imagine(Random(0))
    played, better = (
        ReviewedMove(
            action,
            str(_spelled(game, world, action)),
            game.moves.tell(world, action, seat),
            game.reasons.merit(world, action),
        )
        for action in (rival.decision.played, rival.better)
    )
    return TurningPoint(rival.decision.ply, seat, played, better, rival.gain)


def _spelled(game: Game[Any, Any], world: Any, action: int) -> Move:
    return game.moves.spell(world, action)
