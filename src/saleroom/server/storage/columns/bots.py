"""Database tables for bot accounts, which are bots by other authors; the database calls them *programs*."""

from __future__ import annotations

from sqlalchemy import JSON, Column, Double, ForeignKey, Index, Integer, String, Table

from saleroom.server.storage.columns.metadata import metadata

bots = Table(
    "programs",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("looks", String(80), nullable=False, unique=True),
    Column("person", String(64), index=True),
    Column("made_at", Double, nullable=False),
)

bot_tokens = Table(
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
