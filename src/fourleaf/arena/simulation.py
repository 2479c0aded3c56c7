"""Many games with the same bots in the same seats, counted: what a game is like, and what each seat is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter
from typing import Final, TypeVar

import msgspec
from librt.random import Random

from fourleaf.arena.contestants import Entrant
from fourleaf.arena.estimates import Estimate, mean_of_games, share_of_games
from fourleaf.arena.playing import DEADLINE, MEGABYTES, Sitting, SittingResult, Terms
from fourleaf.arena.seeds import derived
from fourleaf.arena.standings import Failure, failures_of, win_shares
from fourleaf.arena.tournament import Watch, checked, unwatched
from fourleaf.arena.workers import ArenaWorkers, gathered
from fourleaf.engine.game import seed_from
from fourleaf.engine.options import OptionValue
from fourleaf.engine.playout import Tally, tally_random_games
from fourleaf.games import game as game_of

BATCH: Final = 500
"""Games of random play that are counted in one go; each batch has a seed of its own, whoever plays it."""


class Counts(msgspec.Struct):
    """What games had in common, added up."""

    games: int = 0
    decisions: int = 0
    longest: int = 0
    """The most decisions in one game."""
    chances: int = 0
    choices: int = 0
    """The legal actions of all decisions."""
    widest: int = 0
    """The most legal actions at one decision."""
    nobody: int = 0
    wins: list[float] = []
    win_squares: list[float] = []
    scores: list[int] = []
    score_squares: list[int] = []

    def add(self, other: Counts) -> None:
        """Count other games too."""
        self.games += other.games
        self.decisions += other.decisions
        self.chances += other.chances
        self.choices += other.choices
        self.nobody += other.nobody
        self.longest = max(self.longest, other.longest)
        self.widest = max(self.widest, other.widest)
        self.wins = _added(self.wins, other.wins)
        self.win_squares = _added(self.win_squares, other.win_squares)
        self.scores = _added(self.scores, other.scores)
        self.score_squares = _added(self.score_squares, other.score_squares)


Number = TypeVar("Number", int, float)


def _added(sums: list[Number], more: list[Number]) -> list[Number]:
    return [had + got for had, got in zip(sums, more, strict=True)] if sums else more


class Simulation(msgspec.Struct, frozen=True):
    """What many games of one kind were like."""

    game: str
    seats: list[str]
    """The bot in each seat."""
    options: dict[str, OptionValue]
    seed: int
    planned: int
    """How many games there were to be."""
    counts: Counts
    failures: list[Failure]
    lost: list[int]
    seconds: float

    @property
    def wins(self) -> list[Estimate]:
        """The share of victories of each seat; a shared one is shared out."""
        both = zip(self.counts.wins, self.counts.win_squares, strict=True)
        return [share_of_games(self.counts.games, *sums) for sums in both]

    @property
    def nobody(self) -> Estimate:
        """How often nobody wins."""
        return share_of_games(self.counts.games, self.counts.nobody, self.counts.nobody)

    @property
    def scores(self) -> list[Estimate]:
        """The points of each seat."""
        both = zip(self.counts.scores, self.counts.score_squares, strict=True)
        return [mean_of_games(self.counts.games, *sums) for sums in both]


class Simulating:
    """A simulation while it goes on: what it has counted can be asked for at any time."""

    def __init__(
        self,
        game: str,
        seats: Sequence[Entrant],
        games: int = 1000,
        seed: int | None = None,
        options: Mapping[str, object] | None = None,
        deadline: float = DEADLINE,
        megabytes: int = MEGABYTES,
    ) -> None:
        game_of(game).begin(len(seats), options)
        self._names, terms, self._games = checked(game, seats, options, deadline, megabytes, games)
        self._terms = msgspec.structs.replace(terms, counts=True)
        self._seed = seed_from(seed)
        self._counts = Counts()
        self._ends: list[SittingResult] = []
        """Games in which somebody failed."""
        self._workers: ArenaWorkers | None = None
        self._began = perf_counter()

    def play(self, jobs: int = 1, watch: Watch = unwatched) -> None:
        """Play all games."""
        with gathered(jobs) as self._workers:
            all_random = set(self._names) == {"random"}
            for counts in (self._batches if all_random else self._one_by_one)(self._workers):
                self._counts.add(counts)
                watch(self._terms.game, self._counts.games, self._games)

    def found(self) -> Simulation:
        """What has been counted so far."""
        return Simulation(
            self._terms.game,
            self._names,
            dict(self._terms.options),
            self._seed,
            self._games,
            self._counts,
            failures_of(self._ends),
            [] if self._workers is None else sorted(self._workers.lost),
            perf_counter() - self._began,
        )

    def _batches(self, workers: ArenaWorkers) -> Iterator[Counts]:
        """Random play has a way of its own through compiled code."""
        work = [
            (self._terms, len(self._names), min(BATCH, self._games - first), derived(self._seed, first))
            for first in range(0, self._games, BATCH)
        ]
        return workers.do(count_random_games, work)

    def _one_by_one(self, workers: ArenaWorkers) -> Iterator[Counts]:
        for played in workers.play(self._terms, self._sittings()):
            if played.forfeits:
                self._ends.append(played)
            yield _counted(played)

    def _sittings(self) -> Iterator[Sitting]:
        for number in range(self._games):
            luck = derived(self._seed, number)
            yield Sitting(number, 0, number, tuple(self._names), luck, derived(luck, 0))


def simulate(
    game: str,
    seats: Sequence[Entrant],
    games: int = 1000,
    *,
    seed: int | None = None,
    options: Mapping[str, object] | None = None,
    deadline: float = DEADLINE,
    megabytes: int = MEGABYTES,
    jobs: int = 1,
    watch: Watch = unwatched,
) -> Simulation:
    """Play many games with the same bots in the same seats, and count; the same seed gives the same counts."""
    simulating = Simulating(game, seats, games, seed, options, deadline, megabytes)
    simulating.play(jobs, watch=watch)
    return simulating.found()


def count_random_games(terms: Terms, seats: int, games: int, seed: int) -> Counts:
    """Counts of random play."""
    tally = Tally(seats)
    tally_random_games(game_of(terms.game).rules.begin(seats, terms.options), games, Random(seed), tally)
    return Counts(
        games,
        int(tally.decisions),
        int(tally.longest),
        int(tally.chances),
        int(tally.choices),
        int(tally.widest),
        int(tally.nobody),
        list(tally.wins),
        list(tally.win_squares),
        list(tally.scores),
        list(tally.score_squares),
    )


def _counted(played: SittingResult) -> Counts:
    shape = played.shape
    assert shape is not None
    wins = win_shares(played.ranks)
    return Counts(
        1,
        shape.decisions,
        shape.decisions,
        shape.chances,
        shape.choices,
        shape.widest,
        0 if 0 in played.ranks else 1,
        wins,
        [share * share for share in wins],
        list(shape.scores),
        [score * score for score in shape.scores],
    )
