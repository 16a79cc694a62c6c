"""File of the checksums of all tables. With it, a check finds stored tables that have changed without a reason.

Stored events never change, so the checksum of a table's first events stays the same. The exception is a rewrite, such
as the erasure of a person, which increments the table's edition.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from saleroom.server.core.state.events import TableEvent, TableHeader
from saleroom.server.storage.datafile import StoreTrouble, describe_error

_SCHEMA = """
CREATE TABLE IF NOT EXISTS checksums (
    table_id TEXT PRIMARY KEY, edition INTEGER NOT NULL, events INTEGER NOT NULL, digest BLOB NOT NULL,
    pass INTEGER NOT NULL
)
"""


class Checksum(NamedTuple):
    """Checksum of a table that was replayed without a fault."""

    edition: int
    events: int
    """Number of the table's first events that the digest covers."""
    digest: bytes


class ChecksumFile:
    """The checksums in one file. The file also orders the tables by the pass in which each was replayed last."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Begin a new pass."""
        self._connection = connection
        self._pass: int = connection.execute("SELECT coalesce(max(pass), 0) + 1 FROM checksums").fetchone()[0]

    @classmethod
    @contextmanager
    def open(cls, path: Path) -> Iterator[ChecksumFile]:
        """Open a file, or create it; raise `StoreTrouble` if it is unusable."""
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
            with closing(sqlite3.connect(path, isolation_level=None)) as connection:
                connection.execute("PRAGMA journal_mode=WAL")
                connection.execute("PRAGMA synchronous=NORMAL")  # one commit a table need not wait for the disk
                connection.execute(_SCHEMA)
                yield cls(connection)
        except sqlite3.Error as error:
            raise StoreTrouble(describe_error(error, str(path))) from None
        except OSError as error:
            raise StoreTrouble(f"{path}: {error.strerror or error}") from None

    def names(self) -> set[str]:
        """Return the ids of all tables with a checksum."""
        return {name for (name,) in self._connection.execute("SELECT table_id FROM checksums")}

    def longest_ago(self, slices: int) -> set[str]:
        """Return the tables that were replayed longest ago: one in `slices`, rounded up."""
        query = """
            SELECT table_id FROM checksums ORDER BY pass, table_id
            LIMIT (SELECT (count(*) + ? - 1) / ? FROM checksums)
        """
        return {name for (name,) in self._connection.execute(query, (slices, slices))}

    def checksum(self, table_id: str) -> Checksum | None:
        """Return the checksum of a table; None if there is none yet."""
        query = "SELECT edition, events, digest FROM checksums WHERE table_id = ?"
        row = self._connection.execute(query, (table_id,)).fetchone()
        return None if row is None else Checksum(*row)

    def note(self, table_id: str, checksum: Checksum) -> None:
        """Store the checksum of a table that was replayed without a fault in this pass."""
        values = (table_id, *checksum, self._pass)
        self._connection.execute("INSERT OR REPLACE INTO checksums VALUES (?, ?, ?, ?, ?)", values)


def digest_of(header: TableHeader, events: Iterable[TableEvent]) -> bytes:
    """Return the SHA-256 digest of a table's header and events, which is the same on both databases.

    Fields with their default value do not count, so that a later version can add fields.
    """
    digest = hashlib.sha256(_line({**_set_fields(header), "server_seed": header.server_seed.hex()}))
    for event in events:
        digest.update(_line(_set_fields(event)))
    return digest.digest()


def _set_fields(row: TableHeader | TableEvent) -> dict[str, Any]:
    """Return the fields that do not have their default value, by name."""
    values = ((field, getattr(row, field.name)) for field in fields(row))
    return {field.name: value for field, value in values if value != field.default}


def _line(value: Any) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE)


def change_of(checksum: Checksum, edition: int, header: TableHeader, events: Sequence[TableEvent]) -> str | None:
    """Return what is wrong with a stored table that had an earlier checksum; None if only events were added, or the
    table was rewritten.
    """
    if edition > checksum.edition:
        return None
    if edition < checksum.edition or len(events) < checksum.events:
        return "is older than when it was checked before"
    if digest_of(header, events[: checksum.events]) != checksum.digest:
        return "has changed since it was checked before"
    return None
