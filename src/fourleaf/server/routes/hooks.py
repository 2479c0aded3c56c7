"""/api/hooks: webhooks that are told whose turn it is."""

from __future__ import annotations

from litestar import Router, delete, get, post
from litestar.di import Provide
from litestar.params import FromPath, JSONBody

from fourleaf.server import wire
from fourleaf.server.errors import NotYours
from fourleaf.server.routes.dependencies import ServicePart, Somebody, provide_person


@post("/", summary="Make a webhook")
async def make(data: JSONBody[wire.MakeHook], person: Somebody, service: ServicePart) -> wire.NewHook:
    """For your own turns everywhere while you are away, or for every turn at a table where you sit or host.

    The key of its signatures is shown this once. docs/notices.md tells what is sent.
    """
    if data.table is not None:
        state = (await service.tables.get(data.table)).state
        if state.created.host != person.id and not state.seats_of(person.id):
            raise NotYours("a table's webhook is for those who sit there or host it")
    return await service.hooks.make(person.id, data)


@get("/", summary="My webhooks")
async def mine(person: Somebody, service: ServicePart) -> list[wire.Hook]:
    """Your webhooks, without their keys."""
    return await service.hooks.of(person.id)


@delete("/{hook:str}", summary="Remove a webhook")
async def remove(hook: FromPath[str], person: Somebody, service: ServicePart) -> None:
    """Nothing more is sent there."""
    await service.hooks.remove(person.id, hook)


router = Router(
    "/api/hooks",
    route_handlers=[make, mine, remove],
    dependencies={"person": Provide(provide_person)},
    tags=["webhooks"],
)
