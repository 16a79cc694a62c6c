"""The columns of the database. `migrations/` brings a file up to them."""

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
    MetaData,
    String,
    Table,
    UniqueConstraint,
    false,
    true,
)

metadata = MetaData()

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
)

rows = Table(
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

_sitting = rows.c.kind.in_(("sit", "device"))

# Every player who has ever sat at a table: few of all rows, so the index is small and moves do not change it.
Index("rows_sitting", rows.c.holder, rows.c.table_id, sqlite_where=_sitting, postgresql_where=_sitting)

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

codes = Table(
    "codes",
    metadata,
    Column("kind", String(10), primary_key=True),
    Column("code", String(80), primary_key=True),
    Column("meaning", String(200), nullable=False),
    Column("until", Double, nullable=False),
)

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

# The best results of a contest in order, of all people and of accounts only: very many may have the same score.
_best = (contest_results.c.score.desc(), contest_results.c.at)
Index("contest_results_account", contest_results.c.contest, contest_results.c.account, *_best)
Index("contest_results_score", contest_results.c.contest, *_best)

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

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary, nullable=False),
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

events = Table(
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
)

event_people = Table(
    "event_people",
    metadata,
    Column("event", String(40), ForeignKey("events.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("identity", String(64), nullable=False, index=True),
    Column("holder", String(64), nullable=False),
    Column("name", String(24), nullable=False),
    Column("status", String(10), nullable=False),
)

event_tables = Table(
    "event_tables",
    metadata,
    Column("event", String(40), ForeignKey("events.id"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("table_id", String(40), nullable=False),
    Column("people", JSON, nullable=False),
    Column("scores", JSON(none_as_null=True)),
    Column("moves", JSON(none_as_null=True)),
)

briefs = Table(
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
)

_due = (briefs.c.status == "over") & ~briefs.c.results_kept

# Finished matches whose results are still to be written: usually none.
Index("briefs_results_due", briefs.c.table_id, sqlite_where=_due, postgresql_where=_due)

# People. An *identity* is a person's id, or the holder of a device that belongs to no person yet.

people = Table(
    "people",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("made_at", Double, nullable=False),
)

devices = Table(
    "devices",
    metadata,
    Column("holder", String(64), primary_key=True),
    Column("person", String(64), ForeignKey("people.id"), nullable=False, index=True),
    Column("joined_at", Double, nullable=False),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(1400), primary_key=True),
    Column("person", String(64), ForeignKey("people.id"), nullable=False, index=True),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", Integer, nullable=False),
    Column("place", String(255), nullable=False),
    Column("name", String(40), nullable=False),
    Column("made_at", Double, nullable=False),
    Column("used_at", Double, nullable=False),
)

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
    Column("rated", Boolean, nullable=False),
    Column("mu", Double),
    Column("sigma", Double),
    Column("over_at", Double, nullable=False),
    Index("results_of", "identity", "over_at"),
)

hinted = Table(
    "hinted",
    metadata,
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
)

reviewed = Table(
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

practice_days = Table(
    "practice_days",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("record", JSON, nullable=False),
)

practice_positions = Table(
    "practice_positions",
    metadata,
    Column("id", String(60), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("table_id", String(40), ForeignKey("tables.id")),
    Column("day", String(10)),
    Column("seat", Integer, nullable=False),
    Column("deal", Integer, nullable=False),
    Column("step", Integer, nullable=False),
    Column("remark", JSON, nullable=False),
    Index("practice_positions_day", "day", "game"),
)

practice_cards = Table(
    "practice_cards",
    metadata,
    Column("person", String(64), primary_key=True),
    Column("position_id", String(60), ForeignKey("practice_positions.id"), primary_key=True),
    Column("due", Double, nullable=False),
    Column("card", JSON, nullable=False),
    Column("before", JSON(none_as_null=True)),
    Column("first_right", Boolean),
    Index("practice_cards_due", "person", "due"),
    Index("practice_cards_position", "position_id", "first_right"),
)

# Programs: bots by other authors, which play over the Bot API.

programs = Table(
    "programs",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("looks", String(80), nullable=False, unique=True),
    Column("person", String(64), index=True),
    Column("made_at", Double, nullable=False),
)

program_tokens = Table(
    "program_tokens",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),
    Column("program", String(40), ForeignKey("programs.id"), nullable=False, index=True),
    Column("label", String(40), nullable=False),
    Column("scopes", JSON, nullable=False),
    Column("made_at", Double, nullable=False),
    Column("used_at", Double),
)

bot_challenges = Table(
    "bot_challenges",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("table_id", String(40), ForeignKey("tables.id"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("program", String(40), ForeignKey("programs.id"), nullable=False),
    Column("challenger", String(64), nullable=False),
    Column("challenger_name", String(24), nullable=False),
    Column("status", String(10), nullable=False),
    Column("made_at", Double, nullable=False),
    Index("bot_challenges_of", "program", "status"),
)

# Browsers to notify when it is their person's turn at a slow table, and the notifications already sent.

push_browsers = Table(
    "push_browsers",
    metadata,
    Column("endpoint", String(600), primary_key=True),
    Column("holder", String(64), nullable=False, index=True),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(30), nullable=False),
    Column("turn", String(100), nullable=False),
    Column("soon", String(100), nullable=False),
    Column("made_at", Double, nullable=False),
)

turns_told = Table(
    "turns_told",
    metadata,
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("turn", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), primary_key=True),
)

# Restrictions by the operator, and the log of the operator's actions.

restrictions = Table(
    "restrictions",
    metadata,
    Column("kind", String(10), primary_key=True),
    Column("subject", String(64), primary_key=True),
)

admin_log = Table(
    "admin_log",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("operator", String(64), nullable=False),
    Column("action", String(10), nullable=False),
    Column("subject", String(64), nullable=False),
    Column("note", String(200), nullable=False),
    Column("done_at", Double),
)
