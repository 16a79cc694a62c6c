"""Migration that adds to the summaries of tables what the lobby says to people who look for a seat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Add the columns. They stay empty for older tables until the next event there."""
    op.add_column("briefs", sa.Column("clock_now", sa.Integer))
    op.add_column("briefs", sa.Column("hints_now", sa.Boolean))
    op.add_column("briefs", sa.Column("free", sa.JSON(none_as_null=True)))
