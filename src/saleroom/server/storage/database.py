"""The database, with the threads that run its reading and writing transactions.

A transaction is a function that takes a connection, and runs completely in one of these threads. A transaction
therefore costs the event loop only one task, regardless of its number of statements, and the event loop never waits for
the disk. The same functions serve SQLite and PostgreSQL. SQLite runs writing transactions one after the other.
PostgreSQL runs them at isolation level SERIALIZABLE, and the code repeats transactions that conflict.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

from sqlalchemy import Connection, RootTransaction, Table, func, inspect, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from saleroom.server.ops import metrics
from saleroom.server.ops.settings import DatabaseUrl, DataPlace
from saleroom.server.storage import datafile
from saleroom.server.storage.backend import READERS, UNLIMITED, Backend
from saleroom.server.storage.columns import tables
from saleroom.server.storage.datafile import OutcomeUnknown, StoreTrouble, StoreUnavailable
from saleroom.server.storage.outage import Outage

Result = TypeVar("Result")
Transaction = Callable[[Connection], Result]

ATTEMPTS = 20
"""Maximum number of attempts at a transaction that conflicts with other transactions."""
ENDED = 2
"""Maximum number of repetitions after lost connections. A busy machine or a long pause can cause the loss."""


MIGRATING = 0x5A1E_0001
"""Id of the advisory lock that only one migrating process at a time can hold."""


class Database:
    """One database. Transactions raise `StoreUnavailable` if they fail, or `IntegrityError` if a key already exists."""

    def __init__(self, backend: Backend) -> None:
        """Create the thread pools; connections are opened later."""
        self._backend, self._engine = backend, backend.engine
        self.outage = Outage()
        self._writers = ThreadPoolExecutor(backend.writers, thread_name_prefix="store-writer")
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")

    async def write(self, transaction: Transaction[Result], serial: bool = True) -> Result:
        """Run a transaction that can write.

        The transaction is durable when this method returns; if the transaction raises an error, it is rolled back.

        With `serial`, the transaction runs as if no other transaction wrote simultaneously, and is repeated after
        conflicts. Without `serial`, the transaction must itself lock or check the rows that it depends on. Raise
        `OutcomeUnknown` if the transaction can have been written although the database did not confirm it.
        """
        options = self._backend.serial if serial else self._backend.locking
        try:
            result = await self._run(self._writers, transaction, options)
        except StoreUnavailable as error:
            self.outage.note_failure(str(error))
            raise
        self.outage.note_success()
        return result

    async def read(self, transaction: Transaction[Result]) -> Result:
        """Run a reading transaction on one snapshot."""
        try:
            result = await self._run(self._readers, transaction, self._backend.reading)
        except StoreUnavailable as error:
            self.outage.lines.note_failure(str(error), write=False)
            raise
        self.outage.lines.note_success(write=False)
        return result

    def check_room(self, connection: Connection) -> None:
        """Raise an error if the database cannot grow; call this within a writing transaction."""
        self._backend.check_room(connection)

    async def _run(self, threads: ThreadPoolExecutor, transaction: Transaction[Result], options: Any) -> Result:
        wait, began = metrics.STORE_WAIT.labels("read" if threads is self._readers else "write"), perf_counter()

        def transact() -> Result:
            wait.observe(perf_counter() - began)
            return self._transact(transaction, options)

        return await asyncio.get_running_loop().run_in_executor(threads, transact)

    def _transact(self, transaction: Transaction[Result], options: Any) -> Result:
        for attempt in range(ATTEMPTS):
            try:
                return self._attempt(transaction, options)
            except IntegrityError:
                raise
            except (SQLAlchemyError, OSError) as error:
                if attempt + 1 == ATTEMPTS or not self._repeatable(error, attempt):
                    raise StoreUnavailable(self._backend.describe(error)) from error
        raise AssertionError

    def _attempt(self, transaction: Transaction[Result], options: Any) -> Result:
        with self._engine.connect().execution_options(**options) as connection:
            try:
                with connection.begin() as begun:
                    result = transaction(connection)
                    self._commit(begun, options)
                    return result
            except IntegrityError:
                raise
            except (SQLAlchemyError, OSError, OutcomeUnknown):  # the next transaction then uses a new connection
                connection.invalidate()
                raise

    def _commit(self, begun: RootTransaction, options: Any) -> None:
        """Commit; raise `OutcomeUnknown` if the connection broke before the answer to a write."""
        try:
            begun.commit()
        except DBAPIError as error:
            if error.connection_invalidated and options is not self._backend.reading:
                raise OutcomeUnknown(self._backend.describe(error)) from error
            raise

    def _repeatable(self, error: Exception, attempt: int) -> bool:
        """Return whether a repetition of a failed transaction can succeed, as after a conflict or a lost connection."""
        dead = isinstance(error, DBAPIError) and error.connection_invalidated
        return self._backend.undone(error) or (dead and attempt < ENDED)

    async def close(self) -> None:
        """Finish pending transactions, and disconnect."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        for threads in (self._writers, self._readers):
            threads.shutdown()
        self._engine.dispose()


def open_database(place: DataPlace) -> Database:
    """Check that the database at a path or URL is usable, and return it; raise `StoreTrouble` if it is not usable."""
    if isinstance(place, DatabaseUrl):
        from saleroom.server.storage import postgres

        postgres.prepare_database(place)
        return Database(postgres.backend(place))
    from saleroom.server.storage import sqlitefile

    datafile.prepare_file(place)
    return Database(sqlitefile.backend(place))


def refuse_outdated(place: DataPlace) -> None:
    """Raise `StoreTrouble` unless the database exists and has the newest schema."""
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
    """Return an INSERT statement that supports ON CONFLICT and reports the number of rows written."""
    kind = postgresql if connection.dialect.name == "postgresql" else sqlite
    return kind.insert(table).execution_options(preserve_rowcount=True)


def insert_once(connection: Connection, table: Table, values: Sequence[Mapping[str, Any]]) -> None:
    """Insert the rows whose keys are not in the table yet."""
    if values:
        connection.execute(insert_or(connection, table).on_conflict_do_nothing(), values)


def migrate(connection: Connection) -> None:
    """Run the missing migrations. Earlier checks must have shown that the database belongs to Saleroom."""
    if connection.dialect.name == "postgresql":  # SQLite runs only one writing transaction at a time
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
    """Remove the time limits on a PostgreSQL transaction, its locks and its statements."""
    connection.execution_options(**{UNLIMITED: True})
    for name in ("idle_in_transaction_session_timeout", "lock_timeout", "statement_timeout"):
        connection.execute(text(f"SET LOCAL {name} = 0"))


def refuse_newer_rules(connection: Connection, place: str) -> None:
    """Raise `StoreTrouble` if a table uses rules that this version of Saleroom does not have."""
    newest = select(tables.c.game, func.max(tables.c.rules_version)).group_by(tables.c.game)
    datafile.refuse_newer_rules(place, ((game, version) for game, version in connection.execute(newest)))
