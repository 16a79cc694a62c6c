"""Cases for `parametrize` of which `make integration` runs a part, and `make soak` runs all."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest


def covering_cases(*axes: Iterable[Any]) -> list[Any]:
    """Return all combinations of the values of some axes. `make integration` runs a part in which each value occurs."""
    lists = [list(axis) for axis in axes]
    longest = max(map(len, lists))
    selected = {tuple(values[index % len(values)] for values in lists) for index in range(longest)}
    return [pytest.param(*values, marks=() if values in selected else pytest.mark.soak) for values in product(*lists)]


def sample_cases(axis: Iterable[Any], number: int) -> list[Any]:
    """Return all values of one axis. `make integration` runs `number` of them: the first, and others at about equal
    distances up to the last.
    """
    values = list(axis)
    last = len(values) - 1
    selected = {last * step // max(number - 1, 1) for step in range(number)}
    return [
        pytest.param(value, marks=() if index in selected else pytest.mark.soak) for index, value in enumerate(values)
    ]
