"""Find differences between two values: nested mappings, sequences, arrays, texts and plain objects."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from numbers import Number
from typing import Any

import numpy as np

SHORT = 100
"""Maximum length of a value in a report, in characters."""


@dataclass(frozen=True)
class Difference:
    """One difference between two values.

    `what` names the differing part without its index in a list or array, so that similar differences are counted
    together.
    """

    what: str
    one: str
    other: str


def differences(one: Any, other: Any, what: str = "") -> Iterator[Difference]:
    """Yield all differences between two values; for a list of numbers, an array or a text, yield one at most."""
    yield from _differences(one, other, what, set())


def _differences(one: Any, other: Any, what: str, seen: set[tuple[int, int]]) -> Iterator[Difference]:
    if one is other or (id(one), id(other)) in seen:
        return
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        yield from _mappings(one, other, what, seen)
    elif _is_array(one) and _is_array(other):
        yield from _arrays(np.asarray(one), np.asarray(other), what, seen)
    elif type(one) is not type(other):
        yield _whole(one, other, what)
    elif isinstance(one, str):
        if one != other:
            yield Difference(what, *_around(one, other))
    elif isinstance(one, Sequence):
        yield from _sequences(one, other, what, seen)
    elif _has_insides(one):
        seen.add((id(one), id(other)))
        yield from _differences(vars(one), vars(other), what, seen)
    elif not _equal(one, other):
        yield _whole(one, other, what)


def _mappings(one: Mapping, other: Mapping, what: str, seen: set[tuple[int, int]]) -> Iterator[Difference]:
    if list(one) != list(other):
        yield _whole(list(one), list(other), f"{what} keys".strip())
    for key in one:
        if key in other:
            yield from _differences(one[key], other[key], f"{what}.{key}" if what else str(key), seen)


def _arrays(one: np.ndarray, other: np.ndarray, what: str, seen: set[tuple[int, int]]) -> Iterator[Difference]:
    if one.shape != other.shape or one.dtype != other.dtype:
        yield _whole(f"{one.dtype}{one.shape}", f"{other.dtype}{other.shape}", what)
        return
    if one.dtype.hasobject and one.dtype.names is None:
        yield from _differences(one.tolist(), other.tolist(), what, seen)
        return
    unlike = np.atleast_1d(one != other)
    if one.dtype.kind == "f":
        unlike &= ~(np.isnan(one) & np.isnan(other))
    places = np.argwhere(unlike)
    if len(places):
        first = tuple(int(number) for number in places[0]) if one.ndim else ()
        more = f" and {len(places) - 1} more" if len(places) > 1 else ""
        where = f"[{', '.join(map(str, first))}]" if first else ""
        yield Difference(what, f"{where} {one[first]}{more}".strip(), f"{where} {other[first]}{more}".strip())


def _sequences(one: Sequence, other: Sequence, what: str, seen: set[tuple[int, int]]) -> Iterator[Difference]:
    if len(one) != len(other):
        yield _whole(one, other, what)
        return
    if all(_is_number(value) for pair in (one, other) for value in pair):
        if any(not _equal(*pair) for pair in zip(one, other, strict=True)):
            yield _whole(one, other, what)
        return
    told = set()
    for pair in zip(one, other, strict=True):
        for difference in _differences(*pair, what, seen):
            if difference.what not in told:
                told.add(difference.what)
                yield difference


def _is_array(value: Any) -> bool:
    return isinstance(value, np.ndarray) or (hasattr(value, "__array__") and hasattr(value, "shape"))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float)


def _equal(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, float) and math.isnan(one) and math.isnan(other):
        return True
    return bool(one == other)


def _has_insides(value: Any) -> bool:
    """Return whether to compare an object by its attributes.

    The object's `==` can ignore some attributes, or compare only identities.
    """
    return hasattr(value, "__dict__") and not callable(value) and not isinstance(value, Number | Set | bytes)


def _whole(one: Any, other: Any, what: str) -> Difference:
    shown = [value if isinstance(value, str) else _text(value) for value in (one, other)]
    return Difference(what, *_around(*shown))


def _text(value: Any) -> str:
    """Return a value as text; sets are sorted, so that reports are reproducible."""
    if isinstance(value, Set):
        return f"{{{', '.join(sorted(map(repr, value)))}}}"
    return repr(value)


def _around(one: str, other: str) -> tuple[str, str]:
    """Return a short part of each text, around the first difference."""
    apart = next((i for i, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), 0)
    start = max(0, apart - SHORT // 3)
    return _cut(one, start), _cut(other, start)


def _cut(text: str, start: int) -> str:
    part = text[start : start + SHORT]
    before, after = ("…" if start else ""), ("…" if start + SHORT < len(text) else "")
    return before + part.replace("\n", " ⏎ ") + after
