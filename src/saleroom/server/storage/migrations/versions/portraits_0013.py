"""Migration that adds the portraits that people have chosen."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Create the database table without rows. People who have chosen no portrait have a default portrait, derived from
    their identity.
    """
    op.create_table(
        "portraits",
        sa.Column("identity", sa.String(64), primary_key=True),
        sa.Column("picture", sa.String(8), nullable=False),
    )
