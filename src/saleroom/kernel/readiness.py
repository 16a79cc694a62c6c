"""Which games run as machine code: in a watched match a game is interpreted until its code is on disk.

A decision takes a millisecond interpreted and some microseconds compiled; to compile a game takes ten seconds. So a
first match begins at once, and a process that goes on for long compiles after all.
"""

from __future__ import annotations

import math
from pathlib import Path

from saleroom.kernel import codecache

PATIENCE = 20_000
"""After so many interpreted steps of a game a process compiles it: some seconds of them."""
LOOK = 64
"""Once in so many steps it is looked whether another process has compiled the game."""

_compiled: set[str] = set()
_steps: dict[str, int] = {}
_patience: list[float] = [PATIENCE]


def mark(record: str, part: str = "ready") -> Path | None:
    """Return the file that says that a part of a game's machine code is complete; None if no folder can be used.

    `record` is the name of the first field of the game's record.
    """
    folder = codecache.folder()
    return None if folder is None else folder / f"{record}-{codecache.game_code(record)}.{part}"


def is_compiled(record: str) -> bool:
    """Whether a step of a watched match is to run as machine code."""
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
    """From now on this process runs a game as machine code."""
    _compiled.add(record)


def never_compile_here() -> None:
    """This process must not stop to compile: another one does so for it."""
    _patience[0] = math.inf
