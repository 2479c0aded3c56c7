"""…/review: a match that is over, looked back on."""

from __future__ import annotations

from typing import Any, TypeAlias

from litestar import Request, Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath

from fourleaf.server import wire
from fourleaf.server.errors import NotNow
from fourleaf.server.reviews import entries_by_ply
from fourleaf.server.routes.dependencies import ServicePart, person_of
from fourleaf.server.routes.middleware import address_of

Asker: TypeAlias = NamedDependency[str]


async def provide_asker(request: Request[Any, Any, Any], service: ServicePart) -> str:
    """Who waits for a review: a person, also for their outside bots, or an address of strangers.

    Nobody who plays a rated match: a review could look into one that began like it.
    """
    person = await person_of(request, service)
    if person is None:
        return address_of(request.scope)
    asker = person.owner or person.id
    if await service.tables.plays_rated(asker):
        raise NotNow("you sit at a rated match; matches can be looked back on when it is over")
    return asker


@post("/tables/{table_id:str}/review", status_code=200, summary="Look back on a match")
async def ask_of_table(table_id: FromPath[str], asker: Asker, service: ServicePart) -> wire.ReviewStanding:
    """See a match that is over looked back on, by what everybody could know and by what they could not."""
    record = (await service.tables.get(table_id)).record()
    moments = entries_by_ply(await service.log.read(table_id))
    return await service.reviews.ask(asker, f"t/{table_id}", record, moments)


@get("/tables/{table_id:str}/review", summary="How far a review is")
async def of_table(table_id: FromPath[str], asker: Asker, service: ServicePart) -> wire.ReviewStanding:
    """How far the review of a match is, and then the review; one that nobody asks about for a minute is given up."""
    table = await service.tables.get(table_id)
    return await service.reviews.standing(asker, f"t/{table.id}")


@post("/records/{record_id:str}/review", status_code=200, summary="Look back on an imported match")
async def ask_of_record(record_id: FromPath[str], asker: Asker, service: ServicePart) -> wire.ReviewStanding:
    """See an imported match looked back on, if it was played to its end."""
    record = await service.records.record(record_id)
    if record.result is None:
        raise NotNow("this record ends before its match does; matches that are over are looked back on")
    return await service.reviews.ask(asker, f"r/{record_id}", record)


@get("/records/{record_id:str}/review", summary="How far the review of an imported match is")
async def of_record(record_id: FromPath[str], asker: Asker, service: ServicePart) -> wire.ReviewStanding:
    """How far the review of an imported match is, and then the review."""
    imported = await service.records.get(record_id)
    return await service.reviews.standing(asker, f"r/{imported.id}")


router = Router(
    "/api",
    route_handlers=[ask_of_table, of_table, ask_of_record, of_record],
    dependencies={"asker": Provide(provide_asker)},
    tags=["reviews"],
)
