"""A match looked back on, moment by moment."""

from __future__ import annotations

from fourleaf.server.wire.body import Body
from fourleaf.server.wire.socket_out import MatchStanding, Seen


class Moment(Body, frozen=True, kw_only=True):
    """How the match stood for one viewer after an entry that changed it."""

    seq: int
    """The number of that entry, by which an address names the moment."""
    entries: list[Seen]
    """What was written down since the moment before; the last of it is the entry itself."""
    now: MatchStanding
    """Without what could be done then; `since` names the moment before it in the page, whose view it changes."""


class Moments(Body, frozen=True, kw_only=True):
    """GET …/moments: some moments in a row, through the eyes of a seat."""

    seat: int
    """-3 for a watcher."""
    count: int
    """How many moments the match has by now, on all pages."""
    moments: list[Moment]
