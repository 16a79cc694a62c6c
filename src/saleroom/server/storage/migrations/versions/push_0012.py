"""Migration that adds the browsers that get notifications, and a record of sent notifications."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Create the database tables, empty."""
    op.create_table(
        "push_browsers",
        sa.Column("endpoint", sa.String(600), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False, index=True),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(30), nullable=False),
        sa.Column("turn", sa.String(100), nullable=False),
        sa.Column("soon", sa.String(100), nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
    )
    op.create_table(
        "turns_told",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("turn", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(10), primary_key=True),
    )
