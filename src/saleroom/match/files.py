"""Files of records: JSON Lines, one match per line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from saleroom.match.errors import BadRecord
from saleroom.match.match import Match
from saleroom.match.record import from_line
from saleroom.match.referee import replay


def lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file without their line feeds, one at a time, for files of any size."""
    with path.open("rb") as file:
        for line in file:
            yield line.removesuffix(b"\n")


def record_at(path: Path, number: int) -> Any:
    """Return the record on line `number`, counted from 1; raise `BadRecord` if there is no such line."""
    at = 0
    for at, line in enumerate(lines(path), 1):
        if at == number:
            with at_line(path, number):
                return from_line(line)
    raise BadRecord(f"{path} has no match {number}; there {'is' if at == 1 else 'are'} {at or 'none'} in it")


def match_at(path: Path, number: int) -> Match:
    """Return the match on line `number`, ready to continue; a `BadRecord` error names the file and the line."""
    record = record_at(path, number)
    with at_line(path, number):
        return replay(record)


@contextmanager
def at_line(path: Path, number: int) -> Iterator[None]:
    """Prefix the message of a `BadRecord` with its file and line."""
    try:
        yield
    except BadRecord as error:
        raise BadRecord(f"{path}:{number}: {error}") from None
