"""Migration that adds the archive of finished tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    """Add the database tables, and the column that says which tables are in the archive: at first none."""
    op.create_table(
        "archives",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("part", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "archived_seats",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("name", sa.String(24)),
        sa.Column("at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.add_column("briefs", sa.Column("archived", sa.Boolean, nullable=False, server_default=sa.false()))
    due = sa.text("status = 'over' AND NOT archived")
    columns = ["status", "last_at", "table_id"]
    op.create_index("briefs_archive_due", "briefs", columns, sqlite_where=due, postgresql_where=due)
