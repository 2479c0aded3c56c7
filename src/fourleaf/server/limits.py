"""Every limit of the server in one place; a breach gets a clear error and changes nothing."""

from __future__ import annotations

import unicodedata
from typing import Final

from fourleaf.server.errors import Malformed

FRAME_BYTES: Final = 4096
"""The largest frame that a client may send."""
BODY_BYTES: Final = 64 * 1024
"""The largest body of an HTTP request."""
CLIENT_ID: Final = 40
"""Characters in the id that a client gives to a message."""
NAME: Final = 24
"""Characters in a name."""
CHAT: Final = 300
"""Characters in one line of chat."""
CHAT_KEPT: Final = 200
"""Lines of chat that somebody who comes late is sent."""
QUEUE_MESSAGES: Final = 256
"""Messages that may wait for a slow reader before its socket is closed."""
QUEUE_BYTES: Final = 256 * 1024
"""Bytes that may wait for a slow reader before its socket is closed."""
ENTRIES_A_MESSAGE: Final = 40
"""Entries of the log in one update while somebody catches up."""
OPEN_TABLES: Final = 20
"""Tables that one person may have open as a host."""
OPEN_INVITES: Final = 10
"""Invites of one table that may wait to be used."""
LISTED_TABLES: Final = 50
"""Tables in one page of a list."""


def clean_line(text: str, longest: int, what: str) -> str:
    """One line that people wrote, in composed form; refused when it is empty, long or holds unseen characters."""
    composed = unicodedata.normalize("NFC", text).strip()
    if not composed:
        raise Malformed(f"{what} needs at least one character")
    if len(composed) > longest:
        raise Malformed(f"{what} has at most {longest} characters, not {len(composed)}")
    # Cc, Cf: control characters and the invisible ones that turn the direction of writing; Cs, Co, Cn: no text at all.
    unseen = [mark for mark in composed if unicodedata.category(mark) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")]
    if unseen:
        raise Malformed(f"{what} holds a character that cannot be seen: U+{ord(unseen[0]):04X}")
    return composed
