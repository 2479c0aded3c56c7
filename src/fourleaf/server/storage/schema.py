"""The tables of the database, by SQLAlchemy Core; the log of each table is the truth, the rest is who and an index."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    false,
    text,
)

METADATA: Final = MetaData(
    naming_convention={"ix": "ix_%(table_name)s_%(column_0_N_name)s", "uq": "uq_%(table_name)s_%(column_0_N_name)s"}
)

_ACCOUNTS: Final = text("kind = 'account'")
people = Table(
    "people",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("name", String(100), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("created_at", Double, nullable=False),
    Column("look", String(64), index=True),
    Index("uq_people_look", "look", unique=True, sqlite_where=_ACCOUNTS, postgresql_where=_ACCOUNTS),
)

sessions = Table(
    "sessions",
    METADATA,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False, index=True),
    Column("created_at", Double, nullable=False),
    Column("replaces", LargeBinary(32), index=True),
)

devices = Table(
    "devices",
    METADATA,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False, index=True),
    Column("created_at", Double, nullable=False),
)

entries = Table(
    "entries",
    METADATA,
    Column("table", String(24), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("line", LargeBinary, nullable=False),
    Column("salt", LargeBinary(16), nullable=False),
    Column("hash", LargeBinary(32), nullable=False),
    Column("person", String(24)),
    Column("client_id", String(100)),
    UniqueConstraint("table", "person", "client_id"),
)

secrets = Table(
    "secrets",
    METADATA,
    Column("table", String(24), primary_key=True),
    Column("commitment", String(64), primary_key=True),
    Column("secret", LargeBinary(32), nullable=False, unique=True),
)

promises = Table(
    "promises",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("table", String(24), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("at", Double, nullable=False),
    Column("hash", LargeBinary(32), nullable=False),
)

tables = Table(
    "tables",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("status", String(12), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("host", String(24), nullable=False, index=True),
    Column("turn_of", String(24)),
    Column("awake", Boolean, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("changed_at", Double, nullable=False),
    Column("summary", LargeBinary, nullable=False),
    Index(None, "status", "public", "changed_at"),
)

is_open = tables.c.status.not_in(("over", "closed"))
"""A closed table is over as well; it was never played, and is in nobody's list."""

seats = Table(
    "seats",
    METADATA,
    Column("table", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(24), nullable=False, index=True),
    Column("kept", Boolean, nullable=False, server_default=false()),
)

invites = Table(
    "invites",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("hash", LargeBinary(32), nullable=False, unique=True),
    Column("table", String(24), nullable=False, index=True),
    Column("seat", Integer),
    Column("expires_at", Double, nullable=False),
    Column("group", Boolean, nullable=False, server_default=false()),
    Column("seated", Integer, nullable=False, server_default=text("0")),
)

chat = Table(
    "chat",
    METADATA,
    Column("table", String(24), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("person", String(24), nullable=False),
    Column("name", String(100), nullable=False),
    Column("text", String(1000), nullable=False),
    Column("client_id", String(100), nullable=False),
    UniqueConstraint("table", "person", "client_id"),
)

mutes = Table(
    "mutes",
    METADATA,
    Column("person", String(24), primary_key=True),
    Column("muted", String(24), primary_key=True),
)

accounts = Table(
    "accounts",
    METADATA,
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("login", String(100), nullable=False, unique=True),
    Column("password", String(200), nullable=False),
    Column("created_at", Double, nullable=False),
)

tokens = Table(
    "tokens",
    METADATA,
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("owner", ForeignKey("people.id"), nullable=False, index=True),
    Column("hash", LargeBinary(32), nullable=False, unique=True),
    Column("created_at", Double, nullable=False),
)

tickets = Table(
    "tickets",
    METADATA,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("table", String(24), nullable=False),
    Column("person", String(24)),
    Column("expires_at", Double, nullable=False, index=True),
)

results = Table(
    "results",
    METADATA,
    Column("table", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(24), nullable=False),
    Column("game", String(40), nullable=False),
    Column("why", String(12), nullable=False),
    Column("score", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("mu", Double),
    Column("sigma", Double),
    Column("ended_at", Double, nullable=False),
    Index(None, "person", "ended_at"),
)

ratings = Table(
    "ratings",
    METADATA,
    Column("game", String(40), primary_key=True),
    Column("person", String(40), primary_key=True),
    Column("name", String(100), nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("played", Integer, nullable=False),
    Column("changed_at", Double, nullable=False),
)

meetings = Table(
    "meetings",
    METADATA,
    Column("table", String(24), primary_key=True),
    Column("one", String(24), primary_key=True),
    Column("other", String(40), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("ended_at", Double, nullable=False),
    Index(None, "one", "game", "ended_at"),
)

hooks = Table(
    "hooks",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False, index=True),
    Column("table", String(24), index=True),
    Column("url", String(500), nullable=False),
    Column("secret", LargeBinary(32), nullable=False),
    Column("failures", Integer, nullable=False),
    Column("sent_at", Double, nullable=False),
    Column("created_at", Double, nullable=False),
)

notices = Table(
    "notices",
    METADATA,
    Column("hook", ForeignKey("hooks.id", ondelete="CASCADE"), primary_key=True),
    Column("table", String(24), primary_key=True),
    Column("id", String(24), nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("due_at", Double, nullable=False, index=True),
)

records = Table(
    "records",
    METADATA,
    Column("id", String(24), primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False, index=True),
    Column("record", LargeBinary, nullable=False),
    Column("luck", String(16), nullable=False),
    Column("imported_at", Double, nullable=False),
)

reviews = Table(
    "reviews",
    METADATA,
    Column("of", String(32), primary_key=True),
    Column("effort", Integer, primary_key=True, autoincrement=False),
    Column("review", LargeBinary, nullable=False),
    Column("made_at", Double, nullable=False, index=True),
)
