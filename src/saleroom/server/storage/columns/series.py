"""Database tables for series: their members, and the tournaments that are their evenings."""

from __future__ import annotations

from sqlalchemy import JSON, Column, Double, ForeignKey, Integer, String, Table

from saleroom.server.storage.columns.metadata import metadata

series = Table(
    "series",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("title", String(60), nullable=False),
    Column("game", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("per_table", Integer),
    Column("counted", Integer),
    Column("invitation", String(40)),
    Column("made_at", Double, nullable=False),
)

series_members = Table(
    "series_members",
    metadata,
    Column("series", String(40), ForeignKey("series.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("identity", String(64), nullable=False, index=True),
    Column("name", String(24), nullable=False),
    Column("role", String(10), nullable=False),
    Column("status", String(10), nullable=False),
    Column("joined_at", Double, nullable=False),
)

series_evenings = Table(
    "series_evenings",
    metadata,
    Column("series", String(40), ForeignKey("series.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("event", String(40), ForeignKey("events.id"), nullable=False, unique=True),
    Column("results", JSON(none_as_null=True)),
)
