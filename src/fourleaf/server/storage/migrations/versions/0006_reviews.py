"""Reviews of matches are kept, so that a match is looked back on once and not for everybody who asks."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """There are none yet."""
    op.create_table(
        "reviews",
        sa.Column("of", sa.String(32), primary_key=True),
        sa.Column("effort", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("review", sa.LargeBinary, nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
    )
    op.create_index("ix_reviews_made_at", "reviews", ["made_at"])
