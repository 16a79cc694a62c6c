"""Migration that adds the time at which a player's clock runs out, for correspondence tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the column; it has no values yet, because older databases contain no correspondence tables."""
    op.add_column("briefs", sa.Column("due_at", sa.Double))
    op.create_index("ix_briefs_due_at", "briefs", ["due_at"])
