"""Token buckets: so many in a row, and so many a second after that."""

from __future__ import annotations

from fourleaf.server.clock import Clock
from fourleaf.server.errors import TooMuch
from fourleaf.server.limits import Rate

MOST_BUCKETS = 20_000
"""Buckets after which the full ones, which say nothing, are thrown away."""


class Buckets:
    """One bucket for everybody who asks for the same thing."""

    def __init__(self, clock: Clock, rate: Rate, factor: float, what: str) -> None:
        self._clock = clock
        self._burst = rate.burst * factor
        self._a_second = rate.a_second * factor
        self._what = what
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, who: str, cost: float = 1.0) -> None:
        """Take something out of somebody's bucket; refused when there is not enough in it."""
        now = self._clock.steady()
        left = self._now(who, now)
        # What costs more than a bucket holds is had for a full one.
        cost = min(cost, self._burst)
        if left < cost:
            wait = (cost - left) / self._a_second
            raise TooMuch(f"too many {self._what}; wait {wait:.1f} seconds")
        self._left[who] = (left - cost, now)
        if len(self._left) > MOST_BUCKETS:
            self._left = {key: held for key, held in self._left.items() if self._now(key, now) < self._burst}

    def give_back(self, who: str) -> None:
        """What was taken last does not count after all."""
        now = self._clock.steady()
        self._left[who] = (min(self._burst, self._now(who, now) + 1), now)

    def _now(self, who: str, now: float) -> float:
        left, at = self._left.get(who, (self._burst, now))
        return min(self._burst, left + (now - at) * self._a_second)
