"""Database tables for webhooks, for messages that are still to be sent, and for what people want to receive."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Double, Integer, String, Table, UniqueConstraint

from saleroom.server.storage.columns.metadata import metadata

webhooks = Table(
    "webhooks",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("scope", String(10), nullable=False),
    Column("target", String(40), nullable=False),
    Column("identity", String(64), nullable=False, index=True),
    Column("address", String(1000), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("language", String(5), nullable=False),
    Column("code", String(64), nullable=False),
    Column("code_until", Double, nullable=False),
    Column("guesses", Integer, nullable=False),
    Column("confirmed_at", Double),
    Column("failed_at", Double),
    Column("announced", Integer, nullable=False),
    Column("made_at", Double, nullable=False),
    UniqueConstraint("scope", "target"),
)

due_messages = Table(
    "due_messages",
    metadata,
    Column("recipient", String(620), primary_key=True),
    Column("kind", String(10), primary_key=True),
    Column("target", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("turn", Integer, primary_key=True, autoincrement=False),
    Column("due_at", Double, nullable=False, index=True),
    Column("attempts", Integer, nullable=False),
    Column("made_at", Double, nullable=False),
)

message_preferences = Table(
    "message_preferences",
    metadata,
    Column("identity", String(64), primary_key=True),
    Column("chats", Boolean, nullable=False),
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
    Column("time_zone", String(64)),
)
