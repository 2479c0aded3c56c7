"""The application: routes, refusals and the life of the parts behind them."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import ScalarRenderPlugin

import fourleaf
from fourleaf.engine.errors import FourleafError
from fourleaf.server import wire
from fourleaf.server.clock import Clock, RealClock
from fourleaf.server.errors import Illegal, Refused
from fourleaf.server.limits import BODY_BYTES
from fourleaf.server.routes import client, games, health, me, socket, tables
from fourleaf.server.routes.asking import provide_service
from fourleaf.server.service import Service
from fourleaf.server.settings import Settings
from fourleaf.server.tables.bots import BotPool


def create_app(settings: Settings, clock: Clock | None = None, bots: BotPool | None = None) -> Litestar:
    """A server with these settings, ready to run; a test brings its own clock or its own bots."""
    service = Service(settings, clock or RealClock(), bots)

    @contextlib.asynccontextmanager
    async def life(_: Litestar) -> AsyncIterator[None]:
        await service.open()
        try:
            yield
        finally:
            await service.close()

    return Litestar(
        route_handlers=[
            games.router,
            me.router,
            tables.router,
            tables.promises,
            socket.table_socket,
            health.healthz,
            client.document,
            *client.routers(),
        ],
        dependencies={"service": Provide(provide_service, sync_to_thread=False)},
        exception_handlers={FourleafError: refused, HTTPException: http_problem},
        lifespan=[life],
        state=State({"service": service}),
        request_max_body_size=BODY_BYTES,
        openapi_config=OpenAPIConfig(
            title="Fourleaf", version=fourleaf.__version__, path="/api/docs", render_plugins=[ScalarRenderPlugin()]
        ),
        logging_config=None,
        debug=False,
    )


def refused(_: Request[Any, Any, Any], error: FourleafError) -> Response[wire.Problem]:
    """A refusal in words, with a code for programs."""
    if not isinstance(error, Refused):
        return Response(wire.Problem(code="refused", words=str(error)), status_code=400)
    clause = error.clause if isinstance(error, Illegal) else None
    return Response(wire.Problem(code=error.code, words=str(error), clause=clause), status_code=error.status)


def http_problem(_: Request[Any, Any, Any], error: HTTPException) -> Response[wire.Problem]:
    """What the framework refuses, in the same shape."""
    words = error.detail
    if isinstance(error, ValidationException) and error.extra:
        words = f"{words}: {error.extra}"
    code = "malformed" if error.status_code == 400 else "not_found" if error.status_code == 404 else "refused"
    return Response(wire.Problem(code=code, words=words), status_code=error.status_code)
