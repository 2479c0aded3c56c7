"""Accounts, ratings and results, tokens of outside bots, tickets, webhooks with their notices, imported records."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add what lies around the tables; nothing that exists is changed."""
    _people()
    _results()
    _notices()
    op.create_table(
        "records",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("person", sa.String(24), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.Column("luck", sa.String(16), nullable=False),
        sa.Column("imported_at", sa.Double, nullable=False),
    )
    op.create_index("ix_records_person", "records", ["person"])


def _people() -> None:
    op.create_table(
        "accounts",
        sa.Column("person", sa.String(24), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("login", sa.String(100), nullable=False),
        sa.Column("password", sa.String(200), nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.UniqueConstraint("login", name="uq_accounts_login"),
    )
    op.create_table(
        "tokens",
        sa.Column("person", sa.String(24), sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("owner", sa.String(24), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.UniqueConstraint("hash", name="uq_tokens_hash"),
    )
    op.create_index("ix_tokens_owner", "tokens", ["owner"])
    op.create_table(
        "tickets",
        sa.Column("hash", sa.LargeBinary(32), primary_key=True),
        sa.Column("table", sa.String(24), nullable=False),
        sa.Column("person", sa.String(24)),
        sa.Column("expires_at", sa.Double, nullable=False),
    )
    op.create_index("ix_tickets_expires_at", "tickets", ["expires_at"])


def _results() -> None:
    op.create_table(
        "results",
        sa.Column("table", sa.String(24), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.String(24), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("why", sa.String(12), nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("mu", sa.Double),
        sa.Column("sigma", sa.Double),
        sa.Column("ended_at", sa.Double, nullable=False),
    )
    op.create_index("ix_results_person_ended_at", "results", ["person", "ended_at"])
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("played", sa.Integer, nullable=False),
        sa.Column("changed_at", sa.Double, nullable=False),
    )


def _notices() -> None:
    op.create_table(
        "hooks",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("person", sa.String(24), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("table", sa.String(24)),
        sa.Column("url", sa.String(500), nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("sent_at", sa.Double, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
    )
    op.create_index("ix_hooks_person", "hooks", ["person"])
    op.create_index("ix_hooks_table", "hooks", ["table"])
    op.create_table(
        "notices",
        sa.Column("hook", sa.String(24), sa.ForeignKey("hooks.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table", sa.String(24), primary_key=True),
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("due_at", sa.Double, nullable=False),
    )
    op.create_index("ix_notices_due_at", "notices", ["due_at"])
