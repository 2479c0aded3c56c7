"""Several nodes share a database: which there are, who is at which table, and what they hold in memory of others."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """There are none yet."""
    op.create_table(
        "nodes",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("beats", sa.Integer, nullable=False),
    )
    op.create_table(
        "attendance",
        sa.Column("node", sa.String(24), sa.ForeignKey("nodes.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table", sa.String(24), primary_key=True),
        sa.Column("note", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_attendance_table", "attendance", ["table"])
    op.create_table(
        "news",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("who", sa.String(100), nullable=False),
    )
