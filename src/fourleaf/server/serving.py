"""How the server listens: frames and headers of limited size, no compression, and proxies only by name."""

from __future__ import annotations

from typing import Final

import uvicorn
from litestar import Litestar
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

from fourleaf.server.limits import FRAME_BYTES
from fourleaf.server.settings import Settings

NO_TEXT: Final = 1007
NO_HANDSHAKE: Final = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class HardSocket(WebSocketsSansIOProtocol):
    """A WebSocket that hangs up on whoever breaks the protocol or does not read, whatever they go on with."""

    def data_received(self, data: bytes) -> None:
        """A handshake that cannot be read is answered too."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(NO_HANDSHAKE)
            self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """What is no text closes the socket, without a traceback in the log."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                if self.conn.state is OPEN:
                    self.conn.send_close(NO_TEXT)
                if not self.close_sent:
                    self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def keepalive_timeout(self) -> None:
        """Who does not answer does not read either: what waits for it in the transport goes with it."""
        super().keepalive_timeout()
        self.transport.abort()


def listening(app: Litestar, settings: Settings) -> uvicorn.Config:
    """The HTTP server for an application."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws=HardSocket,
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
