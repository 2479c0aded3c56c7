"""The log, measured: how long it takes until an entry is durable, and how many moves there were."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from prometheus_client import Counter
from sqlalchemy import Connection

from fourleaf.server.metrics import Metrics
from fourleaf.server.storage.database import Database
from fourleaf.server.storage.entries import LogRow, Played
from fourleaf.server.storage.log import Log, TableIndex


class MeasuredLog(Log):
    """A log that counts."""

    def __init__(self, database: Database, metrics: Metrics) -> None:
        super().__init__(database)
        self._metrics = metrics
        self._moves: dict[tuple[str, str], Counter] = {}

    async def append(
        self, rows: Sequence[LogRow], index: TableIndex, also: Callable[[Connection], None] | None = None
    ) -> None:
        """Write rows for good and note how long it took."""
        began = time.perf_counter()
        await super().append(rows, index, also)
        self._metrics.append_seconds.observe(time.perf_counter() - began)
        for row in rows:
            if isinstance(row.line.entry, Played):
                self._counter(index.game, row.line.entry.by).inc()

    def _counter(self, game: str, by: str) -> Counter:
        """There are few of them, and to find one by its labels costs more than to count."""
        counter = self._moves.get((game, by))
        if counter is None:
            counter = self._moves[game, by] = self._metrics.moves.labels(game, by)
        return counter
