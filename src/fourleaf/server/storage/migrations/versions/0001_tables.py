"""Tables with their log, people and their sessions, invites, chat and the public list of promises."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Set up an empty database."""
    op.create_table(
        "people",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("person", sa.String(24), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    op.create_table(
        "entries",
        sa.Column("table", sa.String(24), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("line", sa.LargeBinary, nullable=False),
        sa.Column("salt", sa.LargeBinary(16), nullable=False),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.Column("person", sa.String(24)),
        sa.Column("client_id", sa.String(100)),
        sa.UniqueConstraint("table", "person", "client_id", name="uq_entries_table_person_client_id"),
    )
    op.create_table(
        "secrets",
        sa.Column("table", sa.String(24), primary_key=True),
        sa.Column("commitment", sa.String(64), primary_key=True),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.UniqueConstraint("secret", name="uq_secrets_secret"),
    )
    op.create_table(
        "promises",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table", sa.String(24), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("host", sa.String(24), nullable=False),
        sa.Column("turn_of", sa.String(24)),
        sa.Column("awake", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("changed_at", sa.Double, nullable=False),
        sa.Column("summary", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_tables_host", "tables", ["host"])
    op.create_index("ix_tables_status_public_changed_at", "tables", ["status", "public", "changed_at"])
    op.create_table(
        "seats",
        sa.Column("table", sa.String(24), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(24), nullable=False),
    )
    op.create_index("ix_seats_person", "seats", ["person"])
    op.create_table(
        "invites",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.Column("table", sa.String(24), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("expires_at", sa.Double, nullable=False),
        sa.Column("used_by", sa.String(24)),
        sa.UniqueConstraint("hash", name="uq_invites_hash"),
    )
    op.create_index("ix_invites_table", "invites", ["table"])
    op.create_table(
        "chat",
        sa.Column("table", sa.String(24), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("text", sa.String(1000), nullable=False),
        sa.Column("client_id", sa.String(100), nullable=False),
        sa.UniqueConstraint("table", "person", "client_id", name="uq_chat_table_person_client_id"),
    )
    op.create_table(
        "mutes",
        sa.Column("person", sa.String(24), primary_key=True),
        sa.Column("muted", sa.String(24), primary_key=True),
    )
