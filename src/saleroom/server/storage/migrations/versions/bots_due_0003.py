"""Table summaries say whether bots have to act: only those tables are loaded when a server starts.

For older tables it is unknown; they are loaded once, which stores it.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column; the default also serves an older server that still has the file open."""
    op.add_column("briefs", sa.Column("bots_due", sa.Boolean, nullable=False, server_default=sa.true()))
