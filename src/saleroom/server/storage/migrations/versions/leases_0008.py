"""Migration that adds leases of tables, running processes, and one-time codes that any process can redeem."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the database tables, and leases without an owner for all existing card tables.

    A card table that an older server creates later gets a lease when a process first takes it.
    """
    op.create_table(
        "leases",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("owner", sa.String(40)),
        sa.Column("edition", sa.Integer, nullable=False),
    )
    op.create_index("ix_leases_owner", "leases", ["owner"])
    op.create_table(
        "processes",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("seen_at", sa.Double, nullable=False),
    )
    op.create_table(
        "codes",
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("code", sa.String(80), primary_key=True),
        sa.Column("meaning", sa.String(200), nullable=False),
        sa.Column("until", sa.Double, nullable=False),
    )
    op.execute("INSERT INTO leases (table_id, epoch, edition) SELECT id, 0, 0 FROM tables")
