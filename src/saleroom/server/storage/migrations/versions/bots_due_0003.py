"""Migration that adds to table summaries whether bots have to act. A server loads only these tables when it starts.

For existing tables, the value is unknown: they are loaded once, and then the value is stored.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column, with a default, so that an older server that still uses the file can write rows."""
    op.add_column("briefs", sa.Column("bots_due", sa.Boolean, nullable=False, server_default=sa.true()))
