"""Append-only files of JSON lines, from which an interrupted run can continue."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any


def to_line(row: Any) -> str:
    """Return a row as a line of the file."""
    return json.dumps(row, separators=(",", ":"), allow_nan=False) + "\n"


def parsed(line: bytes) -> Any:
    """Return the row that a line contains, or None if it is not valid JSON."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def header_in(path: Path) -> dict[str, Any] | None:
    """Return the plan of a run from the first line of a file; None if there is no plan."""
    try:
        with path.open("rb") as file:
            header = parsed(file.readline(1 << 16))
    except FileNotFoundError:
        return None
    return header if isinstance(header, dict) else None


def seed_in(path: Path) -> str | None:
    """Return the seed of the run in a file, which a command needs to continue the run; None if the file has no seed."""
    seed = (header_in(path) or {}).get("seed")
    return seed if isinstance(seed, str) else None


def resume(
    path: Path,
    accept: Callable[[int, bytes], bool],
    is_cut_off: Callable[[int, bytes], bool],
    foreign: Callable[[int], Exception],
) -> None:
    """Read the file of an interrupted run, and truncate it at the point where the run continues.

    Args:
        path: the file. A file of another run is not changed.
        accept: takes the number of a complete line, from 1, and the line. Returns whether the run may continue after
            this line; raises an error for a line of another run.
        is_cut_off: takes a line number and the rest of the file. Returns whether this rest is the beginning of that
            line.
        foreign: takes a line number. Returns the error to raise if `is_cut_off` returns False for that line.
    """
    whole = size = 0
    with path.open("r+b") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                if not is_cut_off(number, line):
                    raise foreign(number)
                break
            size += len(line)
            if accept(number, line):
                whole = size
        file.truncate(whole)
