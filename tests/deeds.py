"""Work for processes, well-behaved and otherwise; and what can be seen of processes from outside."""

from __future__ import annotations

import os
import signal
import socket
import time
from itertools import repeat
from pathlib import Path

from fourleaf import processes
from fourleaf.engine.errors import BadRecord

PATIENCE = 60.0
"""Seconds after which a test that waits for a process gives up; no test's outcome depends on it otherwise."""


def own_pid() -> int:
    return os.getpid()


def dies(by: int) -> int:
    os.kill(os.getpid(), by)
    return 0


def leaves(code: int) -> int:
    os._exit(code)


def hangs() -> int:
    time.sleep(3600)
    return 0


def loops_in_c() -> int:
    """Never lets Python have a word again."""
    processes.tell(os.getpid())
    return sum(repeat(0))


def stops_halfway() -> int:
    """Begins a message that never ends."""
    line = processes._supervisor
    assert line is not None
    line._end.sendall((1000).to_bytes(4, "big") + b"half")
    time.sleep(3600)
    return 0


def shouts(size: int) -> int:
    line = processes._supervisor
    assert line is not None
    line._end.sendall(size.to_bytes(4, "big"))
    time.sleep(3600)
    return 0


def babbles() -> int:
    line = processes._supervisor
    assert line is not None
    line.send(b"no message of ours")
    return 0


def hoards() -> int:
    return len(bytearray(8 << 30))


def raises() -> int:
    raise RuntimeError("no idea")


def refuses() -> int:
    raise BadRecord("this will not do")


def misspeaks() -> int:
    return "one"  # type: ignore[return-value]


def speaks_no_message() -> int:
    return socket  # type: ignore[return-value]


def reads_and_prints() -> str:
    try:
        return input()
    except EOFError:
        print("between the results")
        return "nothing to read"


def twice(text: bytes) -> bytes:
    return text + text


def is_gone(pid: int) -> bool:
    """Whether a process has ended; somebody else's child may wait as a zombie until they look."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return True


def wait_until_gone(*pids: int) -> None:
    until = time.monotonic() + PATIENCE
    while left := [pid for pid in pids if not is_gone(pid)]:
        assert time.monotonic() < until, f"still there: {left}"
        time.sleep(0.02)


def descendants(pid: int) -> set[int]:
    """The processes that a process has started, and theirs."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue
    found: set[int] = set()
    while more := {child for child, parent in parents.items() if parent in found | {pid}} - found:
        found |= more
    return found


def kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)
    wait_until_gone(pid)
