"""How the server listens: frames of limited size, no compression, proxies only by name; and how it stops."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import threading
from collections import deque
from collections.abc import Awaitable, Callable
from functools import partial
from types import FrameType
from typing import Any, Final, Literal, TypeVar

import uvicorn
from litestar import Litestar
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # whichever of two the library uses
from websockets.http11 import Request
from websockets.protocol import OPEN

from fourleaf.server.limits import FRAME_BYTES
from fourleaf.server.service import Service
from fourleaf.server.settings import BadSetting, Settings

FAREWELL: Final = 5.0
"""Seconds that slow readers have to read that the server closes."""
IN_HAND: Final = 2
"""Seconds that requests in hand have after that."""
LONGEST_STOP: Final = 9.0
"""Seconds after which a server that was asked to stop is gone whatever happens: containers are killed after ten."""
logger = logging.getLogger("fourleaf.server")

GARBAGE: Final = (10_000, 5, 5)
"""How many new objects there are between two looks for garbage among them, and how many such looks between two among
older ones and among all. A move leaves nothing that only such a look would find; a socket that is closed does.
"""
AHEAD: Final = 8
"""Texts of a client that are read before the first of them has been done; the rest waits on its side."""
NO_TEXT: Final = 1007
WHOLE_TEXT: Final = 0x81
"""The first byte of a frame that is a text and not a part of one (RFC 6455, 5.2)."""
MASKED: Final = 0x80
"""In the second byte: the client has masked the text, with the bytes that follow its length."""
MASK: Final = 4
SMALLEST: Final = 2 + MASK
TWO_BYTES: Final = 126
"""In the place of a length: it follows in two bytes."""
EIGHT_BYTES: Final = 127
NO_HANDSHAKE: Final = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


T = TypeVar("T")


class Inbox(asyncio.Queue[T]):
    """What one reader waits for, nearly always in vain; asyncio's own queue takes three kilobytes to be empty."""

    def __init__(self) -> None:
        self._arrived: deque[T] | None = None
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, item: T) -> None:
        """Wake the reader."""
        if self._arrived is None:
            self._arrived = deque()
        self._arrived.append(item)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> T:
        """The next one, when there is one."""
        while self._arrived is None:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        item = self._arrived.popleft()
        if not self._arrived:
            self._arrived = None
        return item

    def qsize(self) -> int:
        """How many wait to be read."""
        return 0 if self._arrived is None else len(self._arrived)

    def empty(self) -> bool:
        """Whether everything has been read."""
        return self._arrived is None


class Writable(asyncio.Event):
    """Open, nearly always, and then nobody waits before it; asyncio's own event has room for 64 who do."""

    def __init__(self) -> None:
        self._shut: asyncio.Future[None] | None = None

    def is_set(self) -> bool:
        """Whether it is open."""
        return self._shut is None

    def clear(self) -> None:
        """Shut it."""
        if self._shut is None:
            self._shut = asyncio.get_running_loop().create_future()

    def set(self) -> None:
        """Open it and let everybody through."""
        if self._shut is not None:
            self._shut.set_result(None)
            self._shut = None

    async def wait(self) -> Literal[True]:
        """Until it is open."""
        while self._shut is not None:
            # Whoever gives up waiting leaves it to the others.
            await asyncio.shield(self._shut)
        return True


class HardSocket(WebSocketsSansIOProtocol):
    """A WebSocket that hangs up on whoever breaks the protocol or does not read, whatever they go on with.

    FAST: a whole text is read and written here in one step. Whatever else a socket can bring goes through the library.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue = Inbox()
        self.writable = Writable()

    async def run_asgi(self) -> None:
        """Let somebody in through the application; what is said from then on needs nothing of how they came."""
        self.app = partial(_come_in_and_talk, self.app)
        await super().run_asgi()

    def data_received(self, data: bytes) -> None:
        """A handshake that cannot be read is answered too."""
        text = self._text_in(data)
        if text is not None:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
            if not self.read_paused and self.queue.qsize() >= AHEAD:
                self.read_paused = True
                self.transport.pause_reading()
            return
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(NO_HANDSHAKE)
            self.transport.close()

    def _text_in(self, data: bytes) -> str | None:
        """The text, where one frame with one whole text is all that has arrived and all that was awaited."""
        if len(data) < SMALLEST or data[0] != WHOLE_TEXT or data[1] < MASKED:
            return None
        size, start = data[1] - MASKED, 2
        if size == TWO_BYTES:
            size, start = int.from_bytes(data[2:4], "big"), 4
        elif size > TWO_BYTES:
            return None
        conn, whole = self.conn, len(data) == start + MASK + size
        midway = conn.state is not OPEN or conn.current_size is not None or conn.reader.buffer or self.close_sent
        if not whole or size > FRAME_BYTES or midway:
            return None
        try:
            return apply_mask(data[start + MASK :], data[start : start + MASK]).decode()
        except UnicodeDecodeError:
            return None

    def handle_connect(self, event: Request) -> None:
        """Whoever talks over this socket finds it in the scope, below the layers that a text does not need."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"]["frames"] = self

    def start_keepalive(self) -> None:
        """Hands have been shaken: what was said then is not kept for as long as somebody looks at a table."""
        # The library's parser holds the request as well.
        self.request.headers.clear()
        del self.request, self.response
        super().start_keepalive()

    async def hang_up(self, code: int) -> None:
        """Close it with this code."""
        await self.send({"type": "websocket.close", "code": code, "reason": ""})

    async def say(self, text: bytes) -> None:
        """Send one text, as soon as the client has read enough of what came before."""
        if not self.writable.is_set():
            await self.writable.wait()
        if self.conn.state is not OPEN or self.close_sent or self.disconnected:
            raise ClientDisconnected
        self._write(text)

    def say_at_once(self, *texts: bytes) -> bool:
        """Send some texts if the client has read enough of what came before; whether they were sent."""
        if not self.writable.is_set() or self.conn.state is not OPEN or self.close_sent or self.disconnected:
            return False
        try:
            self._write(*texts)
        except Exception:
            # A transport that is being closed: whoever tries again, and may wait, says so.
            return False
        return True

    def _write(self, *texts: bytes) -> None:
        # Each write is a call of the system.
        self.transport.write(b"".join([part for text in texts for part in (_head(len(text)), text)]))

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


async def _come_in_and_talk(app: Any, scope: Any, receive: Any, send: Any) -> None:
    """What the application leaves to be done once somebody is in; headers and cookies are not kept while it lasts."""
    await app(scope, receive, send)
    talk: Callable[[], Awaitable[None]] | None = scope["state"].pop("talk", None)
    scope.clear()
    if talk is not None:
        await talk()


def _head(size: int) -> bytes:
    """What stands before a text of so many bytes (RFC 6455, 5.2)."""
    if size < TWO_BYTES:
        return bytes((WHOLE_TEXT, size))
    if size < 1 << 16:
        return bytes((WHOLE_TEXT, TWO_BYTES, size >> 8, size & 255))
    return bytes((WHOLE_TEXT, EIGHT_BYTES)) + size.to_bytes(8, "big")


class Serving(uvicorn.Server):
    """An application on its sockets: opened before anybody is let in, closed after everybody was told."""

    def __init__(self, app: Litestar, ready: Callable[[], None] = lambda: None) -> None:
        self._service: Service = app.state.service
        self._ready = ready
        super().__init__(_listening(app, self._service.settings))

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve in a process of its own, whose memory is looked after for that."""
        # What is loaded by now stays: to look through it for garbage again and again made everybody wait.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GARBAGE)
        super().run(sockets)

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Open, serve until somebody stops it, and close; what cannot be opened is raised."""
        await self._service.open()
        await super().serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Let people in, and say so."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell everybody before their sockets are closed, finish what is in hand, and let go of the rest."""
        for door in self.servers:
            door.close()
        self._service.say_goodbye()
        try:
            await asyncio.wait_for(self._service.connections.all_gone(), FAREWELL)
        except TimeoutError:
            logger.warning("%d connections do not read that the server closes", self._service.connections.count)
        await super().shutdown(sockets)
        await self._service.close()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop in order when asked once, and at once when asked again."""
        if self.should_exit:
            # Whatever was acknowledged is on disk, so there is no harm in it.
            signal.signal(sig, signal.SIG_DFL)
            signal.raise_signal(sig)
        watch = threading.Timer(LONGEST_STOP, _give_up)
        watch.daemon = True
        watch.start()
        super().handle_exit(sig, frame)


def bind(settings: Settings) -> list[socket.socket]:
    """The sockets that the settings ask for, taken before anything else is opened."""
    where = f"{settings.host}, port {settings.port}"
    try:
        found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise BadSetting(f"there is no host {settings.host!r} to listen on: {_words(error)}") from None
    taken: list[socket.socket] = []
    port = settings.port
    try:
        for family, _, _, _, address in dict.fromkeys(found):
            taken.append(socket.socket(family, socket.SOCK_STREAM))
            # On Windows it would let two servers share a port; elsewhere it only forgets connections that have ended.
            if os.name == "posix":
                taken[-1].setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                taken[-1].setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            # Any free port must be the same one for each address of a name.
            taken[-1].bind((address[0], port, *address[2:]))
            port = taken[-1].getsockname()[1]
            # Two sockets may be bound to a port, but only one of them can listen.
            taken[-1].listen()
    except OSError as error:
        for listener in taken:
            listener.close()
        raise BadSetting(f"cannot listen on {where}: {_words(error)}; --host and --port choose another place") from None
    return taken


def address_of(listener: socket.socket) -> str:
    """What a browser on this machine calls a socket."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _listening(app: Litestar, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        lifespan="off",
        ws=HardSocket,
        ws_max_size=FRAME_BYTES,
        # A small frame that unpacks to a large one would get round the limit.
        ws_per_message_deflate=False,
        # Whoever is not named could claim to be anybody.
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=IN_HAND,
    )


def _give_up() -> None:
    logger.error("stopping took more than %g seconds; whatever was acknowledged is kept", LONGEST_STOP)
    os._exit(1)


def _words(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
