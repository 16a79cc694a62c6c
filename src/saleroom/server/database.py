"""The database itself: how it is opened, brought up to date, and what is said when it cannot be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from saleroom.server import columns

BUSY = 10
"""Seconds for which a transaction waits for another process."""


class StoreTrouble(Exception):
    """The database cannot be used; the text says why, in one line."""


def _dumps(value: Any) -> str:
    return orjson.dumps(value).decode()


def engine_of(path: Path) -> AsyncEngine:
    """The one place that knows SQLite."""
    engine = create_async_engine(
        f"sqlite+aiosqlite:///{path}",
        connect_args={"timeout": BUSY, "cached_statements": 64},
        json_serializer=_dumps,
        json_deserializer=orjson.loads,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def set_up(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say, not where the driver thinks
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def bring_up_to_date(connection: Connection, where: str) -> None:
    """Run the migrations that a database lacks. Nothing is written to a database that is not ours, or that is newer."""
    there = set(inspect(connection).get_table_names())
    if "alembic_version" in there:
        version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        if version == columns.NEWEST:
            return
        if not isinstance(version, str) or version > columns.NEWEST:
            raise StoreTrouble(f"{where} was written by a newer Saleroom; this one does not touch it")
    elif there:
        raise StoreTrouble(f"{where} is a database of some other program; name another file")
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


_KNOWN = {
    "not a database": "is damaged, or no Saleroom file",
    "malformed": "is damaged",
    "readonly": "may not be written to",
    "disk is full": "cannot grow: the disk is full",
    "disk i/o error": "cannot be read or written: the disk reports an error",
    "locked": "is held by another program",
    "unable to open": "cannot be opened",
}


def in_words(error: BaseException, where: str) -> str:
    cause = str(error.orig if isinstance(error, DBAPIError) and error.orig else error).splitlines()[0]
    said = next((words for sign, words in _KNOWN.items() if sign in cause.lower()), f"cannot be used: {cause}")
    return f"{where} {said}"
