"""Who is at a table at one node, and what they do there that its log does not tell."""

from __future__ import annotations

import msgspec


class Attendance(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one node tells the others of a table; it is worth nothing once the node is gone."""

    people: dict[str, int] = {}
    """Who looks at the table with how many sockets; those who have no name are counted under none."""
    pause: int = 0
    """The entry that is being read, or 0."""
    read: list[str] = []
    """Who has read it."""
    roster: str = ""
    """While the seats open: what was locked."""
    opened: dict[int, str] = {}
    """The entropy of the seats that opened here."""
