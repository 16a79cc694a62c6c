"""Restrictions by the operator, the log of their actions, and secrets of the server."""

from __future__ import annotations

from sqlalchemy import Column, Double, Integer, LargeBinary, String, Table

from saleroom.server.storage.columns.metadata import metadata

server_secrets = Table(
    "secrets",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

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
