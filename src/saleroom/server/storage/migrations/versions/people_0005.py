"""Migration that adds results of all players, people with their devices and passkeys, ratings, and results of reviews.

Earlier versions did not store hints, so existing tables get a row with seat -1 in `hinted`.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the tables with default values; an older server that still uses the file can therefore write rows."""
    op.add_column("tables", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("briefs", sa.Column("results_kept", sa.Boolean, nullable=False, server_default=sa.false()))
    due = sa.text("status = 'over' AND NOT results_kept")
    op.create_index("briefs_results_due", "briefs", ["table_id"], sqlite_where=due, postgresql_where=due)
    _people()
    _results()
    _ratings()
    op.execute("INSERT INTO hinted (table_id, seat) SELECT id, -1 FROM tables")


def _people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("made_at", sa.Double, nullable=False),
    )
    op.create_table(
        "devices",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(64), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("joined_at", sa.Double, nullable=False),
    )
    op.create_index("ix_devices_person", "devices", ["person"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("person", sa.String(64), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.Integer, nullable=False),
        sa.Column("place", sa.String(255), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.Column("used_at", sa.Double, nullable=False),
    )
    op.create_index("ix_passkeys_person", "passkeys", ["person"])


def _results() -> None:
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("identity", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("level", sa.String(80), nullable=False),
        sa.Column("people", sa.Integer, nullable=False),
        sa.Column("score", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("bids_made", sa.Integer, nullable=False),
        sa.Column("bids_set", sa.Integer, nullable=False),
        sa.Column("hints", sa.Boolean),
        sa.Column("undone", sa.Boolean, nullable=False),
        sa.Column("whole", sa.Boolean, nullable=False),
        sa.Column("stayed", sa.Boolean, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("mu", sa.Double),
        sa.Column("sigma", sa.Double),
        sa.Column("over_at", sa.Double, nullable=False),
    )
    op.create_index("results_of", "results", ["identity", "over_at"])
    op.create_table(
        "hinted",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    )
    op.create_table(
        "reviewed",
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("decisions", sa.Integer, nullable=False),
        sa.Column("cost", sa.Double, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )


def _ratings() -> None:
    op.create_table(
        "rated_matches",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), nullable=False, unique=True),
        sa.Column("game", sa.String(40), nullable=False),
    )
    op.create_index("ix_rated_matches_game", "rated_matches", ["game"])
    op.create_table(
        "ratings",
        sa.Column("identity", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
    )
