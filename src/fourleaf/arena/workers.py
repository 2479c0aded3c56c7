"""Those who play the games: any `concurrent.futures.Executor`, on this machine or on many."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from time import perf_counter
from typing import Any, Final, ParamSpec, TypeVar

import msgspec

from fourleaf.arena.guard import dismiss, play_guarded
from fourleaf.arena.playing import MoveClock, Sitting, SittingResult, Terms
from fourleaf.engine.errors import BadStart, FourleafError
from fourleaf.processes import end_with

P = ParamSpec("P")
T = TypeVar("T")

PARCEL_SECONDS: Final = 0.25
"""How long a parcel of games should take: long beside the cost of sending it, short beside a run."""
LARGEST_PARCEL: Final = 500
TRIES: Final = 2
"""How often a game that was lost with its worker is tried again, all alone."""


REACH: Final = 5
"""Seconds after which a scheduler that has not answered is not there."""


class NoCluster(FourleafError):
    """There is no scheduler to send the games to."""


class Parcel(msgspec.Struct, frozen=True):
    """What a worker brings back."""

    played: list[SittingResult]
    clocks: dict[str, MoveClock]
    seconds: float


def play_parcel(terms: Terms, sittings: Sequence[Sitting]) -> Parcel:
    """Play some games, one after the other: this is what a worker does."""
    began = perf_counter()
    clocks: dict[str, MoveClock] = {}
    played = [play_guarded(terms, sitting, clocks) for sitting in sittings]
    return Parcel(played, clocks, perf_counter() - began)


class InlineExecutor(Executor):
    """Does at once, in this process, what it is given."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """The result, or the error, in a future that is done."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End what was started beside this process."""
        dismiss()


class ArenaWorkers:
    """Who does the work: an executor, and another one when its workers are lost."""

    def __init__(self, hire: Callable[[], Executor], hands: int) -> None:
        self._hire = hire
        self._executor: Executor | None = None
        self.hands = hands
        self.clocks: dict[str, MoveClock] = {}
        self.lost: list[int] = []
        """Games that took their worker with them each time."""

    def play(self, terms: Terms, sittings: Iterable[Sitting]) -> Generator[SittingResult, None, None]:
        """The results of all sittings, in their order; a sitting that is lost for good is left out."""
        return _Round(self, terms, iter(sittings)).play()

    def do(self, work: Callable[..., T], given: Iterable[tuple[object, ...]]) -> Iterator[T]:
        """The answers to work of our own that needs no guard, in order."""
        flying: deque[tuple[Future[T], tuple[object, ...]]] = deque()
        try:
            for each in given:
                flying.append((self._submit(work, *each), each))
                if len(flying) >= 2 * self.hands:
                    yield self._landed(work, *flying.popleft())
            while flying:
                yield self._landed(work, *flying.popleft())
        finally:
            for future, _ in flying:
                future.cancel()

    def _landed(self, work: Callable[..., T], future: Future[T], given: tuple[object, ...]) -> T:
        try:
            return future.result()
        except losses():
            # It was not the fault of the work, so it can be done here.
            self.part()
            return work(*given)

    def send(self, terms: Terms, parcel: list[Sitting]) -> Future[Parcel]:
        """Have some games played."""
        return self._submit(play_parcel, terms, parcel)

    def part(self) -> None:
        """End the executor; whoever sends more work hires another one."""
        if self._executor is not None:
            self._executor.shutdown(wait=False)
            self._executor = None

    def _submit(self, work: Callable[..., T], *given: object) -> Future[T]:
        try:
            return self._hired().submit(work, *given)
        except losses():
            # A pool that has lost a worker takes no more work.
            self.part()
            return self._hired().submit(work, *given)

    def _hired(self) -> Executor:
        if self._executor is None:
            self._executor = self._hire()
        return self._executor


class _Round:
    """Games on their way: sent out in parcels, taken back in order, sent again when a worker was lost."""

    def __init__(self, workers: ArenaWorkers, terms: Terms, source: Iterator[Sitting]) -> None:
        self.workers = workers
        self.terms = terms
        self.source = source
        self.held: Sitting | None = None
        """The first sitting of the next parcel, if it is known."""
        self.pace: dict[int, float] = {}
        """Seconds that a game of a pairing takes, as far as is known."""
        self.flying: dict[Future[Parcel], list[Sitting]] = {}
        self.suspects: deque[Sitting] = deque()
        self.tries: dict[int, int] = {}
        self.order: deque[int] = deque()
        self.ready: dict[int, SittingResult | None] = {}

    def play(self) -> Generator[SittingResult, None, None]:
        try:
            while self._send():
                for future in wait(self.flying, return_when=FIRST_COMPLETED).done:
                    self._land(future, self.flying.pop(future))
                yield from self._in_order()
        finally:
            for future in self.flying:
                future.cancel()

    def _send(self) -> bool:
        """Keep everybody busy; whether anything is on its way."""
        # After a loss nobody knows whose fault it was: the suspects play one by one.
        while len(self.flying) < (1 if self.suspects else 2 * self.workers.hands):
            parcel = [self.suspects.popleft()] if self.suspects else self._next()
            if not parcel:
                break
            self.flying[self.workers.send(self.terms, parcel)] = parcel
        return bool(self.flying)

    def _next(self) -> list[Sitting]:
        """As many games of one pairing as make a good parcel: another pairing may take a thousand times as long."""
        parcel: list[Sitting] = []
        size = 1
        while len(parcel) < size:
            sitting = next(self.source, None) if self.held is None else self.held
            self.held = None
            if sitting is None:
                break
            if parcel and sitting.pairing != parcel[0].pairing:
                self.held = sitting
                break
            parcel.append(sitting)
            size = min(LARGEST_PARCEL, int(PARCEL_SECONDS / self.pace.get(sitting.pairing, PARCEL_SECONDS)))
        self.order.extend(sitting.number for sitting in parcel)
        return parcel

    def _land(self, future: Future[Parcel], sent: list[Sitting]) -> None:
        try:
            parcel = future.result()
        except losses():
            self._suspect(sent)
        except CancelledError:
            raise NoCluster("the scheduler went away, and the games with it") from None
        else:
            self.ready.update((played.number, played) for played in parcel.played)
            for name, clock in parcel.clocks.items():
                self.workers.clocks.setdefault(name, MoveClock()).add(clock)
            # The first games of a process are slow, and some are longer than others: the pace follows slowly.
            pairing = sent[0].pairing
            pace = self.pace.get(pairing, PARCEL_SECONDS)
            self.pace[pairing] = 0.7 * pace + 0.3 * max(parcel.seconds / len(sent), 1e-6)

    def _suspect(self, sent: list[Sitting]) -> None:
        for sitting in sent:
            self.tries[sitting.number] = self.tries.get(sitting.number, -1) + 1
            if self.tries[sitting.number] < TRIES:
                self.suspects.append(sitting)
            else:
                self.workers.lost.append(sitting.number)
                self.ready[sitting.number] = None

    def _in_order(self) -> Iterator[SittingResult]:
        while self.order and self.order[0] in self.ready:
            played = self.ready.pop(self.order.popleft())
            if played is not None:
                yield played


def losses() -> tuple[type[Exception], ...]:
    """The errors that say that a worker was lost, and not that its work was wrong."""
    # A Dask executor can only be here if somebody has imported it.
    cluster = sys.modules.get("distributed")
    here = (BrokenExecutor, ChildProcessError)
    return here if cluster is None else (*here, cluster.KilledWorker)


@contextmanager
def gathered(jobs: int = 1, scheduler: str | None = None, executor: Executor | None = None) -> Iterator[ArenaWorkers]:
    """Workers: somebody's executor, the workers of a Dask cluster, or processes on this machine."""
    if jobs < 1:
        raise BadStart(f"at least one job must do the work, not {jobs}")
    if executor is not None:
        # It is somebody else's to end.
        yield ArenaWorkers(lambda: executor, os.cpu_count() or 1)
    elif scheduler is not None:
        with _cluster(scheduler) as client:
            try:
                client.wait_for_workers(1, timeout=REACH)
            except TimeoutError:
                raise NoCluster(f"the scheduler at {scheduler} has no workers") from None
            yield ArenaWorkers(lambda: client.get_executor(pure=False), sum(client.nthreads().values()))
    else:
        workers = ArenaWorkers(lambda: _processes(jobs), jobs)
        try:
            yield workers
        finally:
            workers.part()


def _processes(jobs: int) -> Executor:
    # One job needs no other process, and so no script has to be guarded against being imported by one.
    return InlineExecutor() if jobs == 1 else ProcessPoolExecutor(jobs, get_context("spawn"), _leave_quietly)


def _leave_quietly() -> None:
    """Whoever ends the arena, in whatever way, wants no word from its workers and none of them left."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    arena = parent_process()
    assert arena is not None
    end_with(arena.sentinel)


def _cluster(address: str) -> Any:
    try:
        from distributed import Client
        from distributed.comm.addressing import get_address_host_port
    except ImportError:
        raise NoCluster("a cluster needs the extra `cluster`: pip install 'fourleaf[cluster]'") from None
    try:
        # A client that was given nonsense stays half alive.
        get_address_host_port(address)
        return Client(address, timeout=REACH, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise NoCluster(f"there is no scheduler at {address}: {error}") from error
