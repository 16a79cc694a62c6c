"""Migration that adds the language of link previews, and the name that they show."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the columns. Previews of older tables and tournaments have the reader's language and no name."""
    op.add_column("tables", sa.Column("language", sa.String(2)))
    op.add_column("briefs", sa.Column("preview_language", sa.String(2)))
    op.add_column("briefs", sa.Column("preview_name", sa.String(24)))
    op.add_column("events", sa.Column("language", sa.String(2)))
    op.add_column("events", sa.Column("names_organiser", sa.Boolean, nullable=False, server_default=sa.false()))
