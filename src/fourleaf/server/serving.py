"""How the server listens: frames and headers of limited size, no compression, and proxies only by name."""

from __future__ import annotations

import uvicorn
from litestar import Litestar

from fourleaf.server.limits import FRAME_BYTES
from fourleaf.server.settings import Settings


def listening(app: Litestar, settings: Settings) -> uvicorn.Config:
    """The HTTP server for an application."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws_max_size=FRAME_BYTES,
        # A small frame that unpacks to a large one would get round the limit.
        ws_per_message_deflate=False,
        # Whoever is not named could claim to be anybody.
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies or None,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=5,
    )
