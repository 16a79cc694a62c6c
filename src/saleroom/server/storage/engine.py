"""The database itself: how it is opened and brought up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import URL, Connection, event, func, inspect, select, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from saleroom.server.storage import datafile
from saleroom.server.storage.columns import tables


def _dumps(value: Any) -> str:
    return orjson.dumps(value).decode()


def create_engine(path: Path) -> AsyncEngine:
    """The one place that knows SQLite."""
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(path)),
        connect_args={"timeout": datafile.BUSY, "cached_statements": 64},
        json_serializer=_dumps,
        json_deserializer=orjson.loads,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def set_up(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say, not where the driver thinks
        cursor = connection.cursor()
        for pragma in ("synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def migrate(connection: Connection) -> None:
    """Run the migrations that a database lacks; that it is ours has been seen."""
    if inspect(connection).has_table("alembic_version"):
        version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        if version == datafile.NEWEST:
            return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def refuse_newer_rules(connection: Connection, path: Path) -> None:
    """`StoreTrouble` where a table is of rules that this program does not have."""
    newest = select(tables.c.game, func.max(tables.c.rules_version)).group_by(tables.c.game)
    datafile.refuse_newer_rules(path, ((game, version) for game, version in connection.execute(newest)))
