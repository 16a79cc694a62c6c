"""Migration that adds to the summaries of tables whether the lobby lists them now, as owners can change it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add the column. It stays empty for older tables until the next event there."""
    op.add_column("briefs", sa.Column("listed_now", sa.Boolean))
