"""Cases for `parametrize` of which `make integration` runs a part, and `make soak` runs all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

import pytest


def covering(*axes: Iterable[Any]) -> list[Any]:
    """Return all combinations of the values of some axes. `make integration` runs a part in which each value occurs."""
    lists = [list(axis) for axis in axes]
    longest = max(map(len, lists))
    kept = {tuple(values[at % len(values)] for values in lists) for at in range(longest)}
    return [pytest.param(*values, marks=() if values in kept else pytest.mark.soak) for values in product(*lists)]


def some(values: Sequence[Any], number: int) -> list[Any]:
    """Return all values. `make integration` runs the first, the last, and others between them: `number` in all."""
    last = len(values) - 1
    kept = {last * at // max(number - 1, 1) for at in range(number)}
    return [pytest.param(value, marks=() if at in kept else pytest.mark.soak) for at, value in enumerate(values)]
