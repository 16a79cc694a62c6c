"""Migration that adds matches that begin at a position of another match, and practice positions with their cards."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column and the database tables. Existing matches did not begin at a position, so the column is empty for
    them.
    """
    op.add_column("tables", sa.Column("position", sa.JSON))
    op.create_table(
        "practice_days",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("record", sa.JSON, nullable=False),
    )
    op.create_table(
        "practice_positions",
        sa.Column("id", sa.String(60), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id")),
        sa.Column("day", sa.String(10)),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("remark", sa.JSON, nullable=False),
    )
    op.create_index("practice_positions_day", "practice_positions", ["day", "game"])
    op.create_table(
        "practice_cards",
        sa.Column("person", sa.String(64), primary_key=True),
        sa.Column("position_id", sa.String(60), sa.ForeignKey("practice_positions.id"), primary_key=True),
        sa.Column("due", sa.Double, nullable=False),
        sa.Column("card", sa.JSON, nullable=False),
        sa.Column("before", sa.JSON),
        sa.Column("first_right", sa.Boolean),
    )
    op.create_index("practice_cards_due", "practice_cards", ["person", "due"])
    op.create_index("practice_cards_position", "practice_cards", ["position_id", "first_right"])
