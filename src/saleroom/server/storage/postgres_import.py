"""Import of all data from a data file into a PostgreSQL database. The import copies every row, reads it back and
compares it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Table, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from saleroom.server.ops.settings import DatabaseUrl
from saleroom.server.storage import datafile, postgres, sqlitefile
from saleroom.server.storage.backup import alone
from saleroom.server.storage.columns import admin_log, metadata, rated_matches, tables
from saleroom.server.storage.database import migrate, take_time
from saleroom.server.storage.datafile import StoreTrouble

CHUNK = 500
"""Maximum number of rows in one statement."""


def move(source: Path, target: DatabaseUrl) -> dict[str, int]:
    """Copy the data file `source` to the empty database `target`; return the number of rows in each database table. No
    server may use the data file.

    After an error, the database contains no copied rows. The data in the file never changes.
    """
    _check(source)
    postgres.prepare_database(target)
    reading, writing = sqlitefile.open_sqlite(source), postgres.open_postgres(target, 1)
    try:
        return _copy(reading, writing, target)
    except SQLAlchemyError as error:
        raise StoreTrouble(postgres.describe_error(error, str(target))) from None
    finally:
        reading.dispose()
        writing.dispose()


def _check(source: Path) -> None:
    """Raise `StoreTrouble` unless a file has the newest schema and no server uses it."""
    datafile.prepare_file(source)
    with closing(datafile.read_only(source)) as connection:
        schema = datafile.schema_of(source, connection)
    datafile.refuse_outdated(source, schema)
    alone(source).close()


def _copy(reading: Engine, writing: Engine, target: DatabaseUrl) -> dict[str, int]:
    with writing.begin() as connection:
        migrate(connection)
    with reading.execution_options(writes=True).begin() as source, writing.begin() as connection:
        if connection.execute(select(func.count()).select_from(tables)).scalar_one():
            raise StoreTrouble(f"{target} holds tables already; name an empty database")
        take_time(connection)
        counts = {table.name: _copy_table(source, connection, table) for table in metadata.sorted_tables}
        for table in metadata.sorted_tables:
            _compare(source, connection, table)
        _set_sequences(connection)
        return counts


def _copy_table(source: Connection, target: Connection, table: Table) -> int:
    count = 0
    for chunk in _chunks(source, table):
        target.execute(insert(table), [dict(row._mapping) for row in chunk])
        count += len(chunk)
    return count


def _compare(source: Connection, target: Connection, table: Table) -> None:
    """Compare each row of a table with the copied row that has the same key; raise `StoreTrouble` if two rows
    differ.
    """
    keys = list(table.primary_key)
    for chunk in _chunks(source, table):
        columns = [key.in_({getattr(row, key.name) for row in chunk}) for key in keys]
        copies = {_key(row, table): tuple(row) for row in target.execute(select(table).where(*columns))}
        for row in chunk:
            if copies.get(_key(row, table)) != tuple(row):
                raise StoreTrouble(f"a row of {table.name} differs after copying; nothing has been moved")


def _chunks(connection: Connection, table: Table) -> Iterator[list[Any]]:
    result = connection.execute(select(table).order_by(*table.primary_key))
    while chunk := result.fetchmany(CHUNK):
        yield list(chunk)


def _key(row: Any, table: Table) -> tuple[Any, ...]:
    return tuple(getattr(row, key.name) for key in table.primary_key)


def _set_sequences(connection: Connection) -> None:
    """Set the database's sequences, so that new numbers continue after the highest copied number."""
    for column in (rated_matches.c.number, admin_log.c.number):
        last = connection.execute(select(func.max(column))).scalar()
        if last is not None:
            sequence = func.pg_get_serial_sequence(column.table.name, column.name)
            connection.execute(select(func.setval(sequence, last)))
