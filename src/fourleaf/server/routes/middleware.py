"""Before every request: does a page ask that may, and not too often? After it: one line of log, and its figures."""

from __future__ import annotations

import ipaddress
import logging
import time
from functools import lru_cache
from typing import Any, Final

from litestar.connection import ASGIConnection, Request
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from fourleaf.server.errors import NotYours, Refused
from fourleaf.server.routes.validation import must_be_an_address
from fourleaf.server.service import Service
from fourleaf.server.settings import Settings

SAFE: Final = ("GET", "HEAD", "OPTIONS")
POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types svelte-trusted-html"
)
"""Only Svelte itself makes HTML out of text: its own templates, by the one policy that is named here."""
HEADERS: Final = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
TWO_YEARS: Final = "max-age=63072000"
logger = logging.getLogger("fourleaf.server")


def address_of(scope: Scope) -> str:
    """Where a request comes from; of IPv6 the network, because one person has a whole one."""
    client = scope.get("client")
    return _network(client[0] if client else "")


@lru_cache(maxsize=4096)
def _network(text: str) -> str:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is None:
        return str(ipaddress.ip_network(f"{address}/64", strict=False).network_address)
    return text


def may_ask(service: Service, connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Whether a page that could carry somebody's cookie is one of ours; a program with a token carries no cookie."""
    if "authorization" in connection.headers:
        return True
    origin = connection.headers.get("origin")
    if origin is None:
        return not connection.cookies and connection.scope["type"] == ScopeType.HTTP
    return service.origins.allow(origin, connection.headers.get("host", ""))


class RequestMiddleware(ASGIMiddleware):
    """Every HTTP request comes through here."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Check, pass on, measure."""
        service: Service = scope["litestar_app"].state.service
        connection: Request[Any, Any, Any] = Request(scope)
        began = time.perf_counter()
        status = 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            service.requests.take(address_of(scope))
            must_be_an_address(connection)
            if connection.method not in SAFE and not may_ask(service, connection):
                raise NotYours("this page may not use the server; see public_url and origins in docs/hosting.md")
            await next_app(scope, receive, sending)
        except Exception as error:
            status = error.status if isinstance(error, Refused) else getattr(error, "status_code", 500)
            raise
        finally:
            self._note(service, connection, status, time.perf_counter() - began)

    @staticmethod
    def _note(service: Service, request: Request[Any, Any, Any], status: int, seconds: float) -> None:
        route, method = request.scope.get("path_template", ""), request.method
        service.metrics.requests.labels(route, method, status).inc()
        service.metrics.request_seconds.labels(route).observe(seconds)
        ids = {"route": route, "method": method, "status": status, "ms": round(1000 * seconds, 1)}
        table = request.path_params.get("table_id")
        # Only an id that is one: what stands in an address may be anything.
        if isinstance(table, str) and table.isalnum() and len(table) <= 24:
            ids["table"] = table
        logger.info("request", extra=ids)


async def add_headers(message: Message, scope: Scope) -> None:
    """Every answer says what a browser may do with it."""
    if message["type"] != "http.response.start":
        return
    settings: Settings = scope["litestar_app"].state.service.settings
    headers = MutableScopeHeaders.from_message(message)
    for name, value in HEADERS.items():
        headers[name] = value
    if settings.secure:
        headers["strict-transport-security"] = TWO_YEARS
    if scope["path"].startswith("/api/") and "cache-control" not in headers:
        headers["cache-control"] = "no-store"
