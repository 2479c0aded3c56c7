"""/api/studies: a position to try moves out in, for lessons and puzzles; nothing of it is kept."""

from __future__ import annotations

from typing import Any

from litestar import Request, Router, post
from litestar.params import JSONBody

from fourleaf.server import wire
from fourleaf.server.routes.dependencies import ServicePart
from fourleaf.server.routes.middleware import address_of


@post("/", status_code=200, summary="Try moves out")
async def study(request: Request[Any, Any, Any], data: JSONBody[wire.StudyWish], service: ServicePart) -> wire.Study:
    """What comes of a position when these moves are made, scripted luck among them; the same wish, the same answer."""
    return await service.studies.follow(address_of(request.scope), data)


router = Router("/api/studies", route_handlers=[study], tags=["studies"])
