"""/healthz and /metrics: whether the server can do its work, and how much it does."""

from __future__ import annotations

from litestar import Response, get
from sqlalchemy import func, select, text

from fourleaf.server.routes.dependencies import ServicePart
from fourleaf.server.storage import schema

PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"


@get("/healthz", include_in_schema=False)
async def healthz(service: ServicePart) -> dict[str, str]:
    """Answers when the storage answers."""
    await service.database.read(lambda connection: connection.execute(text("SELECT 1")).scalar())
    return {"status": "well"}


@get("/metrics", include_in_schema=False)
async def metrics(service: ServicePart) -> Response[bytes]:
    """The figures, for Prometheus."""
    figures = service.metrics
    query = select(schema.tables.c.status, func.count()).group_by(schema.tables.c.status)
    figures.tables.clear()
    for status, count in await service.database.read(lambda connection: list(connection.execute(query))):
        figures.tables.labels(status).set(count)
    figures.loaded.set(len(service.tables.loaded))
    figures.frozen.set(service.tables.frozen)
    figures.sockets.set(service.connections.count)
    figures.longest_queue.set(service.connections.longest_queue)
    figures.writes_waiting.set(service.database.waiting)
    figures.commits.set(service.database.groups)
    figures.bot_failures.set(service.bots.failures)
    for state, count in service.reviews.counts.items():
        figures.reviews.labels(state).set(count)
    return Response(figures.text(), media_type=PROMETHEUS)
