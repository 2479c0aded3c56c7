"""What the results say: each contestant's share of wins, rank and score, and who beats whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from statistics import fmean
from typing import TypeAlias

import msgspec

from fourleaf.arena.estimates import EVEN, Estimate, estimated
from fourleaf.arena.playing import Forfeit, Kind, MoveClock, Sitting, SittingResult
from fourleaf.arena.plot import standings_plot
from fourleaf.arena.ratings import Rating, rated
from fourleaf.arena.report import standings_tables, text_of
from fourleaf.arena.seating import Pairing
from fourleaf.engine.options import OptionValue
from fourleaf.engine.playout import worth_of_ranks

Block: TypeAlias = list[tuple[Sitting, SittingResult]]
"""The games of a block and how they ended."""


class Times(msgspec.Struct, frozen=True):
    """Seconds a move, where there was a choice."""

    moves: int
    mean: float
    p95: float
    longest: float


class Contestant(msgspec.Struct, frozen=True):
    """How a contestant did over all its games."""

    name: str
    games: int
    """Games times seats: one that holds two seats plays twice."""
    wins: Estimate
    rank: Estimate
    score: Estimate
    rating: Rating | None
    times: Times | None


class Meeting(msgspec.Struct, frozen=True):
    """How one did against another: how often it finished before it, where a tie counts half."""

    one: str
    other: str
    blocks: int
    score: Estimate


class Failure(msgspec.Struct, frozen=True):
    """A way in which a contestant lost its seat, and the first time that it did."""

    name: str
    kind: Kind
    count: int
    first: Forfeit


class Standings(msgspec.Struct, frozen=True):
    """What a run of the arena has found."""

    game: str
    format: str
    seats: int
    seed: int
    games: int
    blocks: int
    contestants: list[Contestant]
    meetings: list[Meeting]
    failures: list[Failure]
    lost: list[int]
    """Games that took their worker with them each time, and whose blocks are left out."""
    seconds: float
    options: dict[str, OptionValue] = {}
    planned: int = 0
    """How many games there were to be; fewer were played if somebody interrupted it or a worker was lost."""

    def __str__(self) -> str:
        return text_of(standings_tables(self))

    def plot(self) -> str:
        """A picture of the scores, as SVG."""
        return standings_plot(self)

    _repr_svg_ = plot


def win_shares(ranks: Sequence[int]) -> list[float]:
    """A victory shared out among those who share it."""
    winners = ranks.count(0)
    return [1 / winners if rank == 0 else 0.0 for rank in ranks]


def contestants_of(
    pairings: Sequence[Pairing], blocks: Sequence[Sequence[Block]], clocks: dict[str, MoveClock]
) -> list[Contestant]:
    """Every contestant, the strongest first; `blocks` are those of each pairing."""
    names = dict.fromkeys(name for pairing in pairings for name in pairing.names)
    ratings = rated(names, (game for group in blocks for block in group for game in block))
    found = []
    for name in names:
        groups = [group for pairing, group in zip(pairings, blocks, strict=True) if name in pairing.names and group]
        if groups:
            worst = pairings[0].seats
            wins, ranks, scores = (
                [[_block_mean(name, block, measure) for block in group] for group in groups]
                for measure in (win_shares, list, worth_of_ranks)
            )
            found.append(
                Contestant(
                    name,
                    sum(sitting.seats.count(name) for group in groups for block in group for sitting, _ in block),
                    estimated(wins, 0, 1),
                    estimated(ranks, 0, worst),
                    estimated(scores, 0, 1),
                    ratings.get(name),
                    times_of(clocks.get(name)),
                )
            )
    return sorted(found, key=lambda contestant: -contestant.score.mean)


def meeting_score(one: str, other: str, block: Block) -> float | None:
    """How often in a block `one` finished before `other`, a tie being half; None where they did not meet."""
    values = []
    for company in _companies(block):
        ranks = {name: [rank for seat, rank in company if seat == name] for name in (one, other)}
        values += [
            1.0 if mine < theirs else EVEN if mine == theirs else 0.0 for mine in ranks[one] for theirs in ranks[other]
        ]
    return fmean(values) if values else None


def meetings_of(blocks: Sequence[Sequence[Block]], names: Sequence[str]) -> list[Meeting]:
    """Every two contestants who met, the stronger of the two first."""
    found = []
    for one, other in combinations(names, 2):
        groups = [[meeting_score(one, other, block) for block in group] for group in blocks]
        met = [kept for group in groups if (kept := [value for value in group if value is not None])]
        if met:
            found.append(Meeting(one, other, sum(map(len, met)), estimated(met, 0, 1)))
    return found


def failures_of(played: Iterable[SittingResult]) -> list[Failure]:
    """The forfeits by contestant and kind."""
    forfeits = [forfeit for each in played for forfeit in each.forfeits]
    counts = Counter((forfeit.bot, forfeit.kind) for forfeit in forfeits)
    first = {(forfeit.bot, forfeit.kind): forfeit for forfeit in reversed(forfeits)}
    return [Failure(name, kind, count, first[name, kind]) for (name, kind), count in sorted(counts.items())]


def times_of(clock: MoveClock | None) -> Times | None:
    """What a clock shows."""
    if clock is None or clock.moves == 0:
        return None
    return Times(clock.moves, clock.seconds / clock.moves, clock.within(0.95), clock.longest)


def _companies(block: Block) -> Iterator[list[tuple[str, int]]]:
    """Those whose ranks compare: the seats of one table, or all who sat alone with the same luck."""
    companies = [list(zip(sitting.seats, played.ranks, strict=True)) for sitting, played in block]
    if all(len(company) == 1 for company in companies):
        companies = [[seat for company in companies for seat in company]]
    yield from companies


def _block_mean(name: str, block: Block, measure: Callable[[list[int]], Sequence[float]]) -> float:
    return fmean(
        value
        for sitting, played in block
        for seat, value in zip(sitting.seats, measure(list(played.ranks)), strict=True)
        if seat == name
    )
