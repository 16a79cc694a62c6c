"""Alembic's way in: the store hands it a connection within a transaction, and it runs what is missing."""

from __future__ import annotations

from alembic import context

from saleroom.server.storage.columns import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
