"""Database tables for results of finished matches, and for ratings."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Double, ForeignKey, Index, Integer, String, Table

from saleroom.server.storage.columns.metadata import metadata

results = Table(
    "results",
    metadata,
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("identity", String(64), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("seats", Integer, nullable=False),
    Column("level", String(80), nullable=False),
    Column("people", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("bids_made", Integer, nullable=False),
    Column("bids_set", Integer, nullable=False),
    Column("hints", Boolean),
    Column("undone", Boolean, nullable=False),
    Column("whole", Boolean, nullable=False),
    Column("stayed", Boolean, nullable=False),
    Column("finished", Boolean),
    Column("rated", Boolean, nullable=False),
    Column("mu", Double),
    Column("sigma", Double),
    Column("over_at", Double, nullable=False),
    Index("results_of", "identity", "over_at"),
)

_COUNTS = results.c.finished.is_not(None)

# Index of the matches that say whether a person finishes what they begin.
Index("results_finished", results.c.identity, results.c.over_at, sqlite_where=_COUNTS, postgresql_where=_COUNTS)

hinted_seats = Table(
    "hinted",
    metadata,
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
)

reviewed_seats = Table(
    "reviewed",
    metadata,
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("decisions", Integer, nullable=False),
    Column("cost", Double, nullable=False),
    Column("at", Double, nullable=False),
)

rated_matches = Table(
    "rated_matches",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("table_id", String(40), ForeignKey("tables.id"), nullable=False, unique=True),
    Column("game", String(40), nullable=False, index=True),
)

ratings = Table(
    "ratings",
    metadata,
    Column("identity", String(64), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("matches", Integer, nullable=False),
)
