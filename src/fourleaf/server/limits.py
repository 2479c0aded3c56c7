"""Every limit of the server in one place; a breach gets a clear error and changes nothing."""

from __future__ import annotations

from typing import Final, NamedTuple

FRAME_BYTES: Final = 4096
"""The largest frame that a client may send."""
BODY_BYTES: Final = 64 * 1024
"""The largest body of an HTTP request."""
DEPTH: Final = 8
"""How deep lists and objects may lie in each other, in a message or a body."""
CLIENT_ID: Final = 40
"""Characters in the id that a client gives to a message."""
NAME: Final = 24
"""Characters in a name."""
CHAT: Final = 300
"""Characters in one line of chat."""
BYTES_A_CHARACTER: Final = 4
"""Bytes that a name or a line may have for each of its characters: no more than if it had no marks over letters."""
MARKS: Final = 4
"""Marks over and under one letter."""
CHAT_KEPT: Final = 200
"""Lines that are kept of a table's chat by those who sit there; whoever comes late is sent all that is kept."""
CHAT_KEPT_OF_WATCHERS: Final = 50
"""Lines that are kept of everybody else's chat at a table."""
CHAT_LINE: Final = 100
"""Bytes that a line of chat costs besides its text and its name."""
CHAT_A_PAGE: Final = 40
"""Lines of chat that are fetched at once for somebody who comes late."""
MUTES: Final = 500
"""People whom one person may have muted."""
QUEUE_MESSAGES: Final = 256
"""Messages that may wait for a slow reader before its socket is closed."""
QUEUE_BYTES: Final = 256 * 1024
"""Bytes that may wait for a slow reader before its socket is closed."""
ENTRIES_A_MESSAGE: Final = 40
"""Entries of the log in one update while somebody catches up."""
ROWS_A_PAGE: Final = 500
"""Entries of the log that are followed at once up to those that somebody has missed."""
OPEN_TABLES: Final = 20
"""Tables that one person may have open as a host."""
OPEN_INVITES: Final = 10
"""Invites of one table that may wait to be used."""
LISTED_TABLES: Final = 50
"""Tables in one page of a list."""
FURTHEST: Final = (1 << 31) - 1
"""The furthest place in a list that can be asked for; a database counts no further."""
SOCKETS: Final = 10
"""Sockets and streams that one guest, or one address of strangers, may have open."""
TICKET_LASTS: Final = 60.0
"""Seconds for which a ticket lets a socket in."""
PASSWORD_LEAST: Final = 8
"""Characters that a password has at least."""
PASSWORD_MOST: Final = 128
"""Characters that a password has at most."""
OUTSIDE_BOTS: Final = 5
"""Outside bots that one person may have."""
HOOKS: Final = 10
"""Webhooks that one person may have."""
HOOK_URL: Final = 500
"""Characters in the address of a webhook."""
HOOK_GAP: Final = 10.0
"""Seconds between two notices to the same webhook; what comes sooner waits, and a newer turn replaces it."""
HOOK_TRIES: Final = 8
"""Times that a notice is sent before it is given up."""
HOOK_SECONDS: Final = 10.0
"""Seconds that a webhook has to answer."""
RECORD_BYTES: Final = 1 << 20
"""The largest record that can be imported."""
RECORD_ACTIONS: Final = 10_000
"""Actions in a record that is imported."""
RECORDS: Final = 100
"""Records that one person may have imported."""
LISTED_RECORDS: Final = 10
"""Imported records in one page of a list."""
REPLAYS_WAITING: Final = 20
"""Matches in replay or waiting for it: records with studies, and beside them tables that are looked back on."""
REPLAYS_AT_ONCE: Final = 3
"""Those of one person, or from one address."""
MOMENTS_A_PAGE: Final = 50
"""Moments in one page of a match that is looked back on."""
APART_SECONDS: Final = 2.0
"""Seconds of a worker that the replay of a record or a study may take."""
STUDY_MOVES: Final = 300
"""Moves in a study, what chance does included."""
MOVE_TEXT: Final = 100
"""Characters in a move of a study as one types it."""

REVIEWS_WAITING: Final = 20
"""Reviews that may be under way or wait for it."""
REVIEW_SECONDS: Final = 300.0
"""Seconds that a review may take once it is its turn."""
REVIEW_PATIENCE: Final = 60.0
"""Seconds after which a review is given up that nobody has asked about."""
REVIEW_LOOKED_AT: Final = 5.0
"""Seconds for which somebody who asked about a review is taken to look at it; until then they get no other one."""
REVIEW_DAYS: Final = 90.0
"""Days for which a review is kept; after that it is made anew for whoever asks."""


class Rate(NamedTuple):
    """How many in a row, and how many a second after that."""

    burst: float
    a_second: float


MESSAGES: Final = Rate(20, 5)
"""Messages of one guest over all their sockets."""
CHATTING: Final = Rate(16 * 1024, 400)
"""Bytes of chat of one person who sits at a table."""
WATCHERS_CHATTING: Final = Rate(4 * 1024, 100)
"""Bytes of chat of everybody else at one table together."""
FLOOD: Final = 100
"""Messages refused in a row after which a socket is closed."""
REQUESTS: Final = Rate(100, 20)
"""HTTP requests of one address."""
NEW_GUESTS: Final = Rate(60, 0.2)
"""Guests who come in from one address."""
LOG_INS: Final = Rate(10, 0.1)
"""Tries to log in from one address, or from one device that the account knows; tries to change one's password."""
GUESSES: Final = Rate(100, 1 / 60)
"""Wrong passwords for one account, from all addresses and devices that it does not know."""
WRONG_INVITES: Final = Rate(60, 0.2)
"""Invites from one address that cannot be used."""
RENAMES: Final = Rate(10, 1 / 600)
"""New names for one account, each of which may take a name from guests."""
