"""Migration that adds series of evenings, and their members."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Create the database tables for series."""
    op.create_table(
        "series",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("per_table", sa.Integer),
        sa.Column("counted", sa.Integer),
        sa.Column("invitation", sa.String(40)),
        sa.Column("made_at", sa.Double, nullable=False),
    )
    op.create_table(
        "series_members",
        sa.Column("series", sa.String(40), sa.ForeignKey("series.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("identity", sa.String(64), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("role", sa.String(10), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("joined_at", sa.Double, nullable=False),
    )
    op.create_index("ix_series_members_identity", "series_members", ["identity"])
    op.create_table(
        "series_evenings",
        sa.Column("series", sa.String(40), sa.ForeignKey("series.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("event", sa.String(40), sa.ForeignKey("events.id"), nullable=False, unique=True),
        sa.Column("results", sa.JSON),
    )
