"""Migration that adds the rules version of each table; existing tables get version 1."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the column with a default value; an older server that still uses the file can therefore write rows."""
    op.add_column("tables", sa.Column("rules_version", sa.Integer, nullable=False, server_default="1"))
