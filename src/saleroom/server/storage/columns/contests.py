"""Database tables for contests and tournaments: results, daily deals, challenges, rounds."""

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
    false,
)

from saleroom.server.storage.columns.metadata import metadata

contest_results = Table(
    "contest_results",
    metadata,
    Column("contest", String(80), primary_key=True),
    Column("identity", String(64), primary_key=True),
    Column("table_id", String(40), nullable=False),
    Column("name", String(24), nullable=False),
    Column("account", Boolean, nullable=False),
    Column("score", Integer, nullable=False),
    Column("at", Double, nullable=False),
)

# With these indexes, the database reads a contest's best results in order, either for all people or only for accounts,
# even if many results have the same score.
_BEST = (contest_results.c.score.desc(), contest_results.c.at)
Index("contest_results_account", contest_results.c.contest, contest_results.c.account, *_BEST)
Index("contest_results_score", contest_results.c.contest, *_BEST)

contest_scores = Table(
    "contest_scores",
    metadata,
    Column("contest", String(80), primary_key=True),
    Column("score", Integer, primary_key=True, autoincrement=False),
    Column("count", Integer, nullable=False),
)

house_results = Table(
    "house_results",
    metadata,
    Column("contest", String(80), primary_key=True),
    Column("level", String(10), primary_key=True),
    Column("score", Integer, nullable=False),
)

daily_deals = Table(
    "daily_deals",
    metadata,
    Column("contest", String(80), primary_key=True),
    Column("source", String(10), nullable=False),
    Column("commit", String(64), nullable=False),
    Column("published_at", Double, nullable=False),
)

challenges = Table(
    "challenges",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("table_id", String(40), ForeignKey("tables.id"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("identity", String(64), nullable=False),
    Column("made_at", Double, nullable=False),
    UniqueConstraint("table_id", "seat", name="challenges_seat"),
)

tournaments = Table(
    "events",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("title", String(60), nullable=False),
    Column("game", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("per_table", Integer),
    Column("organiser", String(64), nullable=False, index=True),
    Column("organiser_name", String(24), nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("made_at", Double, nullable=False),
    Column("round", Integer, nullable=False),
    Column("language", String(2)),
    Column("names_organiser", Boolean, nullable=False, server_default=false()),
    Column("begins_at", Double),
    Column("call_link", String(500)),
    Column("clock_seconds", Integer),
    Column("round_interval", Integer),
)

tournament_people = Table(
    "event_people",
    metadata,
    Column("event", String(40), ForeignKey("events.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("identity", String(64), nullable=False, index=True),
    Column("holder", String(64), nullable=False),
    Column("name", String(24), nullable=False),
    Column("status", String(10), nullable=False),
)

tournament_tables = Table(
    "event_tables",
    metadata,
    Column("event", String(40), ForeignKey("events.id"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("table_id", String(40), nullable=False),
    Column("people", JSON, nullable=False),
    Column("scores", JSON(none_as_null=True)),
    Column("moves", JSON(none_as_null=True)),
    Column("substitutes", JSON(none_as_null=True)),
)

tournament_substitutes = Table(
    "event_substitutes",
    metadata,
    Column("event", String(40), ForeignKey("events.id"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("person", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
    Column("table_number", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
)
