"""Migration that adds the planned time of a tournament, and the address of its call."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add the columns. Older tournaments have neither."""
    op.add_column("events", sa.Column("begins_at", sa.Double))
    op.add_column("events", sa.Column("call_link", sa.String(500)))
