"""Names that nobody has chosen."""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, select

from fourleaf.server.storage import schema
from fourleaf.server.texts import look_of


def neutral_name(connection: Connection) -> str:
    """A name for somebody who has lost theirs, and which is no account's."""
    columns = schema.people.c
    while True:
        name = f"Guest {secrets.randbelow(10**6):06d}"
        if connection.scalar(select(columns.id).where(columns.look == look_of(name)).limit(1)) is None:
            return name
