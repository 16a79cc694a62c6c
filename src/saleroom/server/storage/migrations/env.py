"""Entry point for Alembic, which runs the missing migrations in the caller's connection and transaction."""

from __future__ import annotations

from alembic import context

from saleroom.server.storage.columns import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
