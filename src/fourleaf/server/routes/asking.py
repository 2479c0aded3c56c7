"""Who asks: the person behind the cookie, and the parts of the server that a handler needs."""

from __future__ import annotations

from typing import Any, TypeAlias

from litestar.connection import ASGIConnection, Request
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency
from litestar.params import SkipValidation

from fourleaf.server.errors import Nobody
from fourleaf.server.people.guests import Person
from fourleaf.server.service import Service
from fourleaf.server.settings import Settings

YEAR = 365 * 24 * 3600
Asked: TypeAlias = ASGIConnection[Any, Any, Any, State]
ServicePart: TypeAlias = NamedDependency[SkipValidation[Service]]
Somebody: TypeAlias = NamedDependency[SkipValidation[Person]]
Anybody: TypeAlias = NamedDependency[SkipValidation[Person | None]]


def provide_service(state: State) -> Service:
    """The parts of the server."""
    service: Service = state.service
    return service


def cookie_name(settings: Settings) -> str:
    """Under TLS a name that browsers let no other site or subdomain set."""
    return "__Host-fourleaf" if settings.secure else "fourleaf"


def cookie(settings: Settings, token: str) -> Cookie:
    """The cookie that a guest is known by."""
    return Cookie(
        key=cookie_name(settings),
        value=token,
        max_age=YEAR,
        path="/",
        secure=settings.secure,
        httponly=True,
        samesite="lax",
    )


async def person_of(connection: Asked, service: Service) -> Person | None:
    """Who asks, if the server knows them."""
    return await service.people.of_token(connection.cookies.get(cookie_name(service.settings)))


async def provide_visitor(request: Request[Any, Any, Any], service: ServicePart) -> Person | None:
    """Whoever asks, known or not."""
    return await person_of(request, service)


async def provide_person(request: Request[Any, Any, Any], service: ServicePart) -> Person:
    """Whoever asks, who must be known."""
    person = await person_of(request, service)
    if person is None:
        raise Nobody("choose a name first: POST /api/me")
    return person
