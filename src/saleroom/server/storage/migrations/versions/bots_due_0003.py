"""The lobby's line of a table says whether bots are to act: only those tables are loaded when a server starts.

Of tables from before nobody knows; they are loaded once, and then it is written down.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the column; the default also serves an older server that still has the file open."""
    op.add_column("briefs", sa.Column("bots_due", sa.Boolean, nullable=False, server_default=sa.true()))
