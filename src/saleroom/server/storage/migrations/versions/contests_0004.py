"""Migration that adds contests: tables with the same cards, results of daily deals, and challenges."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add columns to `tables`, and create the database tables for contests."""
    op.add_column("tables", sa.Column("contest", sa.String(80)))
    op.add_column("tables", sa.Column("words", sa.JSON))
    op.create_index("ix_tables_contest", "tables", ["contest"])
    op.create_table(
        "contest_results",
        sa.Column("contest", sa.String(80), primary_key=True),
        sa.Column("identity", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(40), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("account", sa.Boolean, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    best = (sa.text("score DESC"), "at")
    op.create_index("contest_results_account", "contest_results", ["contest", "account", *best])
    op.create_index("contest_results_score", "contest_results", ["contest", *best])
    op.create_table(
        "contest_scores",
        sa.Column("contest", sa.String(80), primary_key=True),
        sa.Column("score", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("count", sa.Integer, nullable=False),
    )
    op.create_table(
        "house_results",
        sa.Column("contest", sa.String(80), primary_key=True),
        sa.Column("level", sa.String(10), primary_key=True),
        sa.Column("score", sa.Integer, nullable=False),
    )
    op.create_table(
        "daily_deals",
        sa.Column("contest", sa.String(80), primary_key=True),
        sa.Column("source", sa.String(10), nullable=False),
        sa.Column("commit", sa.String(64), nullable=False),
        sa.Column("published_at", sa.Double, nullable=False),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("identity", sa.String(64), nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.UniqueConstraint("table_id", "seat", name="challenges_seat"),
    )
    op.create_index("ix_challenges_table_id", "challenges", ["table_id"])
