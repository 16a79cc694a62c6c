"""Version of Saleroom, with a digest of all code that affects matches, and a description of the machine."""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from functools import cache
from pathlib import Path

_SOURCES = Path(__file__).parents[2]
PLAYING = ("kernel", "games", "toolkit/player", "bots", "match", "statistics", "lab")
"""Packages whose code determines the match that a seed gives, or the statistics of a match."""


@cache
def version() -> str:
    """Return a version such as ``0.1.0+3f9a60c1d2``. Installations with the same version play and count identically."""
    digest = hashlib.sha256()
    for path in sorted(path for folder in PLAYING for path in (_SOURCES / folder).rglob("*") if _counts(path)):
        digest.update(path.relative_to(_SOURCES).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    # `saleroom` imports `saleroom.study`, so importing it here would be circular
    number = sys.modules["saleroom"].__version__
    return f"{number}+{digest.hexdigest()[:10]}"


def machine() -> str:
    """Return this machine's processor type, number of cores and Python version."""
    return f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def _counts(path: Path) -> bool:
    return path.suffix in (".py", ".bin") and "display" not in path.parts
