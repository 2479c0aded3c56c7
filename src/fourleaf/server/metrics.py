"""/metrics: what the server does, as Prometheus reads it; names and counts, never who or what is held."""

from __future__ import annotations

import time
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, generate_latest

import fourleaf

SOON: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds of the buckets for what should be quick."""
SLOW: Final = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
"""Seconds of the buckets for bots."""
LONG: Final = (1.0, 3.0, 10.0, 30.0, 100.0, 300.0)
"""Seconds of the buckets for reviews."""


class Metrics:
    """The figures of one server."""

    def __init__(self, node: str = "") -> None:
        self._registry = registry = CollectorRegistry()
        said = Info("fourleaf_node", "Which server answers, where there are several.", registry=registry)
        said.info({"node": node, "version": fourleaf.__version__})
        self.tables = Gauge("fourleaf_tables", "Tables by status.", ["status"], registry=registry)
        self.loaded = Gauge("fourleaf_tables_in_memory", "Tables in memory.", registry=registry)
        self.frozen = Gauge(
            "fourleaf_tables_frozen", "Tables that cannot go on by a fault of their own.", registry=registry
        )
        self.sockets = Gauge("fourleaf_sockets", "Open sockets and streams.", registry=registry)
        self.longest_queue = Gauge(
            "fourleaf_queue_longest", "Messages waiting for the slowest reader.", registry=registry
        )
        self.writes_waiting = Gauge("fourleaf_writes_waiting", "Writes that wait for the writer.", registry=registry)
        self.commits = Gauge("fourleaf_commits", "Transactions since the start.", registry=registry)
        # Divided by the moves: what a move costs, and so how many tables a core serves.
        self.computed = Gauge(
            "fourleaf_cpu_seconds", "Seconds that the server's own process has computed.", registry=registry
        )
        self.computed.set_function(time.process_time)
        self.moves = Counter("fourleaf_moves", "Decisions written down.", ["game", "by"], registry=registry)
        self.append_seconds = Histogram(
            "fourleaf_append_seconds", "From a checked entry to a durable one.", buckets=SOON, registry=registry
        )
        self.bot_seconds = Histogram(
            "fourleaf_bot_seconds", "How long bots think.", ["bot"], buckets=SLOW, registry=registry
        )
        self.bot_failures = Gauge(
            "fourleaf_bot_failures", "Bots that did not answer with a legal action.", registry=registry
        )
        self.reviews = Gauge("fourleaf_reviews", "Reviews by how far they are.", ["state"], registry=registry)
        self.review_seconds = Histogram(
            "fourleaf_review_seconds", "How long reviews take once it is their turn.", buckets=LONG, registry=registry
        )
        self.requests = Counter("fourleaf_requests", "HTTP answers.", ["route", "method", "status"], registry=registry)
        self.request_seconds = Histogram(
            "fourleaf_request_seconds", "How long HTTP answers take.", ["route"], buckets=SOON, registry=registry
        )
        self.messages = Counter("fourleaf_messages", "Messages of clients.", ["type", "outcome"], registry=registry)
        self._heard: dict[tuple[str, str], Counter] = {}
        self.notices = Counter("fourleaf_notices", "Notices to webhooks.", ["outcome"], registry=registry)
        self.restarts = Counter(
            "fourleaf_background_restarts", "Background tasks that died.", ["task"], registry=registry
        )

    def heard(self, kind: str, outcome: str) -> None:
        """A client has said something, and it was done or refused."""
        counter = self._heard.get((kind, outcome))
        if counter is None:
            counter = self._heard[kind, outcome] = self.messages.labels(kind, outcome)
        counter.inc()

    def thought(self, name: str, seconds: float) -> None:
        """A bot has answered; the figures are by its kind."""
        self.bot_seconds.labels(name.partition(":")[0]).observe(seconds)

    def reviewed(self, seconds: float) -> None:
        """A review is made."""
        self.review_seconds.observe(seconds)

    def noticed(self, outcome: str) -> None:
        """A notice was tried: it arrived, failed, was given up or is gone."""
        self.notices.labels(outcome).inc()

    def restarted(self, task: str) -> None:
        """A task in the background has died and begins again."""
        self.restarts.labels(task).inc()

    def text(self) -> bytes:
        """All figures."""
        return generate_latest(self._registry)
