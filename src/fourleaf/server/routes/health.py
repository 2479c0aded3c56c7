"""/healthz: whether the server can do its work."""

from __future__ import annotations

from litestar import get
from sqlalchemy import text

from fourleaf.server.routes.asking import ServicePart


@get("/healthz", include_in_schema=False)
async def healthz(service: ServicePart) -> dict[str, str]:
    """Answers when the storage answers."""
    await service.database.read(lambda connection: connection.execute(text("SELECT 1")).scalar())
    return {"status": "well"}
