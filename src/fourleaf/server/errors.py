"""What the server refuses, with a code for programs and words for people."""

from __future__ import annotations

from fourleaf.engine.errors import FourleafError


class Refused(FourleafError):
    """Something that cannot be done now; nothing has changed."""

    code = "refused"
    status = 409


class NotFound(Refused):
    """There is no such thing, or nothing that this person may know of."""

    code = "not_found"
    status = 404


class NotYours(Refused):
    """It belongs to somebody else."""

    code = "not_yours"
    status = 403


class Nobody(Refused):
    """The server does not know who asks."""

    code = "nobody"
    status = 401


class NotNow(Refused):
    """The table is not at the point where this can be done."""

    code = "not_now"


class Stale(Refused):
    """The match has gone on since; what was missed comes with the answer."""

    code = "stale"


class Illegal(Refused):
    """The rules do not allow it."""

    code = "illegal"

    def __init__(self, words: str, clause: str = "") -> None:
        super().__init__(words)
        self.clause = clause


class Malformed(Refused):
    """A message or a body that cannot be read."""

    code = "malformed"
    status = 400


class TooMuch(Refused):
    """More than the limits allow."""

    code = "too_much"
    status = 429


class Busy(Refused):
    """The storage did not answer; the same request can be sent again."""

    code = "busy"
    status = 503
