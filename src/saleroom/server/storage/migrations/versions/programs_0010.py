"""Migration that adds bot accounts (programs), their tokens, and challenges to take a seat."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Create the database tables, empty."""
    op.create_table(
        "programs",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("looks", sa.String(80), nullable=False, unique=True),
        sa.Column("person", sa.String(64), index=True),
        sa.Column("made_at", sa.Double, nullable=False),
    )
    op.create_table(
        "program_tokens",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("program", sa.String(40), sa.ForeignKey("programs.id"), nullable=False, index=True),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("scopes", sa.JSON, nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.Column("used_at", sa.Double),
    )
    op.create_table(
        "bot_challenges",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), nullable=False, index=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("program", sa.String(40), sa.ForeignKey("programs.id"), nullable=False),
        sa.Column("challenger", sa.String(64), nullable=False),
        sa.Column("challenger_name", sa.String(24), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.Index("bot_challenges_of", "program", "status"),
    )
