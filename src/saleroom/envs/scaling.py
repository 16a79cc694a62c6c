"""Bounds to scale observations by: what a game's declared ranges leave open follows from what is played.

A record declares that scores, bids and pots are any whole numbers of 32 bits; how large they can be depends on the
options.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from saleroom.envs.terms import Terms
from saleroom.kernel.layout import Part

WIDE = 2**31 - 1
"""A number that is declared without a bound of its own."""


def bounds_of(terms: Terms) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The least and the greatest value of each number of a row on these terms; shape (layout.size,)."""
    low, high = terms.layout.low.copy(), terms.layout.high.copy()
    for part in terms.layout.parts.values():
        least, most = _range(terms, part)
        low[part.at], high[part.at] = np.maximum(low[part.at], least), np.minimum(high[part.at], most)
    return low, high


def _range(terms: Terms, part: Part) -> tuple[int, int]:
    """The range of a part's numbers, as far as the terms narrow it."""
    if part.name == "deal":
        return 1, terms.bounds.deals
    if part.high < WIDE:
        return part.low, part.high
    # Whatever counts points or chips: no more than all of them, no less than what can be lost.
    low, high = terms.bounds.match
    chips = int(terms.options.get("chips", 0))
    most = max(chips * terms.seats, high - low, chips + high)
    return max(part.low, min(chips + low, low - high, 0)), most


def scaled(terms: Terms, rows: NDArray[np.int32]) -> NDArray[np.float32]:
    """Rows as numbers from 0 to 1: by their bounds, where 0 is the least value. What cannot change is 0."""
    low, high = bounds_of(terms)
    return Scale(low, high)(rows)


class Scale:
    """Rows to numbers from 0 to 1."""

    def __init__(self, low: NDArray[np.int32], high: NDArray[np.int32]) -> None:
        """By these bounds."""
        self._low = low.astype(np.float32)
        span = high.astype(np.float64) - low
        self._factor = np.divide(1, span, out=np.zeros_like(span), where=span > 0).astype(np.float32)

    def __call__(self, rows: NDArray[np.int32]) -> NDArray[np.float32]:
        """The rows, scaled; a new array."""
        found = rows.astype(np.float32)
        found -= self._low
        found *= self._factor
        return np.clip(found, 0, 1, out=found)  # roundings of 32 bits
