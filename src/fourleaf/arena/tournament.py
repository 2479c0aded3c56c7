"""Many games between bots, and what they say of their strength."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from itertools import pairwise
from time import perf_counter
from typing import TypeAlias

import msgspec

from fourleaf.arena.contestants import Entrant, entered
from fourleaf.arena.estimates import EVEN, Estimate, Wager, estimated, sequential
from fourleaf.arena.guard import introduce
from fourleaf.arena.playing import DEADLINE, MEGABYTES, MoveClock, Sitting, SittingResult, Terms
from fourleaf.arena.plot import ladder_plot
from fourleaf.arena.report import counted, ladder_tables, text_of
from fourleaf.arena.seating import FORMATS, Format, Pairing, duel, pairings
from fourleaf.arena.seeds import derived
from fourleaf.arena.standings import (
    Block,
    Failure,
    Standings,
    Times,
    contestants_of,
    failures_of,
    meeting_score,
    meetings_of,
    times_of,
)
from fourleaf.arena.workers import ArenaWorkers, gathered
from fourleaf.engine.errors import BadStart, listed
from fourleaf.engine.game import seed_from
from fourleaf.engine.options import OptionValue, settle
from fourleaf.engine.whole import whole
from fourleaf.games import game as game_of

Watch: TypeAlias = Callable[[str, int, int], None]
"""Hears what is being played, how many games of it are over, and how many there will be at most."""


def unwatched(_what: str, _done: int, _of: int) -> None:
    """Nobody looks on."""


def tournament(
    game: str,
    contestants: Sequence[Entrant],
    games: int = 1000,
    *,
    how: Format = "table",
    seats: int | None = None,
    seed: int | None = None,
    options: Mapping[str, object] | None = None,
    deadline: float = DEADLINE,
    megabytes: int = MEGABYTES,
    jobs: int = 1,
    scheduler: str | None = None,
    executor: Executor | None = None,
    watch: Watch = unwatched,
) -> Standings:
    """Let bots play: all at one `table`, every two of them (`roundrobin`), or the first against each (`gauntlet`).

    A contestant is the name of a bot, a class (or whatever makes a bot from a seed), or a bot. Each pairing plays at
    least so many `games`, in whole blocks. The same seed gives the same result with any number of jobs and any
    executor, times apart, as long as the bots' budgets are no times.
    """
    played = Tournament(game, contestants, games, how, seats, seed, options, deadline, megabytes)
    played.play(jobs, scheduler, executor, watch)
    return played.standings()


class Tournament:
    """A tournament while it is being played: what it has found can be asked for at any time."""

    def __init__(
        self,
        game: str,
        contestants: Sequence[Entrant],
        games: int = 1000,
        how: Format = "table",
        seats: int | None = None,
        seed: int | None = None,
        options: Mapping[str, object] | None = None,
        deadline: float = DEADLINE,
        megabytes: int = MEGABYTES,
    ) -> None:
        names, self._terms, games = checked(game, contestants, options, deadline, megabytes, games)
        if how not in FORMATS:
            raise BadStart(f"there is no format {how!r}; the formats are {listed(FORMATS)}")
        self._how = how
        self._seed = seed_from(seed)
        self._seats = _seats_at(game, names, how, seats)
        self._pairings = pairings(names, how, self._seats)
        self._counts = [pairing.blocks(games) for pairing in self._pairings]
        self._groups: list[list[Block]] = [[] for _ in self._pairings]
        self._workers: ArenaWorkers | None = None
        self._began = perf_counter()

    @property
    def games(self) -> int:
        """How many games there will be."""
        return sum(count * pairing.games for count, pairing in zip(self._counts, self._pairings, strict=True))

    def play(
        self,
        jobs: int = 1,
        scheduler: str | None = None,
        executor: Executor | None = None,
        watch: Watch = unwatched,
    ) -> None:
        """Play all games."""
        with gathered(jobs, scheduler, executor) as self._workers:
            plan = _plan(self._pairings, self._counts, self._seed)
            blocks = play_blocks(
                self._workers, self._terms, plan, lambda done: watch(self._terms.game, done, self.games)
            )
            for block in blocks:
                self._groups[block[0][0].pairing].append(block)

    def standings(self) -> Standings:
        """What the blocks that are whole have found so far."""
        workers = self._workers
        contestants = contestants_of(self._pairings, self._groups, {} if workers is None else workers.clocks)
        played = [end for group in self._groups for block in group for _, end in block]
        return Standings(
            self._terms.game,
            self._how,
            self._seats,
            self._seed,
            len(played),
            sum(map(len, self._groups)),
            contestants,
            meetings_of(self._groups, [contestant.name for contestant in contestants]),
            failures_of(played),
            [] if workers is None else sorted(workers.lost),
            perf_counter() - self._began,
            dict(self._terms.options),
            self.games,
        )


class Rung(msgspec.Struct, frozen=True):
    """Whether one level beats the one below it at a table of so many seats."""

    stronger: str
    weaker: str
    seats: int
    games: int
    blocks: int
    score: Estimate
    """How often the stronger one finished before the weaker one, a tie being half."""
    times: Times | None
    """Those of the stronger one."""


def untold(_rung: Rung) -> None:
    """Nobody waits for it."""


class Ladder(msgspec.Struct, frozen=True):
    """Each contestant against the one below, at every number of seats."""

    game: str
    seed: int
    until_decided: bool
    rungs: list[Rung]
    failures: list[Failure]
    lost: list[int]
    seconds: float
    options: dict[str, OptionValue] = {}

    def __str__(self) -> str:
        return text_of(ladder_tables(self))

    def plot(self) -> str:
        """A picture of the scores, as SVG."""
        return ladder_plot(self)

    _repr_svg_ = plot

    @property
    def holds(self) -> bool:
        """Whether everybody beats the one below."""
        return all(rung.score.verdict == "beats" for rung in self.rungs)


def ladder(
    game: str,
    contestants: Sequence[Entrant],
    games: int = 1000,
    *,
    seats: Iterable[int] | None = None,
    until_decided: bool = False,
    seed: int | None = None,
    options: Mapping[str, object] | None = None,
    deadline: float = DEADLINE,
    megabytes: int = MEGABYTES,
    jobs: int = 1,
    scheduler: str | None = None,
    executor: Executor | None = None,
    watch: Watch = unwatched,
    tell: Callable[[Rung], None] = untold,
) -> Ladder:
    """Let each contestant, given from the weakest up, play the one below at every number of seats.

    With `until_decided` a comparison ends as soon as it is decided, at the latest after `games`; its bounds are then
    wider ones that hold however often one looks. `tell` hears of each comparison when it is over.
    """
    climbing = Climbing(game, contestants, games, seats, until_decided, seed, options, deadline, megabytes)
    climbing.play(jobs, scheduler, executor, watch, tell)
    return climbing.ladder()


class Climbing:
    """A ladder while it is being climbed: what it has found can be asked for at any time."""

    def __init__(
        self,
        game: str,
        contestants: Sequence[Entrant],
        games: int = 1000,
        seats: Iterable[int] | None = None,
        until_decided: bool = False,
        seed: int | None = None,
        options: Mapping[str, object] | None = None,
        deadline: float = DEADLINE,
        megabytes: int = MEGABYTES,
    ) -> None:
        names, self._terms, self._games = checked(game, contestants, options, deadline, megabytes, games)
        if len(names) < 2 or len(set(names)) < len(names):
            raise BadStart("a ladder has at least two contestants, each named once, the weakest first")
        tables = list(game_of(game).seats if seats is None else seats)
        for table in tables:
            game_of(game).begin(table, self._terms.options)
        self._seed = seed_from(seed)
        self._until_decided = until_decided
        self._climbs = [
            _Climb(stronger, weaker, table, derived(self._seed, step, table), until_decided)
            for step, (weaker, stronger) in enumerate(pairwise(names))
            for table in tables
        ]
        self._workers: ArenaWorkers | None = None
        self._began = perf_counter()

    def play(
        self,
        jobs: int = 1,
        scheduler: str | None = None,
        executor: Executor | None = None,
        watch: Watch = unwatched,
        tell: Callable[[Rung], None] = untold,
    ) -> None:
        """Play all comparisons, one after the other."""
        with gathered(jobs, scheduler, executor) as self._workers:
            for climb in self._climbs:
                tell(climb.climbed(self._workers, self._terms, self._games, watch))

    def ladder(self) -> Ladder:
        """What the blocks that are whole have found so far."""
        begun = [climb for climb in self._climbs if climb.scores]
        return Ladder(
            self._terms.game,
            self._seed,
            self._until_decided,
            [climb.rung() for climb in begun],
            failures_of(end for climb in begun for end in climb.ends),
            [] if self._workers is None else sorted(self._workers.lost),
            perf_counter() - self._began,
            dict(self._terms.options),
        )


class _Climb:
    """One comparison of a ladder while it is being played."""

    def __init__(self, stronger: str, weaker: str, seats: int, seed: int, until_decided: bool) -> None:
        self.stronger = stronger
        self.weaker = weaker
        self.pairing = duel(stronger, weaker, seats)
        self.seed = seed
        self.until_decided = until_decided
        self.ends: list[SittingResult] = []
        self.scores: list[float] = []
        self._clocks: dict[str, MoveClock] = {}

    def climbed(self, workers: ArenaWorkers, terms: Terms, games: int, watch: Watch) -> Rung:
        """Play and judge."""
        self._clocks = workers.clocks = {}
        count = self.pairing.blocks(games)
        what = f"{self.stronger} v {self.weaker}, {counted(self.pairing.seats, 'seat')}"
        above, below = Wager(EVEN), Wager(EVEN)
        blocks = play_blocks(
            workers,
            terms,
            _plan([self.pairing], [count], self.seed),
            lambda done: watch(what, done, count * self.pairing.games),
        )
        for block in blocks:
            score = meeting_score(self.stronger, self.weaker, block)
            assert score is not None
            self.scores.append(score)
            self.ends += [end for _, end in block]
            above.add(score)
            below.add(1 - score)
            if self.until_decided and (above.won() or below.won()):
                blocks.close()
                break
        if not self.scores:
            raise BadStart("no block of games could be finished: each took its worker with it")
        return self.rung()

    def rung(self) -> Rung:
        """What it has found so far."""
        score = sequential(self.scores) if self.until_decided else estimated([self.scores], 0, 1)
        return Rung(
            self.stronger,
            self.weaker,
            self.pairing.seats,
            len(self.ends),
            len(self.scores),
            score,
            times_of(self._clocks.get(self.stronger)),
        )


def play_blocks(
    workers: ArenaWorkers, terms: Terms, blocks: Iterable[list[Sitting]], over: Callable[[int], None]
) -> Generator[Block, None, None]:
    """Play the blocks and give each back when it is whole; one of which a game was lost never is."""
    sittings: dict[int, Sitting] = {}
    sizes: dict[int, int] = {}

    def sent() -> Iterator[Sitting]:
        for block in blocks:
            sizes[block[0].block] = len(block)
            for sitting in block:
                sittings[sitting.number] = sitting
                yield sitting

    halves: dict[int, Block] = {}
    results = workers.play(terms, sent())
    try:
        for done, played in enumerate(results, 1):
            sitting = sittings.pop(played.number)
            block = halves.setdefault(sitting.block, [])
            block.append((sitting, played))
            over(done)
            if len(block) == sizes[sitting.block]:
                del halves[sitting.block], sizes[sitting.block]
                yield block
    finally:
        results.close()


def _plan(all_pairings: Sequence[Pairing], counts: Sequence[int], seed: int) -> Iterator[list[Sitting]]:
    number = first = 0
    for place, (pairing, count) in enumerate(zip(all_pairings, counts, strict=True)):
        for turn in range(count):
            yield pairing.block(place, number, derived(seed, place, turn), first)
            number += 1
            first += pairing.games


def checked(
    game: str,
    contestants: Sequence[Entrant],
    options: Mapping[str, object] | None,
    deadline: float,
    megabytes: int,
    games: int,
) -> tuple[list[str], Terms, int]:
    """The names of those who take part, what they play under, and how many games: all of it, or a refusal."""
    number = whole(games)
    if number is None or number < 1:
        raise BadStart(f"at least one game must be played, not {games!r}")
    if not deadline > 0:
        raise BadStart(f"a deadline is some seconds, not {deadline:g}")
    if not megabytes > 0:
        raise BadStart(f"a process needs some megabytes, not {megabytes}")
    field = entered(contestants)
    chosen = settle(game_of(game).options, options or {})
    terms = Terms(game, chosen, deadline, megabytes, brought=field.brought, script=field.script)
    introduce(terms, field.names)
    return field.names, terms, number


def _seats_at(game: str, names: Sequence[str], how: Format, seats: int | None) -> int:
    known = game_of(game)
    if how == "table":
        if seats not in (None, len(names)):
            raise BadStart(f"at one table there is a seat for each name: {len(names)}, not {seats}")
        at_table = len(names)
    else:
        at_table = next(count for count in known.seats if count > 1) if seats is None else seats
    if at_table not in known.seats:
        raise BadStart(f"{known.title} has {known.seats[0]} to {known.seats[-1]} seats, not {at_table}")
    return at_table
