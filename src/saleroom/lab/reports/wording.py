"""Formatting of numbers, intervals and lists in reports."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def number(value: float | None, signed: bool = False) -> str:
    """Return a number with an appropriate number of digits."""
    if value is None:
        return "–"
    if value == 0:
        return "0"
    places = 3 if abs(value) < 1 else 2 if abs(value) < 10 else 1
    text = f"{value:+.{places}f}" if signed else f"{value:.{places}f}"
    return text.replace("-", "−")


def no_interval(interval: dict[str, Any]) -> str:
    """Return as text why the given mean has no interval."""
    return f"no interval yet{': all deals alike' if interval['clusters'] > 1 else ''}"


def span(interval: dict[str, Any], by: float = 1.0, signed: bool = False) -> str:
    """Return an interval such as ``0.1 to 0.3``, or the reason why there is no interval."""
    if interval["low"] is None:
        return no_interval(interval)
    return f"{number(interval['low'] * by, signed)} to {number(interval['high'] * by, signed)}"


def listed(names: Iterable[str]) -> str:
    """Return names as an English list."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def duration(seconds: float) -> str:
    """Return a duration with a suitable unit: s, ms or µs."""
    for unit_of, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{number(seconds / size)} {unit_of}"
    return f"{number(seconds / 1e-6)} µs"
