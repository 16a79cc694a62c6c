"""Migration that adds whether people finish their matches with others, and the people whom a person avoids."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Add the column and the database table. Results of earlier versions have no value, and do not count."""
    op.add_column("results", sa.Column("finished", sa.Boolean))
    counts = sa.text("finished IS NOT NULL")
    columns = ["identity", "over_at"]
    op.create_index("results_finished", "results", columns, sqlite_where=counts, postgresql_where=counts)
    op.create_table(
        "avoided_people",
        sa.Column("identity", sa.String(64), primary_key=True),
        sa.Column("avoided", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("avoided_at", sa.Double, nullable=False),
    )
    op.create_index("ix_avoided_people_avoided", "avoided_people", ["avoided"])
