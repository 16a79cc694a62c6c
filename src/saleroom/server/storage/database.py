"""The database and the threads that reach it: some that write, a few that read.

A transaction is a function of a connection, run as a whole in one of these threads: it costs the event loop one task,
however many statements it has, and a wait for the disk keeps nobody else waiting. It is the same function for SQLite,
where those that write come one after the other, and for PostgreSQL, where they run as if they did and those that
cannot are run again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Table, func, inspect, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from saleroom.server.ops.settings import DatabaseUrl, DataPlace
from saleroom.server.storage import datafile
from saleroom.server.storage.backend import READERS, UNLIMITED, Backend
from saleroom.server.storage.columns import tables
from saleroom.server.storage.datafile import StoreTrouble

Result = TypeVar("Result")
Transaction = Callable[[Connection], Result]

ATTEMPTS = 20
"""How often a transaction is run that others undo."""
ENDED = 2
"""How often one is run again whose connection has ended, as a busy machine or a pause of this process may bring."""


MIGRATING = 0x5A1E_0001
"""The lock under which one process at a time brings a database up to date."""


class _OutcomeUnknown(Exception):
    """The connection broke while a transaction was being committed."""


class Database:
    """One database. Transactions raise `StoreTrouble`, or `IntegrityError` where a key is taken."""

    def __init__(self, backend: Backend) -> None:
        """Connects to nothing yet."""
        self._backend, self._engine = backend, backend.engine
        self._writers = ThreadPoolExecutor(backend.writers, thread_name_prefix="store-writer")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")

    async def write(self, transaction: Transaction[Result], serial: bool = True) -> Result:
        """Run a transaction that may write. It is durable when this returns, and undone where it raises.

        `serial` has it run as if nobody else wrote meanwhile, for which it may be run several times; without, it must
        lock or check by itself what it relies on.
        """
        options = self._backend.serial if serial else self._backend.locking
        return await self._run(self._writers, transaction, options)

    async def read(self, transaction: Transaction[Result]) -> Result:
        """Run a transaction that only reads, all of it as of one moment."""
        return await self._run(self._readers, transaction, self._backend.reading)

    def check_room(self, connection: Connection) -> None:
        """Raise if the database cannot grow; for transactions that write."""
        self._backend.check_room(connection)

    async def _run(self, threads: ThreadPoolExecutor, transaction: Transaction[Result], options: Any) -> Result:
        return await asyncio.get_running_loop().run_in_executor(threads, self._transact, transaction, options)

    def _transact(self, transaction: Transaction[Result], options: Any) -> Result:
        for attempt in range(ATTEMPTS):
            try:
                return self._attempt(transaction, options)
            except IntegrityError:
                raise
            except (SQLAlchemyError, OSError, _OutcomeUnknown) as error:
                if attempt + 1 == ATTEMPTS or not self._repeatable(error, attempt):
                    raise StoreTrouble(self._backend.describe(error)) from error
        raise AssertionError

    def _attempt(self, transaction: Transaction[Result], options: Any) -> Result:
        with self._engine.connect().execution_options(**options) as connection:
            try:
                with connection.begin() as begun:
                    result = transaction(connection)
                    try:
                        begun.commit()
                    except DBAPIError as error:
                        raise (_OutcomeUnknown(str(error.orig)) if error.connection_invalidated else error) from None
                    return result
            except IntegrityError:
                raise
            except (SQLAlchemyError, OSError, _OutcomeUnknown):  # the next transaction gets a connection of its own
                connection.invalidate()
                raise

    def _repeatable(self, error: Exception, attempt: int) -> bool:
        """Whether nothing has been written and the same may succeed: others undid it, or a connection was found dead.

        What came of a commit in which the connection broke is not known, so that it is not repeated.
        """
        dead = isinstance(error, DBAPIError) and error.connection_invalidated
        return self._backend.undone(error) or (dead and attempt < ENDED)

    async def close(self) -> None:
        """Finish what has been asked for, and let go of the database."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        for threads in (self._writers, self._readers):
            threads.shutdown()
        self._engine.dispose()


def open_database(place: DataPlace) -> Database:
    """The database at a place, of which has been seen that it can be used; `StoreTrouble` otherwise."""
    if isinstance(place, DatabaseUrl):
        from saleroom.server.storage import postgres

        postgres.prepare_database(place)
        return Database(postgres.backend(place))
    from saleroom.server.storage import sqlitefile

    datafile.prepare_file(place)
    return Database(sqlitefile.backend(place))


def refuse_outdated(place: DataPlace) -> None:
    """`StoreTrouble` unless there is a database of this program's schema, which it need not change."""
    if isinstance(place, DatabaseUrl):
        from saleroom.server.storage import postgres

        datafile.refuse_outdated(str(place), postgres.prepare_database(place))
        return
    if not place.exists():
        raise StoreTrouble(f"there is no data file {place}; name it with --data")
    datafile.prepare_file(place)
    with closing(datafile.read_only(place)) as connection:
        datafile.refuse_outdated(place, datafile.schema_of(place, connection))


def insert_or(connection: Connection, table: Table) -> Any:
    """An INSERT that knows ON CONFLICT, and tells how many rows it has written."""
    kind = postgresql if connection.dialect.name == "postgresql" else sqlite
    return kind.insert(table).execution_options(preserve_rowcount=True)


def insert_once(connection: Connection, table: Table, values: Sequence[Mapping[str, Any]]) -> None:
    """Insert those rows whose keys are not there yet."""
    if values:
        connection.execute(insert_or(connection, table).on_conflict_do_nothing(), values)


def migrate(connection: Connection) -> None:
    """Run the migrations that a database lacks; that it is ours has been seen."""
    if connection.dialect.name == "postgresql":  # SQLite's writers come one after the other anyway
        take_time(connection)
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
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


def take_time(connection: Connection) -> None:
    """Let a transaction of PostgreSQL, its locks and its statements take as long as they need."""
    connection.execution_options(**{UNLIMITED: True})
    for name in ("idle_in_transaction_session_timeout", "lock_timeout", "statement_timeout"):
        connection.execute(text(f"SET LOCAL {name} = 0"))


def refuse_newer_rules(connection: Connection, place: str) -> None:
    """`StoreTrouble` where a table is of rules that this program does not have."""
    newest = select(tables.c.game, func.max(tables.c.rules_version)).group_by(tables.c.game)
    datafile.refuse_newer_rules(place, ((game, version) for game, version in connection.execute(newest)))
