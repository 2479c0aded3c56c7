"""Seats that are kept for somebody, and who has met whom in rated matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add both; every rated match so far is a meeting of the people in it."""
    op.add_column("seats", sa.Column("kept", sa.Boolean, nullable=False, server_default=sa.false()))
    meetings = op.create_table(
        "meetings",
        sa.Column("table", sa.String(24), primary_key=True),
        sa.Column("one", sa.String(24), primary_key=True),
        sa.Column("other", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("ended_at", sa.Double, nullable=False),
    )
    op.create_index("ix_meetings_one_game_ended_at", "meetings", ["one", "game", "ended_at"])
    results = sa.table("results", *[sa.column(name) for name in ("table", "seat", "person", "game", "mu", "ended_at")])
    one, other = results.alias("one"), results.alias("other")
    met = (
        sa.select(one.c.table, one.c.person, other.c.person, one.c.game, one.c.ended_at)
        .join(other, (other.c.table == one.c.table) & (other.c.seat > one.c.seat) & (other.c.person != one.c.person))
        .where(one.c.mu.is_not(None), other.c.mu.is_not(None))
        .distinct()
    )
    op.execute(meetings.insert().from_select(["table", "one", "other", "game", "ended_at"], met))
