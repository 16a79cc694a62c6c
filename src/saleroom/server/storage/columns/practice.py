"""Database tables for practice positions, and for the learning state (*card*) of each person for each position."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, Double, ForeignKey, Index, Integer, String, Table

from saleroom.server.storage.columns.metadata import metadata

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
