"""What the kernel knows of processes: their time and memory, and what else the machine was doing."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final, NamedTuple

TICKS: Final = os.sysconf("SC_CLK_TCK")
PROC: Final = Path("/proc")


class Family:
    """A process with all its children, as they are now."""

    def __init__(self, *roots: int) -> None:
        self.roots = roots
        self.children = [pid for root in roots for pid in _descendants(root)]
        self._times: dict[int, float] = {}

    @property
    def own_time(self) -> float:
        """Seconds that the processes themselves have computed."""
        return sum(map(self._time, self.roots))

    @property
    def time(self) -> float:
        """Seconds that they and their children have computed."""
        return self.own_time + sum(map(self._time, self.children))

    @property
    def memory(self) -> int:
        """Bytes that the first of the processes has in memory: bots and databases grow by other things than tables."""
        fields = _fields(self.roots[0])
        return int(fields[21]) * os.sysconf("SC_PAGE_SIZE") if fields else 0

    def _time(self, pid: int) -> float:
        """What a process has computed; of one that has gone, what was known of it last."""
        fields = _fields(pid)
        if fields:
            self._times[pid] = (int(fields[11]) + int(fields[12])) / TICKS
        return self._times.get(pid, 0.0)


class Load(NamedTuple):
    """What the machine was doing beside the bench."""

    average: float
    """Processes that ran or wanted to, over the last minute."""
    others: float
    """Cores that processes other than the bench and its servers used."""


class Bystanders:
    """Everything else on the machine, from the moment this is made."""

    def __init__(self, family: Family) -> None:
        self._family = family
        self._before = self._times()

    def load(self) -> Load:
        """What they have done since."""
        (at, all_of_it, mine), (then, all_before, mine_before) = self._times(), self._before
        seconds = max(at - then, 1e-9)
        return Load(os.getloadavg()[0], max(0.0, (all_of_it - all_before) - (mine - mine_before)) / seconds)

    def _times(self) -> tuple[float, float, float]:
        return time.perf_counter(), _everybody(), self._family.time + time.process_time()


def _everybody() -> float:
    """Seconds that all cores have computed: user, nice, system, irq and softirq."""
    fields = (PROC / "stat").read_text().splitlines()[0].split()[1:]
    return sum(int(fields[place]) for place in (0, 1, 2, 5, 6)) / TICKS


def _descendants(root: int) -> list[int]:
    parents = {}
    for path in PROC.glob("[0-9]*/stat"):
        fields = _fields(int(path.parent.name))
        if fields:
            parents[int(path.parent.name)] = int(fields[1])
    found = [root]
    for pid in found:
        found += [child for child, parent in parents.items() if parent == pid]
    return found[1:]


def _fields(pid: int) -> list[str]:
    """What stands behind the name, which may hold anything; nothing for a process that has gone."""
    try:
        return (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return []
