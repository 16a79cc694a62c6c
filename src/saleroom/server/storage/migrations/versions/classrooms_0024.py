"""Migration that adds classes: their questions, the people in them, and the answers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Create the database tables, empty."""
    op.create_table(
        "classrooms",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("teacher", sa.String(64), nullable=False, index=True),
        sa.Column("question", sa.Integer, nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.Column("asked_at", sa.Double, nullable=False, index=True),
    )
    op.create_table(
        "class_questions",
        sa.Column("classroom", sa.String(40), sa.ForeignKey("classrooms.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("advice", sa.JSON(none_as_null=True)),
    )
    op.create_table(
        "class_people",
        sa.Column("classroom", sa.String(40), sa.ForeignKey("classrooms.id"), primary_key=True),
        sa.Column("identity", sa.String(64), primary_key=True, index=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("joined_at", sa.Double, nullable=False),
    )
    op.create_table(
        "class_answers",
        sa.Column("classroom", sa.String(40), sa.ForeignKey("classrooms.id"), primary_key=True),
        sa.Column("question", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("identity", sa.String(64), primary_key=True, index=True),
        sa.Column("action", sa.String(400), nullable=False),
        sa.Column("answered_at", sa.Double, nullable=False),
    )
