"""Messages about compilation. They are printed on standard error, unless another display shows the progress."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from threading import Timer

PATIENCE = 1.0
"""Seconds of compilation before the first message."""


class _Compiling:
    """Number of parts that this process has compiled, and seconds that this took."""

    def __init__(self) -> None:
        self.silent = 0
        self.parts = 0
        self.seconds = 0.0


_now = _Compiling()


def say(text: str) -> None:
    """Print one line, unless another display shows the progress or there is no standard error."""
    if not _now.silent and sys.stderr is not None:
        print(f"saleroom: {text}", file=sys.stderr, flush=True)


@cache
def once(text: str) -> None:
    """Print the line `text`, but only on the first call with this text."""
    say(text)


@contextmanager
def quiet() -> Iterator[None]:
    """Print nothing in this block, because the caller shows the progress."""
    _now.silent += 1
    try:
        yield
    finally:
        _now.silent -= 1


def silence() -> None:
    """Print nothing from now on, because this process has its own log."""
    _now.silent += 1


@contextmanager
def compiling(part: str, game: str) -> Iterator[None]:
    """Track the compilation of a part of a game; after `PATIENCE` seconds of compilation in this process, print a
    line.
    """
    state = _now
    state.parts += 1
    number, began = state.parts, time.perf_counter()
    text = f"{game.replace('_', '-') or 'all games'}: {part}"
    timer = Timer(max(0.0, PATIENCE - state.seconds), _say_compiling, (state, text, number, began))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        state.seconds += time.perf_counter() - began


def _say_compiling(state: _Compiling, text: str, number: int, began: float) -> None:
    spent = state.seconds + time.perf_counter() - began
    say(f"compiling, once after an update: {text} (part {number}, {spent:.0f} s)")
