"""Conversion of integers of any type, including NumPy integers, to plain `int`.

Without this conversion, Numba would compile an entry again for each width of integer.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np


def whole(value: Any) -> int | None:
    """Return an integer of any type as an `int`; None for anything else, booleans included."""
    if type(value) is int:  # a plain `int` is the usual case at each step of an environment
        return value
    if isinstance(value, (bool, np.bool_)) or (isinstance(value, np.ndarray) and value.dtype == bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def whole_in(value: Any, numbers: range) -> int | None:
    """Return `value` as an `int` if it is an integer in `numbers`; `None` for anything else."""
    number = whole(value)
    return number if number in numbers else None


def plain(what: str, value: Any) -> int:
    """Return an integer of any type as an `int`. For anything else, raise a `TypeError` that names the value by the
    text `what`.
    """
    number = whole(value)
    if number is None:
        raise TypeError(f"{what} is a whole number, not {value!r}")
    return number
