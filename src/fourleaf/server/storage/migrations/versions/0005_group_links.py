"""An invite may seat a whole group; how many sat down by it is counted, and not who."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Every invite so far is for one person; one that somebody used has seated one."""
    op.add_column("invites", sa.Column("group", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("invites", sa.Column("seated", sa.Integer, nullable=False, server_default=sa.text("0")))
    invites = sa.table("invites", sa.column("seated"), sa.column("used_by"))
    op.execute(sa.update(invites).where(invites.c.used_by.is_not(None)).values(seated=1))
    op.drop_column("invites", "used_by")
