"""Folder for machine code: choose a trusted folder, read and write its files, and remove old files."""

from __future__ import annotations

import os
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from saleroom import notices

UNUSED = 30 * 24 * 3600
"""Seconds after which an unused file is removed."""
LIMIT = 2_000_000_000
"""Maximum total size of the files in bytes. Beyond it, the least recently used files are removed."""
CODE, LOCK, PART = ".code", ".lock", ".part"
"""Endings of file names for machine code, locks and files that are being written."""
_OURS = (CODE, LOCK, PART, ".digests")
_MARK = "ready"
"""File name ending of markers, such as `.search-ready`. A marker file says that part of a game's code is complete."""
_FRESH = 24 * 3600
"""Minimum number of seconds between two updates of a file's time of use."""
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_MINE = 0o700
_user = getattr(os, "getuid", lambda: None)()
_shared = bool(os.environ.get("SALEROOM_CACHE"))


@cache
def folder() -> Path | None:
    """Return the folder of machine code; None if no folder can be used. Report each rejected folder with the reason."""
    if _shared:
        return _named(Path(os.environ["SALEROOM_CACHE"]).absolute())
    return next((path for root in _roots() if (path := _private(root)) is not None), None)


def _named(path: Path) -> Path | None:
    """Return `path`, the folder that the user chose in `SALEROOM_CACHE`; return None if it cannot be created.

    The folder can be read-only or shared.
    """
    with suppress(OSError):
        path.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        return path
    notices.once(f"SALEROOM_CACHE names {path}, which is no folder and cannot be created")
    return None


def _roots() -> Iterator[Path]:
    """Yield possible parents of the folder for machine code: the user's cache folder, then a temporary folder."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(home):  # the XDG specification requires that relative paths are ignored
        home = os.path.expanduser("~/.cache")
    if os.path.isabs(home):
        yield Path(home) / "saleroom"
    with suppress(OSError):
        yield _temporary()


def _temporary() -> Path:
    """Return this user's temporary folder, whose name others cannot predict; raise `OSError` on failure."""
    prefix = f"saleroom-{_user if _user is not None else os.environ.get('USERNAME', 'user')}-"
    known = sorted(Path(tempfile.gettempdir()).glob(f"{prefix}*"))
    return next((path for path in known if _is_private(path)), None) or Path(tempfile.mkdtemp(prefix=prefix))


def _private(root: Path) -> Path | None:
    """Create the machine-code folder in `root` and return it; None if it is not writable, or others can write to it."""
    path = root / "machine-code"
    try:
        root.parent.mkdir(parents=True, exist_ok=True)
        for part in (root, path):
            part.mkdir(mode=_MINE, exist_ok=True)
            if not _is_private(part):
                notices.once(
                    f"no machine code is kept in {part}: it is a link, belongs to another user or can be written by "
                    "others; make it private (chmod 700), or name a shared folder in SALEROOM_CACHE"
                )
                return None
        with tempfile.TemporaryFile(dir=path):
            return path
    except OSError:
        return None


def _is_private(path: Path) -> bool:
    """Return whether `path` is a folder, not a link, that belongs to this user and that others cannot write to."""
    with suppress(OSError):
        return stat.S_ISDIR((state := os.lstat(path)).st_mode) and _is_trusted(state)
    return False


def _is_trusted(state: os.stat_result) -> bool:
    return _user is None or (state.st_uid == _user and not state.st_mode & _OTHERS_WRITE)


def read(path: Path) -> bytes:
    """Return a file's content and update its time of use; raise `OSError` if it is missing or others can write it."""
    with path.open("rb") as file:
        state = os.fstat(file.fileno())
        if not _shared and not _is_trusted(state):
            raise PermissionError(f"{path} can be written by others")
        if time.time() - state.st_mtime > _FRESH:
            with suppress(OSError):
                os.utime(path)
        return file.read()


def write(path: Path, content: bytes) -> None:
    """Write a file atomically; raise `OSError` if that fails."""
    handle, name = tempfile.mkstemp(suffix=PART, dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        if _shared:
            os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def prune() -> None:
    """Remove files unused for `UNUSED` seconds, and the least recently used files beyond `LIMIT`."""
    path = folder()
    if path is None:
        return
    with suppress(OSError):
        files = [(file, file.stat()) for file in path.iterdir() if file.suffix in _OURS or file.suffix.endswith(_MARK)]
        size, removed = 0, False
        for file, state in sorted(files, key=lambda each: -each[1].st_mtime):
            size += state.st_size
            if size > LIMIT or time.time() - state.st_mtime > UNUSED:
                removed = _remove(file) or removed
        if removed:  # remove the marker files, because the code may now be incomplete
            for file, _ in files:
                if file.suffix.endswith(_MARK):
                    _remove(file)


def _remove(file: Path) -> bool:
    """Remove a file; return whether it was machine code."""
    with suppress(OSError):
        file.unlink()
    return file.suffix == CODE
