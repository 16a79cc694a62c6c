"""Cache for the machine code of an entry, which is a function that Python calls.

The code is loaded from disk. If it is missing, one process compiles and stores it while the others wait.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from numba.core import types
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.serialize import dumps

from saleroom import notices
from saleroom.kernel.codecache import folders, interrupts, key

_CHECKSUM = 32
"""Length in bytes of the checksum, which precedes the code in a file."""
_NOTICE = 1.0
"""Seconds for which a process waits silently while another process compiles; after that, it reports the wait."""


def keep_on_disk(dispatcher: Any) -> None:
    """Replace Numba's cache for an entry, which is a Numba dispatcher, by an `EntryCache`."""
    cache = EntryCache(dispatcher)
    dispatcher._cache = cache
    dispatcher.compile = cache.compile


class EntryCache:
    """Cache of an entry's machine code; Numba calls `load_overload` and `save_overload` while it compiles."""

    def __init__(self, dispatcher: Any) -> None:
        """Cache what this dispatcher compiles."""
        self._dispatcher = dispatcher
        self._function = dispatcher.py_func
        self._name = f"{self._function.__module__.removeprefix('saleroom.')}.{self._function.__name__}"

    @property
    def cache_path(self) -> str | None:
        """The folder of machine code, for Numba's statistics."""
        folder = folders.folder()
        return None if folder is None else str(folder)

    def compile(self, signature: Any) -> Any:
        """Return the entry point for a signature, loaded from disk or compiled; only one process compiles at a time.

        A narrow integer type, such as `np.int32`, is treated as `int64` to avoid compiling a second version. The
        compiler's lock is acquired before the file lock, so two threads cannot deadlock.
        """
        signature = tuple(map(_plain, _arguments(signature)))
        with interrupts.deferred(), global_compiler_lock, self._turn(signature):
            return type(self._dispatcher).compile(self._dispatcher, signature)

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """Return the code from disk, or None if it is missing, corrupt or unreadable."""
        target_context.refresh()
        path = self._path(signature)
        if path is None or not path.exists():
            return None
        try:
            content = folders.read(path)
            if _checksum(content[_CHECKSUM:]) != content[:_CHECKSUM]:
                raise ValueError(f"{path} is cut short")
            return CompileResult._rebuild(target_context, *pickle.loads(content[_CHECKSUM:]))
        except Exception:
            return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Store the code. A failure is harmless: later processes then compile the code again."""
        path = self._path(signature)
        if path is None or compiled.library.has_dynamic_globals:
            return
        code = dumps(compiled._reduce())
        try:
            folders.write(path, _checksum(code) + code)
        except OSError as error:
            notices.once(f"compiled rules cannot be kept in {path.parent} ({error.strerror}); using them unsaved")

    def flush(self) -> None:
        """Do nothing. Numba's `recompile` discards the code in memory, but the code on disk stays valid."""

    @contextmanager
    def _turn(self, signature: Any) -> Iterator[None]:
        """Wait until no other process is compiling this entry, then hold the lock while the `with` block runs."""
        if _arguments(signature) in self._dispatcher.overloads:
            yield
            return
        path = self._path(signature)
        if path is not None and path.exists():
            yield
            return
        if path is None and folders.folder() is None:
            notices.once("compiled rules cannot be kept: no folder can be written; set SALEROOM_CACHE to one")
        with _locked(path, self._name):
            if path is not None and path.exists():
                yield
                return
            with notices.compiling(self._name, next(iter(key.games_in(signature)), "")):
                yield

    def _path(self, signature: Any) -> Path | None:
        """Return the file for a signature; None if its code cannot be stored."""
        folder = folders.folder()
        if folder is None:
            return None
        try:
            code = key.entry_code(self._function, _arguments(signature))
        except OSError:  # a function that was typed at a prompt has no source file
            return None
        return folder / f"{self._name}-{code}{folders.CODE}"


def _arguments(signature: Any) -> tuple[Any, ...]:
    """Return the argument types of `signature`, which can also include a result type."""
    return signature if isinstance(signature, tuple) else signature.args


def _plain(kind: Any) -> Any:
    """Return `int64` for a narrower integer type, and any other type unchanged."""
    number: Any = types.int64
    return number if isinstance(kind, types.Integer) and kind.bitwidth < number.bitwidth else kind  # pyright: ignore


def _checksum(code: bytes) -> bytes:
    return hashlib.blake2b(code, digest_size=_CHECKSUM).digest()


@contextmanager
def _locked(path: Path | None, name: str) -> Iterator[None]:
    """Hold the lock of a code file; do nothing if the folder's file system does not support locks."""
    lock = None if path is None else FileLock(path.with_suffix(folders.LOCK))
    try:
        if lock is not None:
            with suppress(OSError, NotImplementedError):
                _acquire(lock, name)
        yield
    finally:
        if lock is not None:
            lock.release()


def _acquire(lock: FileLock, name: str) -> None:
    """Wait for a lock in short steps, and handle pending signals between the steps."""
    for wait in count():
        with suppress(Timeout):
            lock.acquire(timeout=_NOTICE)
            return
        if wait == 0:
            notices.say(f"waiting for another process that compiles {name}")
        interrupts.deliver()
