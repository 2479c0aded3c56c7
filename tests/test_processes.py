"""One supervisor of processes: whatever work does to its process, the next work is done, and nothing is left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fourleaf import native
from fourleaf.engine import state as engine_state
from fourleaf.engine.errors import FourleafError
from fourleaf.processes import Crashed, Failed, Late, Lost, OutOfMemory, Unstarted, Worker, Workers
from tests import deeds

pytestmark = pytest.mark.skipif(not native.is_compiled(engine_state), reason="a process is one either way")


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker(megabytes=2048)
    yield worker
    worker.close()


def test_a_process_stays_for_the_next_work(worker: Worker) -> None:
    assert worker.do(deeds.own_pid) == worker.do(deeds.own_pid) != os.getpid()
    large = bytes(range(256)) * 20_000
    assert worker.do(deeds.twice, large) == large + large


def test_a_process_that_was_killed_while_idle_costs_nothing_but_its_replacement(worker: Worker) -> None:
    for _ in range(2):
        pid = worker.do(deeds.own_pid)
        deeds.kill(pid)
        assert worker.do(deeds.own_pid) != pid


@pytest.mark.parametrize(
    ("work", "given", "lost", "words"),
    [
        (deeds.dies, [signal.SIGKILL], Crashed, "ended its process by SIGKILL"),
        (deeds.dies, [signal.SIGRTMIN + 5], Crashed, f"ended its process by signal {signal.SIGRTMIN + 5}"),
        (deeds.leaves, [7], Crashed, "left its process with code 7"),
        (deeds.hangs, [], Late, "no answer within 0.5 s"),
        (deeds.stops_halfway, [], Late, "no answer within 0.5 s"),
        (deeds.shouts, [2**32 - 1], Crashed, "hung up and did not end"),
        (deeds.babbles, [], Failed, "answered nonsense"),
        (deeds.hoards, [], OutOfMemory, "MemoryError"),
        (deeds.raises, [], Failed, "RuntimeError: no idea"),
        (deeds.misspeaks, [], Failed, "answered nonsense"),
        (deeds.speaks_no_message, [], Failed, "TypeError"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_work_that_goes_wrong_is_said_to_and_the_next_work_is_done(
    worker: Worker, work: Callable[..., int], given: list[Any], lost: type[Lost], words: str
) -> None:
    for _ in range(2):
        with pytest.raises(lost, match=words):
            worker.do(work, *given, within=0.5)
    assert worker.do(deeds.own_pid)


def test_a_refusal_is_one_and_the_process_stays(worker: Worker) -> None:
    pid = worker.do(deeds.own_pid)
    with pytest.raises(FourleafError, match="this will not do"):
        worker.do(deeds.refuses)
    assert worker.do(deeds.own_pid) == pid


def test_work_has_nothing_to_read_and_prints_beside_our_results(
    worker: Worker, capfd: pytest.CaptureFixture[str]
) -> None:
    assert worker.do(deeds.reads_and_prints) == "nothing to read"
    worker.close()
    out, err = capfd.readouterr()
    assert "between the results" not in out
    assert "between the results" in err


@pytest.mark.parametrize(
    ("command", "words"), [("/no/such/python", "no process can be started"), ("/bin/false", "with code 1")]
)
def test_where_no_process_starts_it_is_said_and_tried_again(
    worker: Worker, monkeypatch: pytest.MonkeyPatch, command: str, words: str
) -> None:
    handles = len(list(Path("/proc/self/fd").iterdir()))
    with monkeypatch.context() as broken:
        broken.setattr(sys, "executable", command)
        for _ in range(2):
            with pytest.raises(Unstarted, match=words):
                worker.do(deeds.own_pid)
    assert len(list(Path("/proc/self/fd").iterdir())) == handles
    assert worker.do(deeds.own_pid)


def test_whoever_is_cancelled_takes_the_process_along_and_the_next_one_is_served() -> None:
    async def story() -> None:
        workers = Workers(1, 2048)
        try:
            pid = await workers.do(60.0, deeds.own_pid)
            asking = [asyncio.create_task(workers.do(3600.0, deeds.hangs)) for _ in range(3)]
            last = asyncio.create_task(workers.do(60.0, deeds.own_pid))
            await asyncio.sleep(0.2)
            for task in asking:
                task.cancel()
            assert await last != pid
            deeds.wait_until_gone(pid)
        finally:
            workers.close()

    asyncio.run(story())


def test_closing_ends_what_works_and_answers_what_waits() -> None:
    async def story() -> None:
        before = deeds.descendants(os.getpid())
        workers = Workers(2, 2048)
        asking = [asyncio.create_task(workers.do(3600.0, deeds.hangs)) for _ in range(5)]
        await asyncio.sleep(0.2)
        workers.close()
        assert all(isinstance(answer, Lost) for answer in await asyncio.gather(*asking, return_exceptions=True))
        assert deeds.descendants(os.getpid()) <= before
        with pytest.raises(Unstarted):
            await workers.do(60.0, deeds.own_pid)

    asyncio.run(story())


ORPHANS = """
from fourleaf.processes import Worker
from tests import deeds
idle = Worker()
print(idle.do(deeds.own_pid), flush=True)
Worker().do(deeds.loops_in_c, heard=lambda words: print("looping", flush=True))
"""


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT], ids=lambda by: by.name)
def test_no_process_outlives_its_parent_however_that_ends_and_whatever_it_does(by: signal.Signals) -> None:
    path = os.pathsep.join([str(Path.cwd()), *sys.path])
    words = [sys.executable, "-c", ORPHANS]
    with subprocess.Popen(
        words, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as parent:
        assert parent.stdout is not None
        parent.stdout.readline()
        parent.stdout.readline()
        workers = deeds.descendants(parent.pid)
        assert len(workers) == 2
        parent.send_signal(by)
        parent.wait()
    deeds.wait_until_gone(*workers)
