"""Registry of all columns, for migrations and imports."""

from __future__ import annotations

from sqlalchemy import MetaData

metadata = MetaData()
