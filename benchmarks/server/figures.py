"""The arithmetic: percentiles, sums over rounds, and ratios within a round."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from math import ceil

import msgspec


class Window(msgspec.Struct, frozen=True, kw_only=True):
    """What was seen while all tables were in play."""

    moves: int
    seconds: float
    latencies: list[float]
    """Seconds from sending a move until the last of the others had it."""
    updates: int
    update_bytes: int
    server_time: float
    """Seconds that the server and its children have computed."""
    client_time: float
    """Seconds that the players have computed, all in one process."""
    dropped: int


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What it took to open tables: how many a second got through each step, some at a time."""

    steps: dict[str, float]
    first_bytes: float
    """Bytes of the first update, on the average."""
    table_bytes: float
    """Bytes of memory a table with its sockets, idle."""


class Figures(msgspec.Struct, frozen=True, kw_only=True):
    """What a server has shown in one round."""

    moves_a_second: float
    p50: float
    p95: float
    p99: float
    """Milliseconds from sending to the other player's receipt."""
    cpu: float
    """Seconds of server time for a thousand moves."""
    update_bytes: float
    first_bytes: float
    table_kb: float
    steps: dict[str, float]
    clients: float
    """The share of a core that the players used; near 1 they are what is measured."""
    dropped: int


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest of the values that at least this share of them does not exceed."""
    if not values:
        raise ValueError("no value has no percentile")
    return sorted(values)[max(ceil(share * len(values)), 1) - 1]


def together(windows: Sequence[Window]) -> Window:
    """Several windows of one server as one."""
    return Window(
        moves=sum(window.moves for window in windows),
        seconds=sum(window.seconds for window in windows),
        latencies=[latency for window in windows for latency in window.latencies],
        updates=sum(window.updates for window in windows),
        update_bytes=sum(window.update_bytes for window in windows),
        server_time=sum(window.server_time for window in windows),
        client_time=sum(window.client_time for window in windows),
        dropped=sum(window.dropped for window in windows),
    )


def figures(window: Window, setups: Sequence[Setup]) -> Figures:
    """What a window and the set-ups before it amount to; memory is that of the first, when the server was fresh."""
    p50, p95, p99 = (1000 * percentile(window.latencies, share) for share in (0.5, 0.95, 0.99))
    return Figures(
        moves_a_second=window.moves / window.seconds,
        p50=p50,
        p95=p95,
        p99=p99,
        cpu=1000 * window.server_time / window.moves,
        update_bytes=window.update_bytes / window.updates,
        first_bytes=statistics.mean(setup.first_bytes for setup in setups),
        table_kb=setups[0].table_bytes / 1024,
        steps={step: statistics.median(setup.steps[step] for setup in setups) for step in setups[0].steps},
        clients=window.client_time / window.seconds,
        dropped=window.dropped,
    )


def middle(rounds: Sequence[Figures]) -> Figures:
    """The median of each figure over the rounds; sockets that dropped are counted, not averaged."""

    def median(name: str) -> float:
        return statistics.median(float(getattr(one, name)) for one in rounds)

    names = [name for name in Figures.__struct_fields__ if name not in ("steps", "dropped")]
    return Figures(
        **{name: median(name) for name in names},
        steps={step: statistics.median(one.steps[step] for one in rounds) for step in rounds[0].steps},
        dropped=sum(one.dropped for one in rounds),
    )


def ratio(ours: Iterable[float], peers: Iterable[float]) -> float:
    """Ours in parts of the peer's, round by round, and the median of that: what disturbed a round disturbed both."""
    return statistics.median(our / peer for our, peer in zip(ours, peers, strict=True))
