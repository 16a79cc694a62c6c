"""Which games have their machine code ready.

A watched match is interpreted until the machine code of its game is on disk.

An interpreted decision takes a millisecond and a compiled decision some microseconds, but compiling a game takes ten
seconds. A first match therefore starts immediately, and a long-running process eventually compiles the game.
"""

from __future__ import annotations

import math
from pathlib import Path

from saleroom.kernel import codecache

PATIENCE = 20_000
"""Number of interpreted steps after which a process compiles the game. This many steps take some seconds."""
LOOK = 64
"""Number of steps between two checks whether another process has compiled the game."""

_compiled: set[str] = set()
_steps: dict[str, int] = {}
_patience: list[float] = [PATIENCE]


def mark(record: str, part: str = "ready") -> Path | None:
    """Return the path of the marker file for a complete `part` of a game's machine code; None without a usable folder.

    `record` is the name of the first field of the game's record.
    """
    folder = codecache.folder()
    return None if folder is None else folder / f"{record}-{codecache.game_code(record)}.{part}"


def is_compiled(record: str) -> bool:
    """Return whether the next step of a watched match should use machine code."""
    if record in _compiled:
        return True
    steps = _steps.get(record, 0)
    _steps[record] = steps + 1
    if steps >= _patience[0] or (steps % LOOK == 0 and _on_disk(record)):
        _compiled.add(record)
    return record in _compiled


def _on_disk(record: str) -> bool:
    path = mark(record)
    return path is not None and path.exists()


def set_compiled(record: str) -> None:
    """Use machine code for a game in this process from now on."""
    _compiled.add(record)


def never_compile_here() -> None:
    """Never compile in this process, because another process compiles the games."""
    _patience[0] = math.inf
