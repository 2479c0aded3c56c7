"""Many games between bots, and what they say of their strength."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from itertools import pairwise
from time import perf_counter
from typing import Final, TypeAlias

import msgspec

from fourleaf.arena.crew import Crew, gathered
from fourleaf.arena.estimates import EVEN, Estimate, Wager, estimated, sequential
from fourleaf.arena.playing import Played, Sitting, Terms
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
from fourleaf.bots import bot
from fourleaf.bots.guest import guest, is_guest
from fourleaf.engine.errors import BadStart, listed
from fourleaf.engine.luck import fresh_seed
from fourleaf.engine.options import settle
from fourleaf.games import game as game_of

DEADLINE: Final = 10.0
"""Seconds that a bot from outside has for a move unless somebody says otherwise."""

Watch: TypeAlias = Callable[[str, int, int], None]
"""Hears what is being played, how many games of it are over, and how many there will be at most."""


def unwatched(_what: str, _done: int, _of: int) -> None:
    """Nobody looks on."""


def tournament(
    game: str,
    names: Sequence[str],
    games: int = 1000,
    *,
    how: Format = "table",
    seats: int | None = None,
    seed: int | None = None,
    options: Mapping[str, object] | None = None,
    deadline: float = DEADLINE,
    jobs: int = 1,
    scheduler: str | None = None,
    executor: Executor | None = None,
    watch: Watch = unwatched,
) -> Standings:
    """Let bots play: all at one `table`, every two of them (`roundrobin`), or the first against each (`gauntlet`).

    Each pairing plays at least so many `games`, in whole blocks. The same seed gives the same result with any number of
    jobs and any executor, times apart, as long as the bots' budgets are no times.
    """
    terms = _terms(game, names, options, deadline, games)
    if how not in FORMATS:
        raise BadStart(f"there is no format {how!r}; the formats are {listed(FORMATS)}")
    seed = fresh_seed() if seed is None else seed
    at_table = _seats_at(game, names, how, seats)
    all_pairings = pairings(names, how, at_table)
    counts = [pairing.blocks(games) for pairing in all_pairings]
    total = sum(count * pairing.games for count, pairing in zip(counts, all_pairings, strict=True))
    began = perf_counter()
    groups: list[list[Block]] = [[] for _ in all_pairings]
    with gathered(jobs, scheduler, executor) as crew:
        plan = _plan(all_pairings, counts, seed)
        for block in play_blocks(crew, terms, plan, lambda done: watch(game, done, total)):
            groups[block[0][0].pairing].append(block)
    contestants = contestants_of(all_pairings, groups, crew.clocks)
    played = [end for group in groups for block in group for _, end in block]
    return Standings(
        game,
        how,
        at_table,
        seed,
        len(played),
        sum(map(len, groups)),
        contestants,
        meetings_of(groups, [contestant.name for contestant in contestants]),
        failures_of(played),
        sorted(crew.lost),
        perf_counter() - began,
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
    names: Sequence[str],
    games: int = 1000,
    *,
    seats: Iterable[int] | None = None,
    until_decided: bool = False,
    seed: int | None = None,
    options: Mapping[str, object] | None = None,
    deadline: float = DEADLINE,
    jobs: int = 1,
    scheduler: str | None = None,
    executor: Executor | None = None,
    watch: Watch = unwatched,
    tell: Callable[[Rung], None] = untold,
) -> Ladder:
    """Let each contestant, named from the weakest up, play the one below at every number of seats.

    With `until_decided` a comparison ends as soon as it is decided, at the latest after `games`; its bounds are then
    wider ones that hold however often one looks. `tell` hears of each comparison when it is over.
    """
    terms = _terms(game, names, options, deadline, games)
    if len(names) < 2 or len(set(names)) < len(names):
        raise BadStart("a ladder has at least two contestants, each named once, the weakest first")
    tables = list(game_of(game).seats if seats is None else seats)
    for table in tables:
        game_of(game).start(table, seed=0)
    seed = fresh_seed() if seed is None else seed
    began = perf_counter()
    rungs: list[Rung] = []
    ends: list[Played] = []
    with gathered(jobs, scheduler, executor) as crew:
        for step, (weaker, stronger) in enumerate(pairwise(names)):
            for table in tables:
                climb = _Climb(stronger, weaker, table, derived(seed, step, table), until_decided)
                rungs.append(climb.climbed(crew, terms, games, watch))
                tell(rungs[-1])
                ends += climb.ends
    return Ladder(game, seed, until_decided, rungs, failures_of(ends), sorted(crew.lost), perf_counter() - began)


class _Climb:
    """One comparison of a ladder while it is being played."""

    def __init__(self, stronger: str, weaker: str, seats: int, seed: int, until_decided: bool) -> None:
        self.stronger = stronger
        self.weaker = weaker
        self.pairing = duel(stronger, weaker, seats)
        self.seed = seed
        self.until_decided = until_decided
        self.ends: list[Played] = []

    def climbed(self, crew: Crew, terms: Terms, games: int, watch: Watch) -> Rung:
        """Play and judge."""
        crew.clocks.clear()
        count = self.pairing.blocks(games)
        what = f"{self.stronger} v {self.weaker}, {counted(self.pairing.seats, 'seat')}"
        scores: list[float] = []
        above, below = Wager(EVEN), Wager(EVEN)
        blocks = play_blocks(
            crew,
            terms,
            _plan([self.pairing], [count], self.seed),
            lambda done: watch(what, done, count * self.pairing.games),
        )
        for block in blocks:
            score = meeting_score(self.stronger, self.weaker, block)
            assert score is not None
            scores.append(score)
            self.ends += [end for _, end in block]
            above.add(score)
            below.add(1 - score)
            if self.until_decided and (above.won() or below.won()):
                blocks.close()
                break
        return self._rung(crew, scores)

    def _rung(self, crew: Crew, scores: list[float]) -> Rung:
        if not scores:
            raise BadStart("no block of games could be finished: each took its worker with it")
        score = sequential(scores) if self.until_decided else estimated([scores], 0, 1)
        return Rung(
            self.stronger,
            self.weaker,
            self.pairing.seats,
            len(self.ends),
            len(scores),
            score,
            times_of(crew.clocks.get(self.stronger)),
        )


def play_blocks(
    crew: Crew, terms: Terms, blocks: Iterable[list[Sitting]], over: Callable[[int], None]
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
    results = crew.play(terms, sent())
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


def _terms(game: str, names: Sequence[str], options: Mapping[str, object] | None, deadline: float, games: int) -> Terms:
    if games < 1:
        raise BadStart(f"at least one game must be played, not {games}")
    if not deadline > 0:
        raise BadStart(f"a deadline is some seconds, not {deadline:g}")
    for name in names:
        # A bot from outside may do anything when it is made; that it can be found is enough here.
        guest(name) if is_guest(name) else bot(name, 0)
    return Terms(game, settle(game_of(game).options, options or {}), deadline)


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
