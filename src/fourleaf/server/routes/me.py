"""/api/me: who I am, and my tables."""

from __future__ import annotations

from litestar import Response, Router, get, post
from litestar.di import Provide
from litestar.params import FromQuery, JSONBody

from fourleaf.server import wire
from fourleaf.server.people.guests import Person
from fourleaf.server.routes.asking import Anybody, ServicePart, Somebody, cookie, provide_person, provide_visitor


@get("/", summary="Who the server takes you for")
async def me(person: Somebody) -> wire.Me:
    """The person behind the cookie; 401 for somebody who has not chosen a name yet."""
    return _told(person)


@post("/", status_code=200, dependencies={"visitor": Provide(provide_visitor)}, summary="Come in, or be renamed")
async def name_me(data: JSONBody[wire.NameWish], visitor: Anybody, service: ServicePart) -> Response[wire.Me]:
    """Come in as a guest with a name, or take another one."""
    if visitor is not None:
        return Response(_told(await service.people.rename(visitor, data.name)))
    person, token = await service.people.welcome(data.name)
    return Response(_told(person), cookies=[cookie(service.settings, token)])


@get("/tables", summary="My tables")
async def my_tables(person: Somebody, service: ServicePart, offset: FromQuery[int] = 0) -> wire.TableList:
    """The tables at which you sit or which you host, the newest change first, with whether it is your turn."""
    return await service.tables.of(person.id, max(0, offset))


def _told(person: Person) -> wire.Me:
    return wire.Me(person=person.id, name=person.name, kind="guest" if person.kind == "guest" else "account")


router = Router(
    "/api/me", route_handlers=[me, name_me, my_tables], dependencies={"person": Provide(provide_person)}, tags=["me"]
)
