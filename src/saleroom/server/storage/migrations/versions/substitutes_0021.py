"""Migration that adds substitutes to tournaments, the clock of their tables, and the time between rounds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add the columns and the database table. Older tournaments have no value in the columns."""
    op.add_column("events", sa.Column("clock_seconds", sa.Integer))
    op.add_column("events", sa.Column("round_interval", sa.Integer))
    op.add_column("event_tables", sa.Column("substitutes", sa.JSON))
    op.create_table(
        "event_substitutes",
        sa.Column("event", sa.String(40), sa.ForeignKey("events.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("table_number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
    )
