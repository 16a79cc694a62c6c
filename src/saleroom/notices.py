"""What a process says while it compiles: lines on standard error, where no other display shows the progress."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Timer

PATIENCE = 1.0
"""Seconds of compiling after which a process says so."""


class _Compiling:
    """How much this process has compiled, and what it compiles now."""

    def __init__(self) -> None:
        self.silent = 0
        self.parts = 0
        self.seconds = 0.0
        self.began = 0.0
        self.doing = ""
        self.timer: Timer | None = None


_now = _Compiling()


def say(text: str) -> None:
    """One line; nothing where somebody else shows the progress, or where there is no standard error."""
    if not _now.silent and sys.stderr is not None:
        print(f"saleroom: {text}", file=sys.stderr, flush=True)


@cache
def once(text: str) -> None:
    """The same, the first time that it is to be said."""
    say(text)


@contextmanager
def quiet() -> Iterator[None]:
    """Say nothing meanwhile: the caller shows the progress."""
    _now.silent += 1
    try:
        yield
    finally:
        _now.silent -= 1


def hush() -> None:
    """Say nothing from now on: this process keeps a log of its own."""
    _now.silent += 1


def begin(part: str, game: str) -> None:
    """The compiling of a part of a game begins; said at once when this process has compiled for long already."""
    _now.parts += 1
    _now.began = time.perf_counter()
    _now.doing = f"{game.replace('_', '-') or 'all games'}: {part}"
    if _now.timer is not None:
        _now.timer.cancel()
    _now.timer = Timer(max(0.0, PATIENCE - _now.seconds), _tell, (_now.parts,))
    _now.timer.daemon = True
    _now.timer.start()


def end() -> None:
    """It has ended."""
    _now.seconds += time.perf_counter() - _now.began
    if _now.timer is not None:
        _now.timer.cancel()
        _now.timer = None


def _tell(part: int) -> None:
    if part == _now.parts:
        spent = _now.seconds + time.perf_counter() - _now.began
        say(f"compiling, once after an update: {_now.doing} (part {part}, {spent:.0f} s)")
