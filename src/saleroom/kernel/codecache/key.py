"""Keys of cached machine code. A key is a digest of everything that affects the code, and of nothing else."""

from __future__ import annotations

import hashlib
import platform
import re
import sys
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from saleroom.kernel.codecache import sources
from saleroom.modes import MODE

_PACKAGE = Path(__file__).resolve().parents[2]
_KERNEL = ("kernel",)
_SHARED = (*_KERNEL, "toolkit/player", "bots/compiled")
COMPILED_PACKAGES = (*_SHARED, "games/*/rules", "games/*/player")
"""Packages that contain compiled functions (rules and entries) and the constants that these functions read.

Import contracts in pyproject.toml keep these packages from importing any other package, and keep the kernel from
importing the other compiled packages.
"""
_SETTINGS = (
    "BOUNDSCHECK",
    "DEBUGINFO_DEFAULT",
    "DEBUG_NRT",
    "ENABLE_AVX",
    "EXTEND_VARIABLE_LIFETIMES",
    "LLVM_REFPRUNE_FLAGS",
    "LLVM_REFPRUNE_PASS",
    "LOOP_VECTORIZE",
    "NRT_STATS",
    "OPT",
    "SLP_VECTORIZE",
    "USING_SVML",
)
"""Numba settings that change generated code. The processor is not listed, because `target.description` contains it."""

_games: dict[str, Path] = {}
"""Folder of each game, by the name of its record's first field."""


def declare_game(record: str, rule: Any) -> None:
    """Register the game whose record has `record` as the name of its first field.

    The package that contains `rule` is the package of the game's rules.
    """
    package = rule.__module__.partition(".rules")[0]
    _games[record] = Path(str(sys.modules[package].__file__)).parent


def games_in(signature: Any) -> list[str]:
    """Return the sorted names of the games whose records occur in a signature.

    A record's first field has the game's name.
    """
    words = set(re.findall(r"\w+", repr(signature)))
    return sorted(words.intersection(_games))


def entry_code(function: Any, signature: Any) -> str:
    """Return the hexadecimal cache key of an entry's code for a signature; raise `OSError` without a source."""
    module, games = function.__module__, games_in(signature)
    if module.startswith("saleroom.kernel."):
        digests = [_shared(_KERNEL), *(_of_game(game, ("rules",)) for game in games)]
    else:
        digests = [_shared(_SHARED), *(_of_game(game, ("rules", "player")) for game in games)]
    if not module.startswith("saleroom."):
        digests.append(_beside(Path(function.__code__.co_filename)))
    return _digest(_tools(), *digests, module, function.__qualname__, repr(signature))


def game_code(record: str) -> str:
    """Return a digest of everything that affects a game's machine code; `record` is the name of its record's first
    field.
    """
    return _digest(_tools(), _shared(_SHARED), _of_game(record, ("rules", "player")))


@cache
def all_code() -> str:
    """Return a digest of everything that affects the machine code of any game."""
    return _digest(_tools(), _shared(COMPILED_PACKAGES))


def require_covered(function: Any) -> None:
    """Raise `TypeError` for a function of Saleroom whose source is in no key: its cached code could be out of date."""
    package, *path = function.__module__.split(".")
    covered = any(fnmatch("/".join(path), f"{folder}/*") for folder in COMPILED_PACKAGES)
    if package == "saleroom" and not covered:
        raise TypeError(
            f"{function.__module__}.{function.__qualname__} cannot be compiled there: rules and entries are in "
            f"{', '.join(COMPILED_PACKAGES)}"
        )


@cache
def _tools() -> str:
    """Digest the compilers, the processor and the settings; without compilation, only NumPy and Python."""
    if MODE == "interpreted":
        return _digest(np.__version__, str(sys.implementation.cache_tag), platform.system(), MODE)
    import llvmlite
    import numba
    from numba.core import config

    from saleroom.kernel import target

    settings: Any = config
    values = [f"{name}={getattr(settings, name, None)!r}" for name in _SETTINGS]
    level = getattr(settings.OPT, "is_opt_max", False)
    versions = (numba.__version__, llvmlite.__version__, np.__version__, str(sys.implementation.cache_tag))
    return _digest(*versions, platform.system(), repr(target.description()), MODE, *values, repr(level))


@cache
def _shared(folders: tuple[str, ...]) -> str:
    """Digest the sources below these folders of Saleroom."""
    return sources.digest_of((path for folder in folders for path in _PACKAGE.glob(f"{folder}/**/*.py")), _PACKAGE)


@cache
def _of_game(record: str, parts: tuple[str, ...]) -> str:
    """Digest the sources in the given parts of a game."""
    folder = _games[record]
    return sources.digest_of((path for part in parts for path in folder.glob(f"{part}/**/*.py")), folder)


@cache
def _beside(file: Path) -> str:
    """Digest a source file outside Saleroom, and all other source files in its folder, which it could import.

    Raise `OSError` if the function has no source file.
    """
    file.stat()
    return sources.digest_of(file.parent.glob("*.py"), file.parent)


def _digest(*parts: str) -> str:
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=16).hexdigest()
