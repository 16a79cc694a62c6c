"""Tables name the rules version that they began with; existing ones have the first."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column; the default also serves an older server that still has the file open."""
    op.add_column("tables", sa.Column("rules_version", sa.Integer, nullable=False, server_default="1"))
