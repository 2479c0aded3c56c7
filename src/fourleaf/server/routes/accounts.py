"""/api/account, /api/login, /api/logout: a name that lasts. /api/ratings: the best at a game."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, Router, get, post
from litestar.di import Provide
from litestar.params import FromQuery, JSONBody

from fourleaf.server import wire
from fourleaf.server.people.guests import hashed
from fourleaf.server.routes.dependencies import (
    Anybody,
    ServicePart,
    Somebody,
    cookie_token,
    device_cookie_name,
    gone_cookie,
    key_cookies,
    provide_person,
    provide_visitor,
)
from fourleaf.server.routes.me import told
from fourleaf.server.routes.middleware import address_of
from fourleaf.server.texts import login_name


@post("/account", dependencies={"visitor": Provide(provide_visitor)}, summary="Make an account")
async def sign_up(
    request: Request[Any, Any, Any], data: JSONBody[wire.Account], visitor: Anybody, service: ServicePart
) -> Response[wire.Me]:
    """A guest becomes an account and keeps every game; the cookie is a new one, and sockets of the old one close."""
    service.log_ins.take(address_of(request.scope))
    person, keys = await service.accounts.sign_up(visitor, data.name, data.password)
    service.connections.show_out(person.id)
    return Response(await told(person, service), cookies=key_cookies(service.settings, keys))


@post("/login", status_code=200, summary="Log in")
async def log_in(
    request: Request[Any, Any, Any], data: JSONBody[wire.Account], service: ServicePart
) -> Response[wire.Me]:
    """Come in with an account; the cookie is a new one, and the one that was sent along is worth nothing any more."""
    login = login_name(data.name)
    device = request.cookies.get(device_cookie_name(service.settings))
    known = await service.devices.is_known(device, login)
    # Whoever has been here before has tries of their own: strangers cannot use them up, wherever they come from.
    if known and device is not None:
        service.log_ins.take(f"device {hashed(device).hex()}")
    else:
        service.log_ins.take(address_of(request.scope))
        service.guesses.take(login)
    before = await service.people.of_token(cookie_token(request, service))
    person, keys = await service.accounts.log_in(data.name, data.password, known)
    if not known:
        service.guesses.give_back(login)
    if before is not None:
        await _end(request, service, before.id)
    return Response(await told(person, service), cookies=key_cookies(service.settings, keys))


@post("/logout", status_code=200, dependencies={"person": Provide(provide_person)}, summary="Log out")
async def log_out(request: Request[Any, Any, Any], person: Somebody, service: ServicePart) -> Response[None]:
    """The cookie is worth nothing any more, and its sockets close. A guest cannot come back to their games."""
    await _end(request, service, person.id)
    return Response(None, cookies=[gone_cookie(service.settings)])


@post(
    "/account/password", status_code=200, dependencies={"person": Provide(provide_person)}, summary="Another password"
)
async def change_password(
    request: Request[Any, Any, Any], data: JSONBody[wire.NewPassword], person: Somebody, service: ServicePart
) -> Response[wire.Me]:
    """Every session of the account ends, and this one gets a new cookie."""
    service.log_ins.take(f"person {person.id}")
    keys = await service.accounts.change_password(person, data.old, data.new)
    service.connections.show_out(person.id)
    return Response(await told(person, service), cookies=key_cookies(service.settings, keys))


@get("/ratings", summary="The best at a game")
async def ratings(game: FromQuery[str], service: ServicePart) -> wire.RatingList:
    """The hundred strongest at rated tables of a game, people and bots."""
    return await service.ratings.best(game)


async def _end(request: Request[Any, Any, Any], service: ServicePart, person: str) -> None:
    token = cookie_token(request, service)
    if token is not None:
        await service.people.log_out(token)
        service.connections.show_out(person, hashed(token))


router = Router("/api", route_handlers=[sign_up, log_in, log_out, change_password, ratings], tags=["accounts"])
