"""PostgreSQL as the database of one or more processes: connections, and checks before use.

The driver is psycopg 3, because its transactions can run in threads, like those of SQLite. The driver asyncpg has no
synchronous connection; with it, SQLAlchemy would have to switch stacks for every statement.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import orjson
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from saleroom.extras import to_install
from saleroom.server.ops.settings import DatabaseUrl
from saleroom.server.storage import datafile
from saleroom.server.storage.backend import READERS, Backend
from saleroom.server.storage.datafile import StoreTrouble
from saleroom.server.storage.timeouts import AnswerLimit

WRITERS = 4
OLDEST = 130000
"""Oldest supported version of PostgreSQL, in its own numbering."""
CONNECT_TIMEOUT = 5
"""Maximum number of seconds to wait for a connection."""
SILENT = 5000
"""Milliseconds after which a connection counts as dead if the peer does not acknowledge sent bytes."""
ANSWER = 35.0
"""Seconds without an answer after which a connection is closed; PostgreSQL's own statement timeout is shorter."""
_SESSION = {
    # with these limits, a process that is stopped during a transaction blocks other processes only briefly
    "idle_in_transaction_session_timeout": 3000,
    "lock_timeout": 10_000,
    "statement_timeout": 30_000,
}
"""Time limits of PostgreSQL for each session, in milliseconds."""
_CONNECTION = {
    "application_name": "saleroom",
    "connect_timeout": CONNECT_TIMEOUT,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": SILENT,
    "options": " ".join(f"-c {name}={value}" for name, value in _SESSION.items()),
}

_CHECKED = ("rows", "archives", "archived_seats")
"""Database tables on which the user's rights are checked: those that the archiver also deletes from."""
_KNOWN = {
    "3D000": "there is no such database; create it first",
    "28P01": "the password is wrong",
    "28000": "this user may not log in",
    "42501": "its user lacks the rights to {missing}",
    "53100": "the disk is full",
    "53300": "it has too many connections",
    "25006": "it is read-only",
    "57P01": "it is being stopped",
    "57P03": "it is starting or being stopped",
    "25P03": "a transaction took too long and was undone",
    "55P03": "a row stayed locked for too long",
}
"""Error texts to show, by SQLSTATE code."""
_SIGNS = {
    "connection refused": "nothing answers there",
    "could not translate host name": "there is no such host",
    "failed to resolve host": "there is no such host",
    "timeout expired": "it does not answer",
    "connection timeout": "it does not answer",
    "no password supplied": "it wants a password; give it in PGPASSWORD or in a file that PGPASSFILE names",
    "password authentication failed": "the password is wrong",
    "received invalid response to": "a service other than PostgreSQL answers there",
    "server closed the connection": "it closed the connection",
    "does not exist": "there is no such database or user; create it first",
    "no space left": "the disk is full",
}
"""Error texts to show for errors without a SQLSTATE, by a part of the driver's message."""


def backend(url: DatabaseUrl) -> Backend:
    """Return the backend of the database at `url`."""
    engine = open_postgres(url, READERS + WRITERS)
    AnswerLimit(engine, ANSWER)
    return Backend(
        engine,
        WRITERS,
        {"isolation_level": "SERIALIZABLE"},
        {"isolation_level": "READ COMMITTED"},
        {"isolation_level": "REPEATABLE READ"},
        partial(describe_error, where=str(url)),
        undone,
        _check_room,
    )


def _check_room(connection: Connection) -> None:
    """Test for free disk space by creating a temporary table. A small write is no test, because existing files can have
    room for rows even on a full disk.
    """
    if connection.execute(text("SELECT has_database_privilege(current_database(), 'TEMPORARY')")).scalar_one():
        connection.execute(text("SET LOCAL temp_tablespaces = ''"))
        rows = "SELECT repeat('room', 256) FROM generate_series(1, 32)"
        connection.execute(text(f"CREATE TEMPORARY TABLE room ON COMMIT DROP AS {rows}"))


def open_postgres(url: DatabaseUrl, connections: int) -> Engine:
    """Return an engine for a database, without connecting yet.

    Raise `StoreTrouble` if the URL is malformed or the driver is missing.
    """
    try:
        engine = create_engine(
            make_url(url.text).set(drivername="postgresql+psycopg"),
            connect_args={**_CONNECTION, "cursor_factory": _cursor()},
            json_serializer=lambda value: orjson.dumps(value).decode(),
            json_deserializer=orjson.loads,
            hide_parameters=True,  # values can be secrets, and errors are logged
            pool_size=connections,
            max_overflow=0,
            pool_use_lifo=True,
        )
    except (ArgumentError, NoSuchModuleError, ValueError):
        raise StoreTrouble("write the database like postgresql://user@host:5432/name") from None
    except ImportError:
        raise StoreTrouble(f"PostgreSQL needs a driver: {to_install('cluster')}") from None
    event.listen(engine, "connect", _replace_nul)
    return engine


def _cursor() -> type[Any]:
    """Return a cursor class that sends one statement at a time.

    psycopg's own cursor class sends statements for several rows as a pipeline. PostgreSQL does not count a transaction
    as idle until the pipeline ends. The limit for idle transactions would therefore not end a transaction whose process
    is stopped during a pipeline.
    """
    from psycopg import Cursor

    class OneByOne(Cursor[Any]):
        def executemany(self, query: Any, params_seq: Iterable[Any], *, returning: bool = False) -> None:
            counts = [self.execute(query, each).rowcount for each in params_seq]
            self._rowcount = sum(counts)

    return OneByOne


def _replace_nul(connection: Any, _record: object) -> None:
    """Replace U+0000 by U+FFFD, as HTML does. Clients can send U+0000, but PostgreSQL cannot store it."""
    from psycopg.types.string import StrDumperUnknown

    class Dumper(StrDumperUnknown):
        def dump(self, obj: str) -> Any:
            return super().dump(obj.replace("\0", "\ufffd"))

    connection.adapters.register_dumper(str, Dumper)


def prepare_database(url: DatabaseUrl) -> str | None:
    """Check that a database is usable, and is empty or belongs to Saleroom; return the id of its last migration. Change
    nothing.

    Raise `StoreTrouble` if a check fails.
    """
    engine = open_postgres(url, 1)
    try:
        with engine.connect() as connection:
            return _refuse(connection, str(url))
    except (SQLAlchemyError, OSError) as error:
        raise StoreTrouble(describe_error(error, str(url))) from None
    finally:
        engine.dispose()


def _refuse(connection: Connection, where: str) -> str | None:
    version = int(connection.execute(text("SHOW server_version_num")).scalar_one())
    if version < OLDEST:
        raise StoreTrouble(f"{where} is PostgreSQL {version // 10000}; {OLDEST // 10000} or newer is needed")
    if connection.execute(text("SHOW server_encoding")).scalar_one() != "UTF8":
        raise StoreTrouble(f"{where} does not store Unicode; create the database with ENCODING 'UTF8'")
    schema = _schema_of(connection, where)
    datafile.refuse_newer(where, schema)
    _refuse_rights(connection, where, schema)
    return schema


def _schema_of(connection: Connection, where: str) -> str | None:
    """Return the id of a database's last migration; None if the database is empty. Raise `StoreTrouble` if it does not
    belong to Saleroom.
    """
    query = text("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    names = set(connection.execute(query).scalars())
    if "alembic_version" not in names:
        if names:
            raise StoreTrouble(f"{where} is a database of some other program; name another one")
        return None
    if not connection.execute(text("SELECT has_table_privilege('alembic_version', 'SELECT')")).scalar_one():
        raise StoreTrouble(f"{where}: its user lacks the rights to read it")
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _refuse_rights(connection: Connection, where: str, schema: str | None) -> None:
    """Raise `StoreTrouble` if the database user may not create tables, which migrations need, or may not use existing
    tables.
    """
    if schema != datafile.NEWEST:
        condition, missing = "has_schema_privilege(current_schema(), 'CREATE')", "create tables"
    else:
        rights = [(table, right) for table in _CHECKED for right in ("SELECT", "INSERT", "UPDATE", "DELETE")]
        condition = " AND ".join(f"has_table_privilege('{table}', '{right}')" for table, right in rights)
        missing = "read and write"
    if not connection.execute(text(f"SELECT {condition}")).scalar():
        raise StoreTrouble(f"{where}: its user lacks the rights to {missing}")


def describe_error(error: BaseException, where: str) -> str:
    """Return a description of a database error, in one line that does not contain the password."""
    cause = getattr(error, "orig", None) or error
    message = str(cause)
    known = _KNOWN.get(getattr(cause, "sqlstate", None) or "") or next(
        (words for sign, words in _SIGNS.items() if sign in message.lower()), None
    )
    return f"{where}: {known.format(missing='do that') if known else _first_line(message)}"


def _first_line(message: str) -> str:
    return next(iter(message.splitlines()), "it cannot be used")


def undone(error: BaseException) -> bool:
    """Return whether a conflict or a long pause rolled a transaction back, so that a repetition can succeed.

    The transaction can also be one that the driver itself starts on a new connection.
    """
    cause: Any = getattr(error, "orig", None)
    return getattr(cause, "sqlstate", None) in ("40001", "40P01", "25P03")
