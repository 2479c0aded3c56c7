"""/api/tables: set up, find, join, start and leave tables, and fetch the record of a match."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from litestar import Request, Response, Router, delete, get, post
from litestar.datastructures import Cookie
from litestar.di import Provide
from litestar.params import FromPath, FromQuery, JSONBody

from fourleaf.engine.state import WATCHER
from fourleaf.server import wire
from fourleaf.server.errors import Nobody, NotNow
from fourleaf.server.people.guests import Person
from fourleaf.server.people.names import all_free, still_free
from fourleaf.server.routes.dependencies import (
    Anybody,
    ServicePart,
    Somebody,
    cookie,
    cookie_token,
    in_list,
    provide_onlooker,
    provide_person,
    provide_visitor,
)
from fourleaf.server.routes.middleware import address_of
from fourleaf.server.service import Service
from fourleaf.server.storage.entries import NOTHING_KNOWN, About
from fourleaf.server.storage.log import Promise
from fourleaf.server.tables import commands, lobby
from fourleaf.server.tables.environment import Write
from fourleaf.server.tables.moments import moments_of
from fourleaf.server.tables.rematch import again
from fourleaf.server.tables.tables import together


@get("/", summary="Public tables")
async def public_tables(
    service: ServicePart,
    game: FromQuery[str | None] = None,
    status: FromQuery[Literal["gathering", "playing", "over"]] = "gathering",
    offset: FromQuery[int] = 0,
) -> wire.TableList:
    """Tables that everybody may find, the newest change first."""
    return await service.tables.public(game, status, in_list(offset))


@post("/", summary="Set up a table")
async def create(
    request: Request[Any, Any, Any], data: JSONBody[wire.CreateTable], visitor: Anybody, service: ServicePart
) -> Response[wire.TableInfo]:
    """Set up a table; the one who does is its host. Somebody new gives a name; a guest gets a new cookie."""
    if visitor is not None:
        await service.tables.must_have_room(visitor.id)
    coming = await _coming_in(service, visitor, data.name, data.game)
    person = coming.person
    works = together(coming.work, all_free(person.id, data.called))
    start = await service.branches.start(data, person.id, address_of(request.scope))
    table = await service.tables.create(data, person.id, person.name, coming.about, works, start=start)
    cookies = coming.cookies + await _renewed(request, service, visitor)
    return Response(table.info(person.id), cookies=cookies)


@get("/{table_id:str}", summary="A table")
async def look(table_id: FromPath[str], visitor: Anybody, service: ServicePart) -> wire.TableInfo:
    """The table as everybody who has its address may see it."""
    table = await service.tables.get(table_id)
    return table.info(visitor.id if visitor else None)


@post("/{table_id:str}/join", status_code=200, summary="Take a seat")
async def join(
    request: Request[Any, Any, Any],
    table_id: FromPath[str],
    data: JSONBody[wire.Join],
    visitor: Anybody,
    service: ServicePart,
) -> Response[wire.TableInfo]:
    """Take a seat; at an unlisted table with an invite, or the one that is kept for you.

    Somebody new gives a name; a guest gets a new cookie.
    """
    async with service.tables.at(table_id) as table:
        lobby.must_gather(table)
        seat = data.seat
        asker = visitor.id if visitor else None
        if data.invite is not None:
            with _guessing(request, service):
                invited = await service.invites.found(table.state, data.invite, asker)
            if invited.group and seat is not None and table.state.seats_of(asker):
                raise NotNow("by this link everybody takes one seat, and you have yours")
            seat = seat if invited.seat is None else invited.seat
        else:
            lobby.must_be_welcome(table, asker)
        coming = await _coming_in(service, visitor, data.name, table.state.created.game)
        person, cookies = coming.person, coming.cookies
        works = [coming.work]
        if data.invite is not None:
            works.append(service.invites.using(table_id, data.invite))
        works.append(all_free(person.id, [data.called]))
        wish = wire.Join(seat=seat, commitment=data.commitment, called=data.called)
        before = table.state.seq
        await lobby.sit(table, wish, person.id, person.name, together(*works), coming.about)
        if table.state.seq > before:
            cookies += await _renewed(request, service, visitor)
        return Response(table.info(person.id), cookies=cookies)


@post("/{table_id:str}/leave", status_code=200, summary="Leave")
async def leave(table_id: FromPath[str], person: Somebody, service: ServicePart) -> wire.TableInfo:
    """Get up, or say no to a seat that is kept for you; during a match a bot stands in. A rated match is lost by it."""
    async with service.tables.at(table_id, even_frozen=True) as table:
        if table.state.status == "gathering":
            await lobby.get_up(table, person.id)
        else:
            await commands.leave(table, person.id)
        return table.info(person.id)


@post("/{table_id:str}/kick", status_code=200, summary="Send somebody away")
async def kick(
    table_id: FromPath[str], data: JSONBody[wire.OneSeat], person: Somebody, service: ServicePart
) -> wire.TableInfo:
    """The host sends somebody away before the match starts."""
    async with service.tables.at(table_id) as table:
        await lobby.kick(table, data.seat, person.id)
        return table.info(person.id)


@post("/{table_id:str}/seat", status_code=200, summary="Give a seat to a bot")
async def give(
    table_id: FromPath[str], data: JSONBody[wire.GiveSeat], person: Somebody, service: ServicePart
) -> wire.TableInfo:
    """The host gives a seat in which nobody sits to a bot, or opens it; one that was kept is kept no more."""
    async with service.tables.at(table_id) as table:
        await lobby.give(table, data, person.id)
        return table.info(person.id)


@post("/{table_id:str}/start", status_code=200, summary="Start")
async def start(table_id: FromPath[str], person: Somebody, service: ServicePart) -> wire.TableInfo:
    """The host starts: the seats are locked, those that committed to entropy open it, and the match begins."""
    async with service.tables.at(table_id) as table:
        await lobby.start(table, person.id)
        return table.info(person.id)


@post("/{table_id:str}/close", status_code=200, summary="Close a table")
async def close(table_id: FromPath[str], person: Somebody, service: ServicePart) -> wire.TableInfo:
    """The host closes the table before the match starts: its luck is shown, and it is in nobody's list any more."""
    async with service.tables.at(table_id) as table:
        await lobby.close(table, person.id)
        return table.info(person.id)


@post("/{table_id:str}/rematch", status_code=200, summary="Play again")
async def rematch(
    request: Request[Any, Any, Any], table_id: FromPath[str], person: Somebody, service: ServicePart
) -> Response[wire.TableInfo]:
    """Ask the others to the same table again, each one seat further; whoever asks after that says yes to it."""
    old = await service.tables.get(table_id)
    about = await service.about(person, old.state.created.game)
    names = await service.people.names(old.state.people.values())
    free = still_free(person.id, person.kind, person.name)
    table, seated = await again(service.tables, service.chat, table_id, person.id, names, about, free)
    return Response(table.info(person.id), cookies=await _renewed(request, service, person) if seated else [])


@post("/{table_id:str}/ticket", summary="A ticket for the socket")
async def ticket(table_id: FromPath[str], visitor: Anybody, service: ServicePart) -> wire.Ticket:
    """What `hello` shows: it lets one socket in, once, within a minute."""
    table = await service.tables.get(table_id)
    return wire.Ticket(ticket=await service.tickets.make(table.id, visitor.id if visitor else None))


@get("/{table_id:str}/moments", summary="Look back on a match")
async def moments(
    request: Request[Any, Any, Any],
    table_id: FromPath[str],
    onlooker: Anybody,
    service: ServicePart,
    seat: FromQuery[int] = WATCHER,
    since: FromQuery[int] = 0,
) -> wire.Moments:
    """Some moments of a match after entry `since`, through the eyes of a seat or a watcher (-3).

    While the match goes on through those of one's own seat or a watcher, and through anybody's once it is over.
    """
    table = await service.tables.get(table_id)
    with service.looking_back.one(address_of(request.scope)):
        return await moments_of(table, onlooker.id if onlooker else None, seat, since)


@get("/{table_id:str}/record", summary="The record")
async def record(table_id: FromPath[str], service: ServicePart) -> Response[bytes]:
    """The record of a match that is over, as `fourleaf verify` and `fourleaf replay` read it."""
    table = await service.tables.get(table_id)
    return Response(table.record().to_json(), media_type="application/json")


@get("/{table_id:str}/chance", summary="Every chance event")
async def chance(table_id: FromPath[str], service: ServicePart) -> list[wire.ChanceEvent]:
    """What chance could have done and did in a match that is over, event by event, what was undone included.

    It is what a second verifier needs beside the record.
    """
    table = await service.tables.get(table_id)
    chances = table.state.game.replay(table.record()).chances()
    return [
        wire.ChanceEvent(legal=list(state.legal()), odds=list(state.odds()), action=action) for state, action in chances
    ]


@get("/{table_id:str}/invites", summary="Invites")
async def invites(table_id: FromPath[str], person: Somebody, service: ServicePart) -> list[wire.InviteLine]:
    """The host's list of invites, without their secrets."""
    table = await service.tables.get(table_id)
    lobby.must_host(table, person.id)
    return await service.invites.of(table.state)


@post("/{table_id:str}/invites", summary="Invite somebody")
async def invite(
    table_id: FromPath[str], data: JSONBody[wire.MakeInvite], person: Somebody, service: ServicePart
) -> wire.Invite:
    """A link that lets one person sit down once, or a group until the table is full; it is shown this once."""
    async with service.tables.at(table_id) as table:
        lobby.must_host(table, person.id)
        lobby.must_gather(table)
    return await service.invites.make(table_id, data, service.settings.public_url)


@post("/{table_id:str}/invited", status_code=200, summary="Ask whether a link lets you in")
async def invited(
    request: Request[Any, Any, Any],
    table_id: FromPath[str],
    data: JSONBody[wire.Invited],
    onlooker: Anybody,
    service: ServicePart,
) -> wire.Welcome:
    """What the link is for, if it would seat you now; nothing is used up by asking."""
    table = await service.tables.get(table_id)
    about = NOTHING_KNOWN if onlooker is None else await service.about(onlooker, table.state.created.game)
    with _guessing(request, service):
        return await service.invites.asked(table, data.invite, onlooker.id if onlooker else None, about)


@delete("/{table_id:str}/invites/{invite_id:str}", summary="Take an invite back")
async def revoke(table_id: FromPath[str], invite_id: FromPath[str], person: Somebody, service: ServicePart) -> None:
    """Nobody can use this invite any more."""
    lobby.must_host(await service.tables.get(table_id), person.id)
    await service.invites.revoke(table_id, invite_id)


@contextlib.contextmanager
def _guessing(request: Request[Any, Any, Any], service: Service) -> Iterator[None]:
    """Of invites that cannot be used nobody tries many; one that can costs nothing."""
    address = address_of(request.scope)
    service.wrong_invites.take(address)
    yield
    service.wrong_invites.give_back(address)


class _Coming(NamedTuple):
    """Whoever claims a seat, what their seat shows of them, and what is written when they get it."""

    person: Person
    about: About
    work: Write
    cookies: list[Cookie]


async def _coming_in(service: Service, visitor: Person | None, name: str | None, game: str) -> _Coming:
    """Whoever asks, as a new guest if need be; when what they came for is refused, nobody has come in."""
    if visitor is not None:
        about = await service.about(visitor, game)
        return _Coming(visitor, about, still_free(visitor.id, visitor.kind, visitor.name), [])
    if name is None:
        raise Nobody("choose a name first: POST /api/me, or send one along")
    newcomer = service.people.newcomer(name)
    return _Coming(newcomer.person, NOTHING_KNOWN, newcomer.come_in, [cookie(service.settings, newcomer.token)])


async def _renewed(request: Request[Any, Any, Any], service: Service, visitor: Person | None) -> list[Cookie]:
    """A guest who claims a seat is known by a new secret: one that somebody planted before must not own the seat."""
    token = cookie_token(request, service)
    if visitor is None or visitor.kind != "guest" or token is None:
        return []
    fresh = await service.people.renew(token)
    return [] if fresh is None else [cookie(service.settings, fresh)]


@get("/api/promises", summary="The public list of commitments", tags=["luck"])
async def promises(service: ServicePart, since: FromQuery[int] = 0) -> list[Promise]:
    """Every commitment to a secret ever made here, in order, each chained to the one before by its hash."""
    return await service.log.promises(in_list(since), 200)


router = Router(
    "/api/tables",
    route_handlers=[
        public_tables,
        create,
        look,
        join,
        leave,
        kick,
        give,
        start,
        close,
        rematch,
        ticket,
        moments,
        record,
        chance,
        invites,
        invite,
        invited,
        revoke,
    ],
    dependencies={
        "person": Provide(provide_person),
        "visitor": Provide(provide_visitor),
        "onlooker": Provide(provide_onlooker),
    },
    tags=["tables"],
)
