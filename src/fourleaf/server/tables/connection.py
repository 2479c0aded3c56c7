"""One socket at a table: whose eyes it looks through, and a bounded queue of what it is to be sent."""

from __future__ import annotations

import asyncio

import msgspec

from fourleaf.engine.state import WATCHER
from fourleaf.server import limits

TOO_SLOW = 1013
"""The close code for a reader that does not keep up; it comes back and asks for the rest."""

_encoder = msgspec.json.Encoder()


class Connection:
    """Somebody who looks at a table."""

    def __init__(self, person: str | None, name: str) -> None:
        self.person = person
        self.name = name
        self.seat = WATCHER
        self.muted: frozenset[str] = frozenset()
        self.closed_with: int | None = None
        self._waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._bytes = 0

    def send(self, message: object) -> None:
        """Put a message in the queue; a reader that is too far behind is cut off and resumes from the log."""
        self.send_bytes(_encoder.encode(message))

    def send_bytes(self, text: bytes) -> None:
        """Put a message in the queue that has been written already."""
        if self.closed_with is not None:
            return
        self._bytes += len(text)
        if self._waiting.qsize() >= limits.QUEUE_MESSAGES or self._bytes > limits.QUEUE_BYTES:
            self.close(TOO_SLOW)
            return
        self._waiting.put_nowait(text)

    def close(self, code: int) -> None:
        """Send nothing more, and close with this code."""
        if self.closed_with is None:
            self.closed_with = code
            self._waiting.put_nowait(None)

    def end_with(self, message: object, code: int) -> None:
        """Say one last thing before all that waits, which the log has as well, and close with this code."""
        if self.closed_with is None:
            while not self._waiting.empty():
                self._waiting.get_nowait()
            self._bytes = 0
            self.send(message)
            self.close(code)

    async def next(self) -> bytes | None:
        """The next message to send; None when the socket is to be closed."""
        if self.closed_with == TOO_SLOW:
            return None
        text = await self._waiting.get()
        if text is not None:
            self._bytes -= len(text)
        return text

    @property
    def depth(self) -> int:
        """How many messages wait."""
        return self._waiting.qsize()


def encoded(message: object) -> bytes:
    """A message as it is sent."""
    return _encoder.encode(message)
