"""One socket at a table: whose eyes it looks through, what it has missed, and a bounded queue of what is new."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

import msgspec

from fourleaf.engine.state import WATCHER
from fourleaf.server import limits, wire

TOO_SLOW = 1013
"""The close code for a reader that does not keep up; it comes back and asks for the rest."""
ASK_AGAIN = b""
"""No message: something has changed, so look again at what there is to send."""

_encoder = msgspec.json.Encoder()


class Backlog(Protocol):
    """What somebody has missed; it is fetched as they read, so that it costs the same however much it is."""

    async def next(self) -> bytes | None:
        """The next message of it, or ASK_AGAIN; None when nothing is left."""


class ChatBacklog(Backlog, Protocol):
    """What somebody has missed of the chat."""

    heard: int
    """The number of the newest line that was said in the meantime."""


class Connection:
    """Somebody who looks at a table."""

    def __init__(self, person: str | None, name: str) -> None:
        self.person = person
        self.name = name
        self.seat = WATCHER
        self.takes_changes = False
        """Whether its client puts a view together from the one before and what has changed."""
        self.takes_rows = False
        """Whether its client takes luck in rows."""
        self.shown: int | None = None
        """The seat through which it was shown how the match stands, as far as the table has told it."""
        self.muted: frozenset[str] = frozenset()
        self.closed_with: int | None = None
        self.behind: Backlog | None = None
        """What it has missed of the log. It is told of nothing new before it has read that."""
        self.behind_chat: ChatBacklog | None = None
        self.at_once: Callable[..., bool] | None = None
        """Sends some texts now and says so, or leaves them to whoever asks for the next one."""
        self._held = b""
        """A text that goes with the next one."""
        # A list, because it is nearly always empty and never long: an empty deque has room for 64.
        self._waiting: list[tuple[bytes, int] | None] = []
        self._reader: asyncio.Future[None] | None = None
        """Whoever has read everything, and waits for more."""
        self._bytes = 0

    def send(self, message: object) -> None:
        """Put a message in the queue; a reader that is too far behind is cut off and resumes from the log."""
        self.send_bytes(_encoder.encode(message))

    def send_with_next(self, message: object) -> None:
        """Send a message in one go with the next, or alone if none comes now: a socket takes two at the cost of one."""
        if self._held or self.closed_with is not None or not self._is_idle:
            self.send(message)
            return
        self._held = _encoder.encode(message)
        asyncio.get_running_loop().call_soon(self._let_go)

    def send_bytes(self, text: bytes) -> None:
        """Put a message in the queue that has been written already."""
        if self.closed_with is not None:
            return
        held, self._held = self._held, b""
        # FAST: nearly always whoever sends has sent everything and waits; to wake them costs more than to send.
        if self._is_idle and self.at_once is not None and (self.at_once(held, text) if held else self.at_once(text)):
            return
        if held:
            self._queue(held)
        self._queue(text)

    @property
    def _is_idle(self) -> bool:
        """Whether whoever sends has sent everything and waits for more."""
        return self._reader is not None and not self._reader.done() and not self._waiting

    def _let_go(self) -> None:
        held, self._held = self._held, b""
        if held:
            self.send_bytes(held)

    def _queue(self, text: bytes) -> None:
        full = len(self._waiting) >= limits.QUEUE_MESSAGES or self._bytes + len(text) > limits.QUEUE_BYTES
        # One message may be as large as it is.
        if full and self._bytes:
            self.close(TOO_SLOW)
            return
        self._bytes += len(text)
        self._put((text, len(text)))

    def chat(self, line: wire.ChatLine) -> None:
        """Send a line of chat, unless it is muted or will be read with what was missed."""
        if self.behind_chat is not None:
            self.behind_chat.heard = line.number
        elif line.person not in self.muted:
            self.send(line)

    def catch_up(self, behind: Backlog, chat: ChatBacklog | None = None) -> None:
        """Send what was missed as fast as it is read; whatever was being caught up with before is given up."""
        self.behind = behind
        self.behind_chat = chat or self.behind_chat
        self._put((ASK_AGAIN, 0))

    def caught_up(self, text: bytes) -> None:
        """The last that was missed; everything new comes after it. It does not count as waiting, however large."""
        self.behind = None
        self._put((text, 0))

    def close(self, code: int) -> None:
        """Send nothing more, and close with this code."""
        if self.closed_with is None:
            self._let_go()
            self.closed_with = code
            self._put(None)

    def end_with(self, message: object, code: int) -> None:
        """Say one last thing before all that waits, which the log has as well, and close with this code."""
        if self.closed_with is None:
            self._waiting.clear()
            self._bytes = 0
            self.send(message)
            self.close(code)

    async def next(self) -> bytes | None:
        """The next message to send; None when the socket is to be closed."""
        while self.closed_with != TOO_SLOW:
            rest = self.behind or self.behind_chat
            # What is new goes first: an answer does not wait for all that was missed, and the queue stays short.
            if rest is not None and not self._waiting and self.closed_with is None:
                text = await rest.next()
                if text is None:
                    self._is_read(rest)
                elif text and rest in (self.behind, self.behind_chat):
                    return text
                continue
            if not self._waiting:
                self._reader = asyncio.get_running_loop().create_future()
                await self._reader
                continue
            waiting = self._waiting.pop(0)
            if waiting is None:
                return None
            text, cost = waiting
            self._bytes -= cost
            if text:
                return text
        return None

    def _put(self, waiting: tuple[bytes, int] | None) -> None:
        self._waiting.append(waiting)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def _is_read(self, rest: Backlog) -> None:
        if self.behind is rest:
            self.behind = None
        if self.behind_chat is rest:
            self.behind_chat = None

    @property
    def depth(self) -> int:
        """How many messages wait, as far as is known."""
        return len(self._waiting) + (self.behind is not None) + (self.behind_chat is not None)


def encoded(message: object) -> bytes:
    """A message as it is sent."""
    return _encoder.encode(message)
