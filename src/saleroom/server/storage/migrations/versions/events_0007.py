"""Migration that adds tournaments, their participants, and the results of their tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Create the database tables for tournaments."""
    op.create_table(
        "events",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("title", sa.String(60), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("per_table", sa.Integer),
        sa.Column("organiser", sa.String(64), nullable=False),
        sa.Column("organiser_name", sa.String(24), nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
    )
    op.create_index("ix_events_organiser", "events", ["organiser"])
    op.create_table(
        "event_people",
        sa.Column("event", sa.String(40), sa.ForeignKey("events.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("identity", sa.String(64), nullable=False),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
    )
    op.create_index("ix_event_people_identity", "event_people", ["identity"])
    op.create_table(
        "event_tables",
        sa.Column("event", sa.String(40), sa.ForeignKey("events.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.String(40), nullable=False),
        sa.Column("people", sa.JSON, nullable=False),
        sa.Column("scores", sa.JSON),
        sa.Column("moves", sa.JSON),
    )
