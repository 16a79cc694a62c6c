"""First migration, which creates card tables, their events, and their summaries for the lobby."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create all three database tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("server_seed", sa.LargeBinary, nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("owner_name", sa.String(24), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("hints", sa.Boolean, nullable=False),
        sa.Column("pace", sa.String(10), nullable=False),
        sa.Column("clock", sa.Integer),
        sa.Column("made_at", sa.Double, nullable=False),
    )
    op.create_index("ix_tables_owner", "tables", ["owner"])
    op.create_table(
        "rows",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("command", sa.String(40)),
        sa.Column("holder", sa.String(64)),
        sa.Column("at", sa.Double, nullable=False),
        sa.UniqueConstraint("table_id", "holder", "command", name="rows_command"),
    )
    sitting = sa.text("kind IN ('sit', 'device')")
    op.create_index("rows_sitting", "rows", ["holder", "table_id"], sqlite_where=sitting, postgresql_where=sitting)
    op.create_table(
        "briefs",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("names", sa.JSON, nullable=False),
        sa.Column("scores", sa.JSON, nullable=False),
        sa.Column("winners", sa.JSON, nullable=False),
        sa.Column("holders", sa.JSON, nullable=False),
        sa.Column("last_at", sa.Double, nullable=False),
    )
    op.create_index("ix_briefs_status", "briefs", ["status"])
    op.create_index("ix_briefs_last_at", "briefs", ["last_at"])
