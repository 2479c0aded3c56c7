"""Who asks: the person behind the cookie, and the parts of the server that a handler needs."""

from __future__ import annotations

from typing import Any, TypeAlias

from litestar.connection import ASGIConnection, Request
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency
from litestar.params import SkipValidation

from fourleaf.server.errors import Nobody
from fourleaf.server.limits import FURTHEST
from fourleaf.server.people.accounts import Keys
from fourleaf.server.people.guests import Person
from fourleaf.server.routes.middleware import address_of
from fourleaf.server.service import Service
from fourleaf.server.settings import Settings

YEAR = 365 * 24 * 3600
Asked: TypeAlias = ASGIConnection[Any, Any, Any, State]
ServicePart: TypeAlias = NamedDependency[SkipValidation[Service]]
Somebody: TypeAlias = NamedDependency[SkipValidation[Person]]
Anybody: TypeAlias = NamedDependency[SkipValidation[Person | None]]


def in_list(offset: int) -> int:
    """A place in a list that a database can count to."""
    return min(max(0, offset), FURTHEST)


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


def device_cookie_name(settings: Settings) -> str:
    """Named like the other one, for the same reason."""
    return f"{cookie_name(settings)}-device"


def key_cookies(settings: Settings, keys: Keys) -> list[Cookie]:
    """The cookies of somebody who has logged in: who they are, and that they were here before."""
    session = cookie(settings, keys.session)
    if keys.device is None:
        return [session]
    device = cookie(settings, keys.device)
    device.key = device_cookie_name(settings)
    return [session, device]


def cookie_token(connection: Asked, service: Service) -> str | None:
    """The secret in the cookie, if there is one."""
    return connection.cookies.get(cookie_name(service.settings))


def gone_cookie(settings: Settings) -> Cookie:
    """Takes the cookie back."""
    taken = cookie(settings, "")
    taken.max_age = 0
    return taken


async def person_of(connection: Asked, service: Service) -> Person | None:
    """Who asks, if the server knows them: by a token of an outside bot, else by the cookie."""
    header = connection.headers.get("authorization")
    if header is None:
        return await service.people.of_token(cookie_token(connection, service))
    scheme, _, token = header.partition(" ")
    bot = await service.outside_bots.of_token(token.strip()) if scheme.casefold() == "bearer" else None
    if bot is None:
        raise Nobody("this token is not one of ours, or was taken back")
    return bot


async def provide_onlooker(request: Request[Any, Any, Any], service: ServicePart) -> Person | None:
    """Whoever asks, known or not, for something by which nobody comes in."""
    return await person_of(request, service)


async def provide_visitor(request: Request[Any, Any, Any], service: ServicePart) -> Person | None:
    """Whoever asks, known or not; a stranger may come in by it."""
    person = await person_of(request, service)
    if person is None and request.method == "POST":
        service.new_guests.take(address_of(request.scope))
    return person


async def provide_person(request: Request[Any, Any, Any], service: ServicePart) -> Person:
    """Whoever asks, who must be known."""
    person = await person_of(request, service)
    if person is None:
        raise Nobody("choose a name first: POST /api/me")
    return person


async def provide_outside_bot(request: Request[Any, Any, Any], service: ServicePart) -> Person:
    """The outside bot that asks, by its token."""
    person = await person_of(request, service)
    if person is None or person.kind != "bot":
        raise Nobody("this is for outside bots: send `Authorization: Bearer TOKEN`; POST /api/bots makes one")
    return person
