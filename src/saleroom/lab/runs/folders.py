"""Output folders of long runs. Folders are checked before play and locked during play; files are written atomically."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

Put = Callable[[IO[bytes]], Any]
"""Function that writes a file's content to the given open file."""


def check(out: Path, names: Iterable[str]) -> None:
    """Raise `ValueError` if a folder cannot hold results, or if a subfolder has one of the file names `names`."""
    for folder in (out, *out.parents):
        if folder.exists() and not folder.is_dir():
            raise ValueError(f"{folder} is a file, not a folder; name another folder")
    for name in names:
        if (out / name).is_dir():
            raise ValueError(f"{out / name} is a folder, and a file is to be written there; name another folder")


def check_writable(out: Path) -> None:
    """Create a folder; raise `ValueError` if files cannot be created in it. Call this before play begins."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=out, suffix=".part"):
            pass
    except OSError as error:
        raise ValueError(f"{out} cannot be written to ({_reason(error)}); name another folder") from None


def _reason(error: OSError) -> str:
    """Return the operating system's message, without Python's additions."""
    return os.strerror(error.errno) if error.errno else str(error)


@contextmanager
def claimed(path: Path, what: str) -> Iterator[IO[str]]:
    """Open a file for appending, and lock its folder against other runs.

    `what` names the kind of run in error messages, such as ``arena``.

    Raise `ValueError` if the folder is already locked.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+", encoding="utf-8", newline="\n") as file:
        _lock(file, path.parent, what)
        yield file


def _lock(file: IO[Any], out: Path, what: str) -> None:
    try:
        import fcntl
    except ImportError:  # Windows has no such locks
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ValueError(f"another {what} is writing to {out}; wait for it, or name another folder") from None
    except OSError:  # the file system does not support locks
        return


def write(path: Path, put: Put) -> None:
    """Write a file atomically: write a temporary file next to it, flush it to disk, and rename it."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            put(file)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def text(content: str) -> Put:
    """Return a function that writes a text."""
    return lambda file: file.write(content.encode())


def pretty(content: Any) -> Put:
    """Return a function that writes indented JSON."""
    return text(json.dumps(content, indent=1, allow_nan=False) + "\n")


def parquet(table: Any, plan: str, compression: str) -> Put:
    """Return a function that writes a PyArrow table as Parquet, with the plan in its metadata."""
    from pyarrow import parquet as format

    table = table.replace_schema_metadata({"saleroom": plan})
    return lambda file: format.write_table(table, file, compression=compression)


def write_results(out: Path, files: Mapping[str, Put], results: Path) -> None:
    """Write each file.

    If that fails, raise a `ValueError` that says that the results are safe in the file `results`.
    """
    for name, put in files.items():
        try:
            write(out / name, put)
        except OSError as error:
            raise ValueError(f"{out / name} could not be written ({_reason(error)}); {finishes(results)}") from None


def finishes(results: Path) -> str:
    """Return the hint to show if a run has been played but its reports have not been written."""
    return f"everything played is kept in {results}, and the same command finishes"


def continues(out: Path | None) -> str:
    """Return the hint that the same command continues an interrupted run; empty if there is no output path."""
    return "" if out is None else f"; the same command continues there: {out}"
