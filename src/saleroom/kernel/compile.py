"""How a rule becomes machine code: one decorator, three modes, a cache that never serves yesterday's rule.

`SALEROOM_MODE` chooses, once, at import:

* ``compiled`` (the default): Numba, kept on disk between runs;
* ``checked``: the same with every array index checked;
* ``interpreted``: plain Python over the same source.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import tempfile
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import config

MODES = ("compiled", "checked", "interpreted")
MODE = os.environ.get("SALEROOM_MODE", "compiled")
if MODE not in MODES:
    sys.exit(f"saleroom: SALEROOM_MODE is {MODE!r}; use one of {', '.join(MODES)}")
COMPILED = MODE != "interpreted"

F = TypeVar("F", bound=Callable[..., Any])
_SOURCES = Path(__file__).resolve().parent.parent
_FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": MODE == "checked"}


def _fingerprint() -> str:
    """A digest of all that compiled rules depend on: their sources and the tools that translate them.

    Numba's own cache looks at the file of the outermost function alone, so that a change in a helper elsewhere would
    go unnoticed; a folder named by this digest makes every change a new, empty cache.
    """
    digest = hashlib.sha256()
    for tool in (numba.__version__, np.__version__, platform.python_version(), MODE):
        digest.update(tool.encode() + b"\0")
    for folder in ("kernel", "games", "bots"):
        for path in sorted((_SOURCES / folder).rglob("*.py")):
            digest.update(path.relative_to(_SOURCES).as_posix().encode() + b"\0")
            digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:20]


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _cache_folder() -> Path | None:
    """Where this version of the rules keeps its machine code; None where nothing can be written."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    roots = [Path(home) / "saleroom", Path(tempfile.gettempdir()) / f"saleroom-{os.getuid()}"]
    for root in roots:
        folder = root / "compiled" / _fingerprint()
        if _writable(folder):
            return folder
    return None


CACHE = _cache_folder() if COMPILED else None


@contextmanager
def _cache_in(folder: Path):
    """Point Numba at our folder while one function is declared, and leave everybody else's setting alone."""
    settings: Any = config
    before, settings.CACHE_DIR = settings.CACHE_DIR, str(folder)
    try:
        yield
    finally:
        settings.CACHE_DIR = before


def rule(function: F) -> F:
    """Compile a rule: a small function over a record, called from other rules and made part of them."""
    return cast(F, numba.njit(forceinline=True, **_FLAGS)(function)) if COMPILED else function


def _kept(function: F, **flags: Any) -> F:
    """Compile a function that Python calls by itself, and keep its machine code on disk where that can be."""
    if not COMPILED:
        return function
    if CACHE is None:
        return cast(F, numba.njit(**flags)(function))
    with _cache_in(CACHE):
        return cast(F, numba.njit(cache=True, **flags)(function))


def entry(function: F) -> F:
    """Compile a loop that Python calls; other threads run meanwhile."""
    return _kept(function, **_FLAGS)


def direct(function: F, *like: Any) -> F:
    """What an entry is for arguments like these: the machine code itself, called with no look at their types."""
    kept: Any = function
    return kept.compile(tuple(numba.typeof(argument) for argument in like)) if COMPILED else function


def single(function: F) -> F:
    """Compile one short step that Python calls; letting go of Python's lock would cost more than the step."""
    return _kept(function, **{**_FLAGS, "nogil": False})
