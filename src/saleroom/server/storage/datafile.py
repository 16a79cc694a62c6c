"""The data file before it is opened: looked at without a touch, so that nobody else's file is ever changed.

All of it is quick and needs only the standard library: the server says that it is open when this has passed.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

NEWEST = "0012"
"""The last migration, which this program reads and writes."""

BUSY = 30
"""Seconds for which a transaction waits for another process."""

HEADER = b"SQLite format 3\0"


class StoreTrouble(Exception):
    """The database cannot be used; the text says why, in one line."""


def prepare_file(path: Path) -> None:
    """A file that can be written to, and that is ours or empty; `StoreTrouble` otherwise."""
    try:
        refuse_other_files(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab"):
            pass
    except OSError as error:
        raise StoreTrouble(f"cannot write to {path}: {error.strerror or error}") from None
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise StoreTrouble(f"cannot write to {path.parent}, where the file needs others beside it")
    try:
        _refuse_other_databases(path)
        _try_to_write(path)
    except sqlite3.Error as error:
        raise StoreTrouble(describe_error(error, str(path))) from None


def refuse_other_files(path: Path) -> None:
    """`StoreTrouble` for what is no file, or no SQLite file."""
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
    """A connection that writes nothing.

    Where no journal lies beside the file it even does without locks, which would leave files there.
    """
    still = not any(Path(f"{path}{end}").exists() for end in ("-wal", "-journal"))
    uri = f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if still else ''}"
    return sqlite3.connect(uri, uri=True, timeout=BUSY)


def schema_of(path: Path, connection: sqlite3.Connection) -> str | None:
    """The migration that a file is at, None for an empty one; `StoreTrouble` where it is not ours."""
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if "alembic_version" not in names:
        if names:
            raise StoreTrouble(f"{path} is a database of some other program; name another file")
        return None
    found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return None if found is None else str(found[0])


def refuse_outdated(place: Path | str, schema: str | None) -> None:
    """`StoreTrouble` for a schema that this program would have to change."""
    if schema != NEWEST:
        raise StoreTrouble(f"{place} is of an older version, or empty; start its server once with this version")


def refuse_newer(place: Path | str, schema: str | None) -> None:
    """`StoreTrouble` for a schema that this program does not know."""
    if schema is not None and schema > NEWEST:
        raise StoreTrouble(
            f"{place} was written by a newer Saleroom and is left as it is; install that version, or name another place"
        )


def refuse_newer_rules(place: Path | str, versions: Iterable[tuple[str, int]]) -> None:
    """`StoreTrouble` where tables are of games, or of versions of their rules, that this program does not have.

    `versions` are the games of a store, each with its newest rules version there.
    """
    from saleroom.games import NAMES, load
    from saleroom.kernel.options import BadOptions

    for game, rules_version in versions:
        if game not in NAMES:
            raise StoreTrouble(
                f"{place} holds tables of {game}, which this Saleroom does not have; install the version that has it, "
                "or name another place"
            )
        if rules_version > 1:  # every program has the first; do not load a game to learn that
            try:
                load(game).options_in(rules_version)
            except BadOptions as error:
                raise StoreTrouble(f"{place}: {error}") from None


def _try_to_write(path: Path) -> None:
    """Give the file its kind of journal, which it keeps, and begin to write."""
    with closing(sqlite3.connect(path, timeout=BUSY, isolation_level=None)) as connection:
        _write_ahead(connection)
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Change the kind of journal; SQLite refuses at once, without its timeout, where two programs do so together."""
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
    """What is wrong with the database, in one line."""
    cause = str(getattr(error, "orig", None) or error).splitlines()[0]
    said = next((words for sign, words in _KNOWN.items() if sign in cause.lower()), f"cannot be used: {cause}")
    return f"{where} {said}"
