"""Backup of the data file, which also works while a server uses the file, and restoration from a backup."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from saleroom.server.storage.datafile import (
    BUSY,
    StoreTrouble,
    describe_error,
    read_only,
    refuse_newer,
    refuse_newer_rules,
    refuse_other_files,
    schema_of,
)

JOURNALS = ("", "-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite keeps for one database."""


def back_up(data: Path, copy: Path) -> int:
    """Copy a data file to `copy`, which must not exist; return the number of tables in the copy.

    The copy contains every move that a server acknowledged before the copying began. Servers can run during the
    copying.
    """
    if copy.exists():
        raise StoreTrouble(f"{copy} exists already; name another file")
    with _troubles(data):
        _must_exist(data)
        with closing(_existing(data)) as source, _new_file(copy) as unfinished:
            if schema_of(data, source) is None:
                raise StoreTrouble(f"{data} holds no tables yet")
            with closing(sqlite3.connect(unfinished)) as target:
                _copy(source, target, copy)
                target.execute("PRAGMA journal_mode=DELETE")  # turn the copy into one file without journal files
                _check_integrity(data, target)
                return target.execute("SELECT count(*) FROM tables").fetchone()[0]


def restore(backup: Path, data: Path) -> Path | None:
    """Replace the data file `data` by the content of `backup`; raise `StoreTrouble` if a server uses `data`.

    Check the backup first. Return the path of a copy of the replaced file; None if there was no file. If the backup has
    an older schema, a server migrates the restored file when it opens the file.
    """
    with _troubles(backup):
        _must_exist(backup)
        if data.exists() and backup.samefile(data):
            raise StoreTrouble(f"{backup} is the data file itself; name a backup")
        with closing(read_only(backup)) as source:
            _check(backup, source)
            with _troubles(data):
                return _replace(data, source)


def _replace(data: Path, source: sqlite3.Connection) -> Path | None:
    if not data.exists() or not data.stat().st_size:
        data.parent.mkdir(parents=True, exist_ok=True)
        data.unlink(missing_ok=True)
        _put(source, data)
        return None
    backup = _free_name(data)
    try:
        with closing(alone(data)) as target:
            schema_of(data, target)  # raises an error for another program's database
            _put(target, backup)
            _copy(source, target, data)
    except sqlite3.OperationalError:
        raise  # the file is in use or the disk is full; `target` is unchanged
    except sqlite3.DatabaseError:  # the file is too damaged to be opened or copied, so no server can use it
        for end in JOURNALS:
            with suppress(FileNotFoundError):
                os.replace(f"{data}{end}", f"{backup}{end}")
        _put(source, data)
    return backup


def _put(source: sqlite3.Connection, path: Path) -> None:
    """Copy a database to a new file."""
    with _new_file(path) as unfinished, closing(sqlite3.connect(unfinished)) as target:
        _copy(source, target, path)


def _copy(source: sqlite3.Connection, target: sqlite3.Connection, path: Path) -> None:
    """Copy a snapshot of all database pages from `source` to `target`; errors name `path`.

    A read transaction fixes the snapshot; writers therefore need not wait, and the copying need not restart. The
    transaction fails if another program locks the file. Without the transaction, SQLite's `backup` would then wait
    without limit.
    """
    source.execute("BEGIN")
    source.execute("SELECT count(*) FROM sqlite_master").fetchone()
    try:
        source.backup(target)
    # the source is readable, so the error concerns the target, for example a full disk
    except sqlite3.OperationalError as error:
        raise StoreTrouble(describe_error(error, str(path))) from None
    finally:
        source.execute("ROLLBACK")


def _existing(path: Path) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode=rw"  # in mode `ro`, SQLite would leave its journal files behind
    return sqlite3.connect(uri, uri=True, timeout=BUSY, isolation_level=None)


def alone(path: Path) -> sqlite3.Connection:
    """Return a connection with exclusive access to a file; raise `StoreTrouble` if the file is in use.

    The function makes SQLite leave write-ahead mode, which fails while another connection is open. A running server
    always has an open connection.
    """
    connection = _existing(path)
    try:
        connection.execute("PRAGMA busy_timeout=0")
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        connection.close()
        if "locked" in str(error):
            raise StoreTrouble(f"{path} is in use; stop the server first") from None
        raise
    return connection


def _check(path: Path, connection: sqlite3.Connection) -> None:
    """Raise `StoreTrouble` unless a file is an intact data file and this version of Saleroom knows its schema and its
    rules.
    """
    schema = schema_of(path, connection)
    if schema is None:
        raise StoreTrouble(f"{path} holds no tables")
    refuse_newer(path, schema)
    _check_integrity(path, connection)
    columns = {name for _, name, *_ in connection.execute("PRAGMA table_info(tables)")}
    if "rules_version" in columns:
        newest = "SELECT game, max(rules_version) FROM tables GROUP BY game"
        refuse_newer_rules(path, connection.execute(newest))


def _check_integrity(path: Path, connection: sqlite3.Connection) -> None:
    report = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if report != "ok":
        raise StoreTrouble(f"{path} is damaged: {report.splitlines()[-1]}")


def _must_exist(path: Path) -> None:
    if not path.exists():
        raise StoreTrouble(f"there is no file {path}")
    refuse_other_files(path)


@contextmanager
def _new_file(path: Path) -> Iterator[Path]:
    """Create a file under a temporary name; rename it to `path` when it is complete and synced.

    Only the file's owner may read it, because it contains cards.
    """
    if not path.parent.is_dir():
        raise StoreTrouble(f"there is no folder {path.parent}")
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    os.close(handle)
    unfinished = Path(name)
    try:
        yield unfinished
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        path.open("xb").close()  # fails if another process has created the file meanwhile
        unfinished.replace(path)
    except FileExistsError:
        raise StoreTrouble(f"{path} exists already; name another file") from None
    finally:
        unfinished.unlink(missing_ok=True)


def _free_name(path: Path) -> Path:
    """Return an unused path in the same folder, to which the replaced file can be copied."""
    stem = f"{path}.replaced-{time.strftime('%Y%m%d-%H%M%S')}"
    names = (Path(f"{stem}{end}") for end in ("", *(f"-{number}" for number in range(2, 1000))))
    return next(name for name in names if not name.exists())


@contextmanager
def _troubles(path: Path) -> Iterator[None]:
    """Convert errors about a file into `StoreTrouble` with a one-line message."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreTrouble(describe_error(error, str(path))) from None
    except OSError as error:
        raise StoreTrouble(f"{error.filename or path}: {error.strerror or error}") from None
