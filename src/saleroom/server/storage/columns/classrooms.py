"""Database tables for classes: their questions, the people in them, and the answers."""

from __future__ import annotations

from sqlalchemy import JSON, Column, Double, ForeignKey, Integer, String, Table

from saleroom.server.storage.columns.metadata import metadata

classrooms = Table(
    "classrooms",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("teacher", String(64), nullable=False, index=True),
    Column("question", Integer, nullable=False),
    Column("made_at", Double, nullable=False),
    Column("asked_at", Double, nullable=False, index=True),
)

class_questions = Table(
    "class_questions",
    metadata,
    Column("classroom", String(40), ForeignKey("classrooms.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("table_id", String(40), ForeignKey("tables.id"), nullable=False),
    Column("deal", Integer, nullable=False),
    Column("step", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("advice", JSON(none_as_null=True)),
)

class_people = Table(
    "class_people",
    metadata,
    Column("classroom", String(40), ForeignKey("classrooms.id"), primary_key=True),
    Column("identity", String(64), primary_key=True, index=True),
    Column("name", String(24), nullable=False),
    Column("joined_at", Double, nullable=False),
)

class_answers = Table(
    "class_answers",
    metadata,
    Column("classroom", String(40), ForeignKey("classrooms.id"), primary_key=True),
    Column("question", Integer, primary_key=True, autoincrement=False),
    Column("identity", String(64), primary_key=True, index=True),
    Column("action", String(400), nullable=False),
    Column("answered_at", Double, nullable=False),
)
