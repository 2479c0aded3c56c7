"""The shape of every body of the HTTP API, and what messages and bodies have in common."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from fourleaf.server.limits import CLIENT_ID

ClientId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=CLIENT_ID)]
Hex32: TypeAlias = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes in hex."""
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=7)]
Name: TypeAlias = str
"""What somebody is called: one line of at most 24 characters; any other is refused with the reason."""


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of a request or an answer."""
