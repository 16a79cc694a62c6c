"""Database tables for card tables, their events and summaries, and the processes that own them."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    UniqueConstraint,
    bindparam,
    false,
    func,
    text,
    true,
)

from saleroom.server.storage.columns.metadata import metadata

tables = Table(
    "tables",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("server_seed", LargeBinary, nullable=False),
    Column("owner", String(64), nullable=False, index=True),
    Column("owner_name", String(24), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("pace", String(10), nullable=False),
    Column("clock", Integer),
    Column("made_at", Double, nullable=False),
    Column("rules_version", Integer, nullable=False, server_default="1"),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("contest", String(80), index=True),
    Column("words", JSON(none_as_null=True)),
    Column("position", JSON(none_as_null=True)),
    Column("language", String(2)),
    Column("evening", String(40), index=True),
)

table_events = Table(
    "rows",
    metadata,
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("seat", Integer),
    Column("data", JSON, nullable=False),
    Column("command", String(40)),
    Column("holder", String(64)),
    Column("at", Double, nullable=False),
    UniqueConstraint("table_id", "holder", "command", name="rows_command"),
)

SITTING_KINDS = bindparam("sitting_kinds", ("sit", "device"), expanding=True, literal_execute=True)
"""Kinds of events with which a person sits down or links a device. Queries contain them as literals, because SQLite
cannot use a partial index if its condition is compared with bound values.
"""
_SITTING = text("kind IN ('sit', 'device')")

# Index of the players who have sat down at tables. Few events are of these kinds, so the index is small, and moves do
# not change it.
Index("rows_sitting", table_events.c.holder, table_events.c.table_id, sqlite_where=_SITTING, postgresql_where=_SITTING)

leases = Table(
    "leases",
    metadata,
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("epoch", Integer, nullable=False),
    Column("owner", String(40), index=True),
    Column("edition", Integer, nullable=False),
)

processes = Table(
    "processes",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("seen_at", Double, nullable=False),
)

table_summaries = Table(
    "briefs",
    metadata,
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("status", String(10), nullable=False, index=True),
    Column("names", JSON, nullable=False),
    Column("scores", JSON, nullable=False),
    Column("winners", JSON, nullable=False),
    Column("holders", JSON, nullable=False),
    Column("last_at", Double, nullable=False, index=True),
    Column("bots_due", Boolean, nullable=False, server_default=true()),
    Column("due_at", Double, index=True),
    Column("results_kept", Boolean, nullable=False, server_default=false()),
    Column("turns", JSON(none_as_null=True)),
    Column("preview_language", String(2)),
    Column("preview_name", String(24)),
    Column("clock_now", Integer),
    Column("hints_now", Boolean),
    Column("free", JSON(none_as_null=True)),
    Column("listed_now", Boolean),
    Column("archived", Boolean, nullable=False, server_default=false()),
)

is_listed = func.coalesce(table_summaries.c.listed_now, tables.c.listed)
"""Whether the lobby lists a table, in queries that join tables and summaries."""

RESULTS_DUE = text("status = 'over' AND NOT results_kept")
"""Condition of the index `briefs_results_due`. Queries repeat the text, because SQLite compares the expressions."""

# Index of finished matches whose results are not written yet; it is usually empty.
Index("briefs_results_due", table_summaries.c.table_id, sqlite_where=RESULTS_DUE, postgresql_where=RESULTS_DUE)

ARCHIVE_DUE = text("status = 'over' AND NOT archived")
"""Condition of the index `briefs_archive_due`. Queries repeat the text, because SQLite compares the expressions."""

# Index of the finished tables whose events are not in the archive yet, for the archiver, which begins with the oldest.
# It begins with the status, because SQLite would otherwise prefer the index of the status.
Index(
    "briefs_archive_due",
    *(table_summaries.c.status, table_summaries.c.last_at, table_summaries.c.table_id),
    sqlite_where=ARCHIVE_DUE,
    postgresql_where=ARCHIVE_DUE,
)

archives = Table(
    "archives",
    metadata,
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("part", Integer, primary_key=True, autoincrement=False),
    Column("content", LargeBinary, nullable=False),
)

archived_seats = Table(
    "archived_seats",
    metadata,
    Column("holder", String(64), primary_key=True),
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("name", String(24)),
    Column("at", Double, nullable=False),
    sqlite_with_rowid=False,
)

hidden_tables = Table(
    "hidden_tables",
    metadata,
    Column("identity", String(64), primary_key=True),
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("hidden_at", Double, nullable=False),
)
