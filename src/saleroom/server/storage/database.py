"""The database and the threads that reach it: one that writes, a few that read.

A transaction is a function of a connection, run as a whole in one of these threads: it costs the event loop one task,
however many statements it has, and a wait for the disk keeps nobody else waiting.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import orjson
from sqlalchemy import URL, Connection, Engine, create_engine, event, func, inspect, select, text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from saleroom.server.storage import datafile
from saleroom.server.storage.columns import tables
from saleroom.server.storage.datafile import StoreTrouble, describe_error

Result = TypeVar("Result")
Transaction = Callable[[Connection], Result]

READERS = 4
"""Reading transactions at a time; the next waits its turn."""


class Database:
    """One database. Transactions raise `StoreTrouble`, or `IntegrityError` where a key is taken."""

    def __init__(self, engine: Engine, where: str) -> None:
        """`where` is what messages call it."""
        self._engine, self._where = engine, where
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="store-writer")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")

    async def write(self, transaction: Transaction[Result]) -> Result:
        """Run a transaction that may write. It is durable when this returns, and undone where it raises."""
        return await self._run(self._writer, transaction, writes=True)

    async def read(self, transaction: Transaction[Result]) -> Result:
        """Run a transaction that only reads."""
        return await self._run(self._readers, transaction, writes=False)

    async def _run(self, threads: ThreadPoolExecutor, transaction: Transaction[Result], writes: bool) -> Result:
        return await asyncio.get_running_loop().run_in_executor(threads, self._transact, transaction, writes)

    def _transact(self, transaction: Transaction[Result], writes: bool) -> Result:
        try:
            with self._engine.connect().execution_options(writes=writes) as connection:
                try:
                    with connection.begin():
                        return transaction(connection)
                except IntegrityError:
                    raise
                except Exception:  # the next transaction gets a connection of its own
                    connection.invalidate()
                    raise
        except IntegrityError:
            raise
        except (SQLAlchemyError, OSError) as error:
            raise StoreTrouble(describe_error(error, self._where)) from error

    async def close(self) -> None:
        """Finish what has been asked for, and let go of the database."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        for threads in (self._writer, self._readers):
            threads.shutdown()
        self._engine.dispose()


def _dumps(value: Any) -> str:
    return orjson.dumps(value).decode()


def open_sqlite(path: Path) -> Engine:
    """The one place that knows which database it is."""
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        connect_args={"timeout": datafile.BUSY, "cached_statements": 64},
        json_serializer=_dumps,
        json_deserializer=orjson.loads,
        pool_size=READERS + 1,
        max_overflow=0,
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions begin where we say, not where the driver thinks
        cursor = connection.cursor()
        for pragma in ("synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
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
