"""Migration that adds webhooks, messages that are still to be sent, and what people want to receive."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Create the database tables, empty."""
    op.create_table(
        "webhooks",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("scope", sa.String(10), nullable=False),
        sa.Column("target", sa.String(40), nullable=False),
        sa.Column("identity", sa.String(64), nullable=False, index=True),
        sa.Column("address", sa.String(1000), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("language", sa.String(5), nullable=False),
        sa.Column("code", sa.String(64), nullable=False),
        sa.Column("code_until", sa.Double, nullable=False),
        sa.Column("guesses", sa.Integer, nullable=False),
        sa.Column("confirmed_at", sa.Double),
        sa.Column("failed_at", sa.Double),
        sa.Column("announced", sa.Integer, nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.UniqueConstraint("scope", "target"),
    )
    op.create_table(
        "due_messages",
        sa.Column("recipient", sa.String(620), primary_key=True),
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("target", sa.String(40), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("turn", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("due_at", sa.Double, nullable=False, index=True),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
    )
    op.create_table(
        "message_preferences",
        sa.Column("identity", sa.String(64), primary_key=True),
        sa.Column("chats", sa.Boolean, nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_to", sa.Integer),
        sa.Column("time_zone", sa.String(64)),
    )
