"""Checks of the data file before the server opens it. The checks first only read the file, so they never change another
program's file.

The checks are fast and need only the standard library, because the server cannot report that it is open before they are
done.
"""

from __future__ import annotations

import os
import sqlite3
import stat
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

NEWEST = "0026"
"""Id of the newest migration; this version reads and writes the schema after it."""

BUSY = 30
"""Maximum number of seconds that a transaction waits for another process."""

HEADER = b"SQLite format 3\0"


class StoreTrouble(Exception):
    """Failure of the database; the text is one line that says why."""


class StoreUnavailable(StoreTrouble):
    """Failure of a whole transaction, which a repetition can cure. Nothing has been written."""


class OutcomeUnknown(StoreUnavailable):
    """Failure of a commit whose answer was lost. The transaction can have been written."""


def prepare_file(path: Path) -> None:
    """Check that a file is writable, and is empty or a Saleroom data file; raise `StoreTrouble` if a check fails.

    Create the file if it is missing; only its owner may read it. Do not change the permissions of an existing file.
    """
    try:
        refuse_other_files(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        # the file contains hidden cards; SQLite gives its journals the same permissions
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
    except OSError as error:
        raise StoreTrouble(f"cannot write to {path}: {error.strerror or error}") from None
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise StoreTrouble(f"cannot write to {path.parent}, where SQLite needs further files")
    try:
        _refuse_other_databases(path)
        _try_to_write(path)
    except sqlite3.Error as error:
        raise StoreTrouble(describe_error(error, str(path))) from None


def is_open_to_others(path: Path) -> bool:
    """Return whether every user of the machine may read a file, such as the data file of an earlier version."""
    return os.name == "posix" and bool(path.stat().st_mode & stat.S_IROTH)


def refuse_other_files(path: Path) -> None:
    """Raise `StoreTrouble` if the path exists but is not a file, or is not an SQLite file."""
    if not path.exists():
        return
    if not (path.is_file() or path.is_dir()):
        raise StoreTrouble(f"{path} is no file")
    with path.open("rb") as file:
        begin = file.read(len(HEADER))
    if begin not in (b"", HEADER):
        raise StoreTrouble(f"{path} is damaged, or no Saleroom file")


def _refuse_other_databases(path: Path) -> None:
    with closing(read_only(path)) as connection:
        refuse_newer(path, schema_of(path, connection))


def read_only(path: Path) -> sqlite3.Connection:
    """Return a read-only connection to a data file. If the file has no journal, the connection uses no locks, because
    locks would leave files behind.
    """
    still = not any(Path(f"{path}{end}").exists() for end in ("-wal", "-journal"))
    uri = f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if still else ''}"
    return sqlite3.connect(uri, uri=True, timeout=BUSY)


def schema_of(path: Path, connection: sqlite3.Connection) -> str | None:
    """Return the id of a file's last migration; None if the file is empty. Raise `StoreTrouble` if it is not
    Saleroom's.
    """
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if "alembic_version" not in names:
        if names:
            raise StoreTrouble(f"{path} is a database of some other program; name another file")
        return None
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return None if row is None else str(row[0])


def refuse_outdated(place: Path | str, schema: str | None) -> None:
    """Raise `StoreTrouble` if `schema` is older than the schema of this version, or if the database is empty."""
    if schema != NEWEST:
        raise StoreTrouble(f"{place} is of an older version, or empty; start its server once with this version")


def refuse_newer(place: Path | str, schema: str | None) -> None:
    """Raise `StoreTrouble` if `schema` is newer than the schema of this version."""
    if schema is not None and schema > NEWEST:
        raise StoreTrouble(
            f"{place} was written by a newer Saleroom, and has not been changed; install that version, or name "
            "another place"
        )


def refuse_newer_rules(place: Path | str, versions: Iterable[tuple[str, int]]) -> None:
    """Raise `StoreTrouble` if tables use games or rules versions that this version of Saleroom lacks.

    `versions` yields a pair for each game in the database: the game, and the newest rules version of its tables.
    """
    from saleroom.games import NAMES, load
    from saleroom.kernel.options import BadOptions

    for game, rules_version in versions:
        if game not in NAMES:
            raise StoreTrouble(
                f"{place} holds tables of {game}, which this Saleroom does not have; install the version that has it, "
                "or name another place"
            )
        if rules_version > 1:  # no need to load the game, because every game has rules version 1
            try:
                load(game).options_in(rules_version)
            except BadOptions as error:
                raise StoreTrouble(f"{place}: {error}") from None


def _try_to_write(path: Path) -> None:
    """Set the file's journal mode permanently; then start a writing transaction as a test."""
    with closing(sqlite3.connect(path, timeout=BUSY, isolation_level=None)) as connection:
        _write_ahead(connection)
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Set the journal mode. Retry after an error, because SQLite does not wait if another program sets the mode
    simultaneously.
    """
    until = time.monotonic() + BUSY
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(0.05)


_KNOWN = {
    "not a database": "is damaged, or no Saleroom file",
    "malformed": "is damaged",
    "readonly": "may not be written to",
    "disk is full": "cannot grow: the disk is full",
    "disk i/o error": "cannot be read or written: the disk reports an error",
    "locked": "is held by another program",
    "unable to open": "cannot be opened",
}


def describe_error(error: BaseException, where: str) -> str:
    """Return a description of a database error, in one line."""
    cause = str(getattr(error, "orig", None) or error).splitlines()[0]
    problem = next((words for sign, words in _KNOWN.items() if sign in cause.lower()), f"cannot be used: {cause}")
    return f"{where} {problem}"
