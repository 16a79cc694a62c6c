"""Folders for results of bulk work: checked before play begins, written atomically."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any


def check(out: Path, names: Iterable[str]) -> None:
    """Raise `ValueError` if a folder cannot hold results, or if a folder has the name of one of its files."""
    for folder in (out, *out.parents):
        if folder.exists() and not folder.is_dir():
            raise ValueError(f"{folder} is a file, not a folder; name another folder")
    for name in names:
        if (out / name).is_dir():
            raise ValueError(f"{out / name} is a folder, and a file is to be written there; name another folder")


def check_writable(out: Path) -> None:
    """Create a folder and check that files can be created in it; `ValueError` if not. Call it before play begins."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=out, suffix=".part"):
            pass
    except OSError as error:
        raise ValueError(f"{out} cannot be written to ({reason(error)}); name another folder") from None


def reason(error: OSError) -> str:
    """Return the system's message, without the library's additions."""
    return os.strerror(error.errno) if error.errno else str(error)


def claim(file: IO[Any], out: Path, what: str) -> None:
    """Lock a folder against other writers while `file` in it is open; `ValueError` if another holds the lock."""
    try:
        import fcntl
    except ImportError:  # Windows has no such locks
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ValueError(f"another {what} is writing to {out}; wait for it, or name another folder") from None
    except OSError:  # a file system without locks
        return


def write(path: Path, put: Callable[[Path], Any]) -> None:
    """Write a file next to its destination, and move it there when it is complete."""
    part = path.with_name(path.name + ".part")
    try:
        put(part)
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def write_text(path: Path, text: str) -> None:
    """Write a text atomically."""
    write(path, lambda part: part.write_text(text, "utf-8"))
