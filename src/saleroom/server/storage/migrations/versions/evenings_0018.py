"""Migration that adds the evening of each table: the chain of rematches and next games to which it belongs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Add the column without values; rematches of earlier versions belong to no evening."""
    op.add_column("tables", sa.Column("evening", sa.String(40)))
    op.create_index("ix_tables_evening", "tables", ["evening"])
