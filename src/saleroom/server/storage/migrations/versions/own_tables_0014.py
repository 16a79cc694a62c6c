"""Migration that adds the people to act to table summaries, and the tables that people removed from their lists."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the column and the database table, both empty. A summary gets its people to act when the table is loaded."""
    op.add_column("briefs", sa.Column("turns", sa.JSON))
    op.create_table(
        "hidden_tables",
        sa.Column("identity", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("hidden_at", sa.Double, nullable=False),
    )
