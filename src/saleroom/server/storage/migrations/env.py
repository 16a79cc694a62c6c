"""Entry point of Alembic: runs the missing migrations on the store's connection, within its transaction."""

from __future__ import annotations

from alembic import context

from saleroom.server.storage.columns import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
