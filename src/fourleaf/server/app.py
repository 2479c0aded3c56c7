"""The application: routes and refusals, in front of the parts behind them."""

from __future__ import annotations

import logging
import secrets
from typing import Any

from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.config import OpenAPIConfig

import fourleaf
from fourleaf.engine.errors import FourleafError
from fourleaf.server import wire
from fourleaf.server.clock import Clock, RealClock
from fourleaf.server.errors import Illegal, Refused
from fourleaf.server.limits import BODY_BYTES
from fourleaf.server.routes import (
    accounts,
    client,
    games,
    health,
    hooks,
    me,
    outside,
    puzzles,
    records,
    reviews,
    socket,
    studies,
    tables,
)
from fourleaf.server.routes.dependencies import provide_service
from fourleaf.server.routes.middleware import RequestMiddleware, add_headers
from fourleaf.server.routes.openapi import JsonPage, PlainPage, describe
from fourleaf.server.routes.validation import JsonRequest
from fourleaf.server.service import Service
from fourleaf.server.settings import Settings
from fourleaf.server.tables.bots import BotPool
from fourleaf.server.tables.environment import RandomBytes
from fourleaf.server.tables.tables import Begins, as_the_rules_say

logger = logging.getLogger("fourleaf.server")


def create_app(
    settings: Settings,
    clock: Clock | None = None,
    bots: BotPool | None = None,
    beginning: Begins = as_the_rules_say,
    random_bytes: RandomBytes = secrets.token_bytes,
) -> Litestar:
    """A server with these settings, which Serving opens and closes.

    A test brings its own clock, its own bots, its own beginning of tables, or seeded luck; no setting can choose them.
    """
    service = Service(settings, clock or RealClock(), bots, beginning, random_bytes)

    app = Litestar(
        route_handlers=[
            games.router,
            me.router,
            tables.router,
            tables.promises,
            accounts.router,
            outside.mine_router,
            outside.router,
            hooks.router,
            records.router,
            studies.router,
            puzzles.router,
            reviews.router,
            socket.table_socket,
            health.healthz,
            health.metrics,
            client.document,
            *client.routers(),
        ],
        dependencies={"service": Provide(provide_service, sync_to_thread=False)},
        exception_handlers={FourleafError: refused, HTTPException: http_problem, Exception: failed},
        middleware=[RequestMiddleware()],
        before_send=[add_headers],
        state=State({"service": service}),
        request_max_body_size=BODY_BYTES,
        request_class=JsonRequest,
        openapi_config=OpenAPIConfig(
            title="Fourleaf",
            version=fourleaf.__version__,
            description="Tables for five games. docs/protocol.md has the socket, docs/bot-api.md the outside bots.",
            path="/api/docs",
            use_handler_docstrings=True,
            render_plugins=[PlainPage(), JsonPage()],
        ),
        logging_config=None,
        debug=False,
    )
    describe(app)
    return app


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


def failed(_: Request[Any, Any, Any], error: Exception) -> Response[wire.Problem]:
    """What nobody foresaw: said in general words, and in full only to the log, by type and place."""
    logger.error("failed", exc_info=error)
    return Response(wire.Problem(code="failed", words="something went wrong here; nothing was done"), status_code=500)
