"""Database tables for people, their devices, their passkeys, and the browsers that get notifications.

An *identity* is a person's id, or the holder id of a device that belongs to no person yet.
"""

from __future__ import annotations

from sqlalchemy import Column, Double, ForeignKey, Integer, LargeBinary, String, Table

from saleroom.server.storage.columns.metadata import metadata

one_time_codes = Table(
    "codes",
    metadata,
    Column("kind", String(10), primary_key=True),
    Column("code", String(80), primary_key=True),
    Column("meaning", String(200), nullable=False),
    Column("until", Double, nullable=False),
    Column("address", String(64), nullable=False, server_default=""),
)

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

portraits = Table(
    "portraits",
    metadata,
    Column("identity", String(64), primary_key=True),
    Column("picture", String(8), nullable=False),
)

avoided_people = Table(
    "avoided_people",
    metadata,
    Column("identity", String(64), primary_key=True),
    Column("avoided", String(64), primary_key=True, index=True),
    Column("id", String(24), nullable=False),
    Column("name", String(24), nullable=False),
    Column("avoided_at", Double, nullable=False),
)

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

sent_reminders = Table(
    "turns_told",
    metadata,
    Column("table_id", String(40), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("turn", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(10), primary_key=True),
)
