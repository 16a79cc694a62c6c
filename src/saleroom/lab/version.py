"""What played: the version of this program, and a digest of all sources and weights on which a match depends."""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from pathlib import Path

_SOURCES = Path(__file__).parents[1]
PLAYING = ("kernel", "games", "toolkit/player", "bots", "match", "lab")
"""The packages that decide which matches follow from a seed, and what is counted in them."""


@cache
def version() -> str:
    """Such as ``0.1.0+3f9a60c1d2``: two programs of the same version play and count the same."""
    digest = hashlib.sha256()
    for path in sorted(path for folder in PLAYING for path in (_SOURCES / folder).rglob("*") if _counts(path)):
        digest.update(path.relative_to(_SOURCES).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    number = sys.modules["saleroom"].__version__  # which offers `saleroom.study`, and so may not be imported from here
    return f"{number}+{digest.hexdigest()[:10]}"


def _counts(path: Path) -> bool:
    return path.suffix in (".py", ".bin") and "display" not in path.parts
