"""Paths that people type."""

from __future__ import annotations

from pathlib import Path


def expanded(path: str | Path) -> Path:
    """Return the path with ``~`` or ``~user`` expanded. Raise `ValueError` if that home folder is unknown."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        raise ValueError(f"{str(path)[:60]!r}: there is no home folder for {Path(path).parts[0][:60]}") from None
