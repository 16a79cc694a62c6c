"""Migration that adds to table summaries whether bots have to act. When a server starts, it loads only tables where
bots have to act.

For existing tables, the value is unknown; a server therefore loads them once, and then stores the value.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column with a default value; an older server that still uses the file can therefore write rows."""
    op.add_column("briefs", sa.Column("bots_due", sa.Boolean, nullable=False, server_default=sa.true()))
