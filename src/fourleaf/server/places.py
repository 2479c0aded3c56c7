"""Places for what takes long: some for everybody, and few of them for one."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator

from fourleaf.server.errors import Busy, TooMuch
from fourleaf.server.limits import REPLAYS_AT_ONCE, REPLAYS_WAITING


class Places:
    """Who has something replayed, or waits for it."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._taken: Counter[str] = Counter()

    @contextlib.contextmanager
    def one(self, who: str) -> Iterator[None]:
        """One of the places for those who wait, of which nobody has more than a few."""
        if self._taken[who] >= REPLAYS_AT_ONCE:
            raise TooMuch(
                f"{REPLAYS_AT_ONCE} {self._what} of yours are being replayed, which are the most; wait for one"
            )
        if self._taken.total() >= REPLAYS_WAITING:
            raise Busy(f"{REPLAYS_WAITING} {self._what} wait to be replayed, which are the most; please try again soon")
        self._taken[who] += 1
        try:
            yield
        finally:
            self._taken[who] -= 1
            if not self._taken[who]:
                del self._taken[who]
