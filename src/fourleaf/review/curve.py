"""The chances to win over a match, and what moved them: luck, one's own decisions, those of the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from fourleaf.arena.tournament import Watch
from fourleaf.engine.match import Match
from fourleaf.engine.state import CHANCE, OVER, State
from fourleaf.review.chances import Between, Shares, chance_of, change_of, played_on, victory


class CurvePoint(msgspec.Struct, frozen=True):
    """How the match stood at a ply."""

    ply: int
    cause: int
    """What had happened since the point before: a seat's decisions, or CHANCE."""
    chances: tuple[Between, ...]
    """Each seat's chance to win, as an eye that sees everything has it."""


class Balance(msgspec.Struct, frozen=True):
    """How a seat came from its first chance to its last: start + luck + own + others = end."""

    seat: int
    start: float
    luck: Between
    """What dice and draws brought: 0 is what could be expected of them."""
    own: Between
    """What the seat's own decisions brought, beside how the games are played on."""
    others: Between
    end: float


class Stretch(NamedTuple):
    """The plies between two points of the curve."""

    cause: int
    ply: int
    """Where it ends."""
    after: State


def stretches(match: Match) -> list[Stretch]:
    """The match in as few pieces as possible with one cause each: what could not come out otherwise has no cause."""
    found: list[Stretch] = []
    cause, after, ply = CHANCE, match.first, 0
    has_cause = False
    for ply, (before, action) in enumerate(match.history(), 1):
        if len(before.legal()) > 1:
            actor = int(before.actor())
            if has_cause and actor != cause:
                found.append(Stretch(cause, ply - 1, before.clone()))
            cause, has_cause = actor, True
        after = before
        after.apply(action)
    return [*found, Stretch(cause, ply, after)]


class Curve:
    """Games played on from every point of a match, the same numbers from each, so that they can be compared."""

    def __init__(self, match: Match, effort: int, seed: int, watch: Watch) -> None:
        self._match = match
        self._pieces = stretches(match)
        self._numbers = range(seed, seed + effort)
        self._games: list[list[Shares]] = []
        """For each point, for each game: what every seat had of the victory."""
        places = [(0, match.first), *((piece.ply, piece.after) for piece in self._pieces)]
        for done, (ply, state) in enumerate(places):
            watch("chances", done, len(places))
            self._games.append(self._from(state, ply))

    def _from(self, state: State, ply: int) -> list[Shares]:
        if state.actor() == OVER:
            return [victory(state)] * len(self._numbers)
        return [played_on(self._match.game, state, ply, number) for number in self._numbers]

    def points(self) -> list[CurvePoint]:
        """The curve itself."""
        causes = [CHANCE, *(piece.cause for piece in self._pieces)]
        plies = [0, *(piece.ply for piece in self._pieces)]
        is_over = [False] * len(self._pieces) + [self._match.is_over]
        return [
            CurvePoint(
                ply, cause, tuple(_exactly(each) if over else chance_of(each) for each in zip(*games, strict=True))
            )
            for ply, cause, games, over in zip(plies, causes, self._games, is_over, strict=True)
        ]

    def balance(self, seat: int) -> Balance:
        """What moved the chances of a seat; the intervals come from game by game, so they know what is related."""
        causes = [piece.cause for piece in self._pieces]
        return Balance(
            seat=seat,
            start=_mean([game[seat] for game in self._games[0]]),
            luck=self._moved(seat, [cause == CHANCE for cause in causes]),
            own=self._moved(seat, [cause == seat for cause in causes]),
            others=self._moved(seat, [cause not in (CHANCE, seat) for cause in causes]),
            end=_mean([game[seat] for game in self._games[-1]]),
        )

    def _moved(self, seat: int, counted: Sequence[bool]) -> Between:
        if not any(counted):
            return Between(0.0, 0.0, 0.0)
        changes = [0.0] * len(self._numbers)
        for piece, counts in enumerate(counted):
            if counts:
                for number in range(len(changes)):
                    changes[number] += self._games[piece + 1][number][seat] - self._games[piece][number][seat]
        return change_of(changes)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _exactly(shares: Sequence[float]) -> Between:
    return Between(shares[0], shares[0], shares[0])
