"""Bounds for scaling observations. If a field is declared without a bound, its bound is computed from the terms.

A record declares scores, bids and pots as 32-bit integers, but their actual maximum depends on the options.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from saleroom.envs.terms import Terms
from saleroom.kernel.compile import COMPILED
from saleroom.kernel.layout import Part
from saleroom.kernel.scaling import scale_rows

WIDE = 2**31 - 1
"""Maximum that the record declares for a number without a bound."""


def bounds_of(terms: Terms) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the minimum and maximum of each number of a row under these terms; shape (layout.size,)."""
    low, high = terms.layout.low.copy(), terms.layout.high.copy()
    for part in terms.layout.parts.values():
        least, most = _range(terms, part)
        low[part.at], high[part.at] = np.maximum(low[part.at], least), np.minimum(high[part.at], most)
    return low, high


def _range(terms: Terms, part: Part) -> tuple[int, int]:
    """Return the range of a part's numbers, narrowed by the terms if possible."""
    if part.name == "deal":
        return 1, terms.bounds.deals
    if part.high < WIDE:
        return part.low, part.high
    # for points or chips, the maximum is the total that can exist, and the minimum is the greatest possible loss
    low, high = terms.bounds.match
    chips = int(terms.options.get("chips", 0))
    most = max(chips * terms.seats, high - low, chips + high)
    return max(part.low, min(chips + low, low - high, 0)), most


def scaled(terms: Terms, rows: NDArray[np.int32]) -> NDArray[np.float32]:
    """Return rows, shape (..., layout.size), as numbers from 0 to 1, scaled by their bounds.

    The minimum becomes 0; a number that cannot change also becomes 0.
    """
    low, high = bounds_of(terms)
    return Scale(low, high)(rows)


class Scale:
    """Callable that scales rows, shape (..., layout.size), to numbers from 0 to 1."""

    def __init__(self, low: NDArray[np.int32], high: NDArray[np.int32]) -> None:
        """Set the bounds."""
        self._low = low.astype(np.float32)
        span = high.astype(np.float64) - low
        self._factor = np.divide(1, span, out=np.zeros_like(span), where=span > 0).astype(np.float32)

    def __call__(self, rows: NDArray[np.int32]) -> NDArray[np.float32]:
        """Return the scaled rows as a new array."""
        if not COMPILED:
            return np.clip((rows.astype(np.float32) - self._low) * self._factor, 0, 1)
        table = np.ascontiguousarray(rows).reshape(-1, len(self._low))
        scaled = np.empty(table.shape, np.float32)
        scale_rows(table, self._low, self._factor, scaled)
        return scaled.reshape(rows.shape)
