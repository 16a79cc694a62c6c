"""SQLite as the database."""

from __future__ import annotations

import shutil
import sqlite3
from functools import partial
from math import nan
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import OperationalError

from saleroom.server.ops import metrics
from saleroom.server.storage import datafile
from saleroom.server.storage.backend import READERS, Backend
from saleroom.server.storage.datafile import StoreTrouble

LEAST_ROOM = 1 << 20
"""Minimum free space on the disk for writing, in bytes."""


def backend(path: Path) -> Backend:
    """Return the backend of the data file at `path`."""
    writing = {"writes": True}
    describe = partial(datafile.describe_error, where=str(path))
    room = partial(_check_room, path=path)
    metrics.DISK_FREE.labels(path.name).set_function(partial(_free, path.parent))
    return Backend(open_sqlite(path), 1, writing, writing, {"writes": False}, describe, lambda error: False, room)


def _free(folder: Path) -> float:
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return nan


def _check_room(_: Connection, path: Path) -> None:
    """Check free disk space. A small write is no test, because writes to a reused journal succeed even on a full
    disk.
    """
    if shutil.disk_usage(path.parent).free < LEAST_ROOM:
        raise StoreTrouble(f"{path} cannot grow: the disk is full")


def open_sqlite(path: Path) -> Engine:
    """Return an engine for a data file, with a connection for each thread."""
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        connect_args={"timeout": datafile.BUSY, "cached_statements": 64},
        json_serializer=_dumps,
        json_deserializer=orjson.loads,
        hide_parameters=True,  # values can be secrets, and errors are logged
        pool_size=READERS + 1,
        max_overflow=0,
        pool_reset_on_return=None,  # every transaction ends before its connection returns to the pool
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin only where the code starts them, not automatically
        cursor = connection.cursor()
        for pragma in ("synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        statement = "BEGIN IMMEDIATE" if writes else "BEGIN"
        try:
            connection.connection.cursor().execute(statement)
        except sqlite3.Error as error:
            raise OperationalError(statement, None, error) from error

    return engine


def _dumps(value: Any) -> str:
    return orjson.dumps(value).decode()
