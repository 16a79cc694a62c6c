"""Machine code on disk: named by what it was made from, made once by one process, never served when stale or broken.

Numba's own cache has three faults for our use. It looks at the source of the outermost function alone, so a change in a
helper goes unnoticed; all signatures of a function share one index, which two processes that save at once spoil; and
every process that starts on an empty cache compiles everything. Here a folder is named by a digest of all sources, each
signature has files of its own, and a lock beside them lets one process compile while the others wait.
"""

from __future__ import annotations

import hashlib
import os
import platform
import tempfile
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from filelock import FileLock, Timeout
from numba.core import config
from numba.core.caching import FunctionCache, IndexDataCacheFile, NullCache

from saleroom import notices

_SOURCES = Path(__file__).resolve().parent.parent
COMPILED_PACKAGES = ("kernel", "games/*/rules", "games/*/player", "toolkit/player", "bots/compiled")
"""Where rules and entries may stand, and the constants that they read: a digest of these sources names machine code.

An import contract in pyproject.toml keeps the rules, the players and the kernel from importing any other package.
"""


def fingerprint(mode: str) -> str:
    """A digest of all that compiled rules depend on: their sources, the tools that translate them, the processor."""
    digest = hashlib.sha256()
    settings: Any = config
    processor = settings.CPU_NAME or llvm.get_host_cpu_name()
    for tool in (numba.__version__, np.__version__, platform.python_version(), processor, mode):
        digest.update(tool.encode() + b"\0")
    for path in sorted(path for folder in COMPILED_PACKAGES for path in _SOURCES.glob(f"{folder}/**/*.py")):
        digest.update(path.relative_to(_SOURCES).as_posix().encode() + b"\0")
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:20]


def require_covered(function: Any) -> None:
    """`TypeError` for a function of Saleroom's whose source the digest leaves out: its old code would be served."""
    package, *path = function.__module__.split(".")
    covered = any(fnmatch("/".join(path), f"{folder}/*") for folder in COMPILED_PACKAGES)
    if package == "saleroom" and not covered:
        raise TypeError(
            f"{function.__module__}.{function.__qualname__} cannot be compiled there: rules and entries stand in "
            f"{', '.join(COMPILED_PACKAGES)}"
        )


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _roots() -> list[Path]:
    """Where machine code may be kept: the user's cache, else a folder of the user's among temporary files."""
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    roots = [Path(tempfile.gettempdir()) / f"saleroom-{user}"]
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return roots if home.startswith("~") else [Path(home) / "saleroom", *roots]


def folder_for(mode: str) -> Path | None:
    """Where this version of the rules keeps its machine code; None where nothing can be written."""
    name = fingerprint(mode)
    folders = [root / "compiled" / name for root in _roots()]
    return next((folder for folder in folders if _writable(folder)), None)


@contextmanager
def _cache_in(folder: Path):
    """Point Numba at `folder` while one function is declared, and leave everybody else's setting alone."""
    settings: Any = config
    before, settings.CACHE_DIR = settings.CACHE_DIR, str(folder)
    try:
        yield
    finally:
        settings.CACHE_DIR = before


class SharedCache(FunctionCache):
    """The cache of one entry. A miss takes a lock, which is held until the code is saved."""

    def __init__(self, function: Any, folder: Path) -> None:
        """Machine code of `function` below `folder`."""
        with _cache_in(folder):
            super().__init__(function)
        self._what = _name(function)
        self._locks: dict[Any, FileLock] = {}

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for a signature; None, with the lock taken, when this process is to compile it."""
        found = self._load(sig, target_context)
        if found is None:
            self._lock(sig)
            found = self._load(sig, target_context)
            if found is None:
                notices.begin(self._what, _record_of(sig))
            else:
                self._unlock(sig)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code; a disk that is full costs later processes time, nothing else."""
        notices.end()
        try:
            self._cache_file = self._file(sig)
            self._cache_file.flush()  # what could not be read is no use
            super().save_overload(sig, data)
        except OSError as error:
            notices.once(f"compiled rules cannot be kept in {self.cache_path} ({error.strerror}); using them unsaved")
        finally:
            self._unlock(sig)

    def _load(self, sig: Any, target_context: Any) -> Any:
        """The code on disk; None for files that are absent, broken or cut short."""
        self._cache_file = self._file(sig)
        try:
            return super().load_overload(sig, target_context)
        except Exception:
            return None

    def _base(self, sig: Any) -> str:
        return f"{self._impl.filename_base}-{hashlib.sha256(repr(sig).encode()).hexdigest()[:12]}"

    def _file(self, sig: Any) -> IndexDataCacheFile:
        """Files for this signature alone."""
        return IndexDataCacheFile(self.cache_path, self._base(sig), self._impl.locator.get_source_stamp())

    def _lock(self, sig: Any) -> None:
        """Wait until no other process compiles this; a folder that knows no locks does without."""
        lock = FileLock(Path(self.cache_path) / f"{self._base(sig)}.lock")
        try:
            Path(self.cache_path).mkdir(parents=True, exist_ok=True)
            try:
                lock.acquire(timeout=1)
            except Timeout:
                notices.say(f"waiting for another process that compiles {self._what}")
                lock.acquire()
        except (OSError, NotImplementedError):
            return
        self._locks[sig] = lock

    def _unlock(self, sig: Any) -> None:
        lock = self._locks.pop(sig, None)
        if lock is not None:
            lock.release()


def _record_of(sig: Any) -> str:
    """The game whose record a signature takes, as its record's first field has it; empty for none."""
    for kind in sig if isinstance(sig, tuple) else sig.args:
        fields = getattr(getattr(kind, "dtype", None), "fields", None)
        if fields:
            return next(iter(fields))
    return ""


class NoCache(NullCache):
    """For where no folder can be written: every process compiles for itself, and says so."""

    def __init__(self, function: Any) -> None:
        """Nothing is kept of `function`."""
        self._what = _name(function)

    def load_overload(self, sig: Any, target_context: Any) -> None:
        """There is none."""
        tried = " or ".join(str(root) for root in _roots())
        notices.once(f"compiled rules cannot be kept: {tried} cannot be written; set XDG_CACHE_HOME to a folder")
        notices.begin(self._what, _record_of(sig))

    def save_overload(self, sig: Any, cres: Any) -> None:
        """It is not kept."""
        notices.end()


def _name(function: Any) -> str:
    """What is said of an entry while it is compiled."""
    return f"{function.__module__.removeprefix('saleroom.')}.{function.__name__}"
