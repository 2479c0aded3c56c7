"""The workers: a lost worker costs a retry and not the run, on this machine and on a cluster."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path

import pytest

from fourleaf import native
from fourleaf.arena import tournament
from fourleaf.arena.workers import ArenaWorkers, NoCluster
from fourleaf.engine import state as engine_state
from tests.arena.guests import KILLED_ONCE
from tests.arena.test_tournament import timeless

KILLER = "tests.arena.guests:KillsItsWorker"
FIRST = "tests.arena.guests:First"
compiled_only = pytest.mark.skipif(
    not native.is_compiled(engine_state), reason="processes and clusters carry the same messages either way"
)


@compiled_only
def test_a_killed_worker_costs_a_retry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KILLED_ONCE, str(tmp_path / "killed"))
    found = tournament("treasure", [KILLER, "random"], 20, seed=1, jobs=2)
    assert (tmp_path / "killed").exists()
    assert (found.games, found.lost, found.failures) == (20, [], [])
    undisturbed = tournament("treasure", [FIRST, "random"], 20, seed=1)
    assert found.contestants[0].score == undisturbed.contestants[0].score


@compiled_only
def test_a_pool_that_has_just_lost_its_worker_is_given_up_and_the_work_done_by_another() -> None:
    pools: list[ProcessPoolExecutor] = []

    def hire() -> Executor:
        pools.append(ProcessPoolExecutor(1, get_context("spawn")))
        return pools[-1]

    def squares() -> Iterator[tuple[int]]:
        yield (4,)
        assert pools[0].submit(os._exit, 1).exception(60) is not None
        yield (9,)

    workers = ArenaWorkers(hire, 2)
    try:
        assert list(workers.do(math.isqrt, squares())) == [2, 3]
        assert len(pools) == 2
    finally:
        workers.part()


@compiled_only
def test_a_game_that_takes_every_worker_along_is_reported_and_the_others_go_on() -> None:
    found = tournament("treasure", ["greedy", "random", KILLER], 2, how="gauntlet", seed=1, jobs=2)
    assert found.lost == [2, 3]
    assert found.games == 2
    assert {contestant.name for contestant in found.contestants} == {"greedy", "random"}
    assert "2 games took the worker along" in str(found)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense", "pigeon://loft:1"])
def test_a_scheduler_that_is_not_there_is_said_to_be_missing(address: str) -> None:
    with pytest.raises(NoCluster, match=f"there is no scheduler at {address}"):
        tournament("treasure", ["random", "random"], scheduler=address)


class Cluster:
    """A real scheduler and its workers, each a process of its own."""

    def __init__(self, address: str, workers: list[subprocess.Popen[bytes]]) -> None:
        self.address = address
        self.workers = workers


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    address_file = tmp_path / "scheduler.json"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONWARNINGS": "default"}

    def start(module: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", "--scheduler-file", str(address_file), *words]
        process = stack.enter_context(
            subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        )
        stack.callback(process.kill)
        return process

    with ExitStack() as stack:
        start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        workers = [
            start("dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
            for _ in range(2)
        ]
        yield Cluster(_address(address_file, workers), workers)


def _address(file: Path, workers: list[subprocess.Popen[bytes]]) -> str:
    from distributed import Client

    while not file.exists():
        time.sleep(0.05)
    with Client(scheduler_file=str(file), set_as_default=False) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(len(workers), timeout=60)
        return str(client.scheduler.address)


@compiled_only
def test_a_cluster_gives_the_same_result_even_when_it_loses_a_worker(cluster: Cluster) -> None:
    def watch(_what: str, done: int, _of: int) -> None:
        if done == 10:
            cluster.workers[0].send_signal(signal.SIGKILL)

    names = ["greedy", "random", FIRST]
    here = tournament("treasure", names, 60, seed=9)
    there = tournament("treasure", names, 60, seed=9, scheduler=cluster.address, watch=watch)
    assert timeless(there) == timeless(here)
    assert cluster.workers[0].wait() == -signal.SIGKILL
    assert cluster.workers[1].poll() is None
