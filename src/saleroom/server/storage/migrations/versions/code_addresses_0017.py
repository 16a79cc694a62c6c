"""Migration that adds the network address from which each one-time code was requested."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the column for the address. Codes that an older version made all count for the same, empty address."""
    op.add_column("codes", sa.Column("address", sa.String(64), nullable=False, server_default=""))
