"""/api/me: who I am, and my tables."""

from __future__ import annotations

from typing import Literal

from litestar import Response, Router, get, post
from litestar.di import Provide
from litestar.params import FromQuery, JSONBody

from fourleaf.server import wire
from fourleaf.server.people.guests import Person
from fourleaf.server.routes.dependencies import (
    Anybody,
    ServicePart,
    Somebody,
    cookie,
    in_list,
    provide_onlooker,
    provide_person,
    provide_visitor,
)
from fourleaf.server.service import Service


@get("/", summary="Who the server takes you for")
async def me(onlooker: Anybody, service: ServicePart) -> wire.Me | None:
    """The person behind the cookie or the token; null for somebody who has not chosen a name yet."""
    return None if onlooker is None else await told(onlooker, service)


@post("/", status_code=200, dependencies={"visitor": Provide(provide_visitor)}, summary="Come in, or be renamed")
async def name_me(data: JSONBody[wire.NameWish], visitor: Anybody, service: ServicePart) -> Response[wire.Me]:
    """Come in as a guest with a name, or take another one."""
    if visitor is not None:
        if visitor.kind == "account":
            service.renames.take(visitor.id)
        return Response(await told(await service.people.rename(visitor, data.name), service))
    person, token = await service.people.welcome(data.name)
    return Response(await told(person, service), cookies=[cookie(service.settings, token)])


@get("/tables", summary="My tables")
async def my_tables(onlooker: Anybody, service: ServicePart, offset: FromQuery[int] = 0) -> wire.TableList:
    """The tables at which you sit or which you host, the newest change first, with whether it is your turn."""
    return wire.TableList(tables=[]) if onlooker is None else await service.tables.of(onlooker.id, in_list(offset))


@get("/records", summary="My imported records")
async def my_records(onlooker: Anybody, service: ServicePart, offset: FromQuery[int] = 0) -> wire.RecordList:
    """The records that you brought along, the newest first."""
    return wire.RecordList(records=[]) if onlooker is None else await service.records.of(onlooker.id, in_list(offset))


@get("/history", summary="My matches")
async def history(person: Somebody, service: ServicePart, offset: FromQuery[int] = 0) -> wire.History:
    """Your matches that are over, the newest first, with how they ended."""
    return await service.ratings.history(person.id, in_list(offset))


async def told(person: Person, service: Service) -> wire.Me:
    """Somebody as they are told who they are."""
    ratings = await service.ratings.of(person.id)
    kind: Literal["guest", "account", "bot"] = (
        "account" if person.kind == "account" else "bot" if person.kind == "bot" else "guest"
    )
    return wire.Me(person=person.id, name=person.name, kind=kind, ratings=ratings)


router = Router(
    "/api/me",
    route_handlers=[me, name_me, my_tables, my_records, history],
    dependencies={"person": Provide(provide_person), "onlooker": Provide(provide_onlooker)},
    tags=["me"],
)
