"""A WebSocket for thousands of players in one process: no task and no queue, frames are handed on as they arrive."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Final, cast

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.typing import Origin
from websockets.uri import parse_uri

PATIENCE: Final = 60.0
"""Seconds after which a line that is not opened, or an answer that does not come, ends the run."""

Hears = Callable[["Line", bytes], None]


class Line(asyncio.Protocol):
    """One player's socket."""

    def __init__(
        self, uri: str, origin: str, headers: Mapping[str, str], hears: Hears, lost: Callable[[], None]
    ) -> None:
        self._protocol = ClientProtocol(parse_uri(uri), origin=Origin(origin), max_size=None)
        self._headers = headers
        self._hears = hears
        self._lost = lost
        self._leaving = False
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def open(
        cls, uri: str, origin: str, headers: Mapping[str, str], hears: Hears, lost: Callable[[], None]
    ) -> Line:
        """A line over which one may speak."""
        where = parse_uri(uri)
        line = cls(uri, origin, headers, hears, lost)
        await asyncio.get_running_loop().create_connection(lambda: line, where.host, where.port)
        await asyncio.wait_for(line._opened, PATIENCE)
        return line

    def say(self, words: bytes) -> None:
        """Send one text."""
        self._protocol.send_text(words)
        self._flush()

    def hang_up(self) -> None:
        """Close it; from now on it is no loss."""
        self._leaving = True
        self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self._transport = cast("asyncio.Transport", transport)
        request = self._protocol.connect()
        request.headers.update(self._headers)
        self._protocol.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Hand on every text that is whole."""
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame):
                if event.opcode is Opcode.TEXT:
                    self._hears(self, bytes(event.data))
            elif isinstance(event, Response) and not self._opened.done():
                if self._protocol.handshake_exc is None:
                    self._opened.set_result(None)
                else:
                    self._opened.set_exception(self._protocol.handshake_exc)
        # Pings are answered here.
        self._flush()

    def connection_lost(self, error: Exception | None) -> None:
        """Whoever did not hang up has been dropped."""
        if not self._opened.done():
            self._opened.set_exception(error or ConnectionError("the server hung up before the line was open"))
        elif not self._leaving:
            self._lost()

    def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data:
                self._transport.write(data)
