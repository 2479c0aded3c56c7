"""/api/records: records from elsewhere, to look at and to share."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, Router, get, post
from litestar.di import Provide
from litestar.params import FromPath, FromQuery

from fourleaf.engine.state import WATCHER
from fourleaf.server import wire
from fourleaf.server.limits import RECORD_BYTES
from fourleaf.server.routes.dependencies import ServicePart, Somebody, provide_person
from fourleaf.server.routes.middleware import address_of


@post(
    "/",
    dependencies={"person": Provide(provide_person)},
    request_max_body_size=RECORD_BYTES,
    summary="Import a record",
)
async def bring(request: Request[Any, Any, Any], person: Somebody, service: ServicePart) -> wire.Imported:
    """The body is a record as `fourleaf` saves it; it is replayed by the rules and then kept, marked as imported."""
    return await service.records.bring(person.id, await request.body())


@get("/{record_id:str}", summary="An imported record")
async def look(record_id: FromPath[str], service: ServicePart) -> wire.Imported:
    """What was imported, in short."""
    return await service.records.get(record_id)


@get("/{record_id:str}/record", summary="The record itself")
async def record(record_id: FromPath[str], service: ServicePart) -> Response[bytes]:
    """The file as it was imported."""
    return Response(await service.records.file(record_id), media_type="application/json")


@get("/{record_id:str}/moments", summary="Look back on an imported record")
async def moments(
    request: Request[Any, Any, Any],
    record_id: FromPath[str],
    service: ServicePart,
    seat: FromQuery[int] = WATCHER,
    since: FromQuery[int] = 0,
) -> wire.Moments:
    """Some moments after number `since`, through the eyes of a seat or a watcher (-3)."""
    return await service.records.moments(address_of(request.scope), record_id, seat, since)


router = Router("/api/records", route_handlers=[bring, look, record, moments], tags=["records"])
