"""Registry of all database tables and columns, for migrations and for the import into PostgreSQL."""

from __future__ import annotations

from sqlalchemy import MetaData

metadata = MetaData()
