"""The newest labels, from which a learner draws its batches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from saleroom.lab.training.selfplay import Labels

MOST_WEIGHT = 100.0
"""Maximum weight, however low the stakes."""


class Batch(NamedTuple):
    """Some decisions: `Labels`, with scores in units of their spread."""

    features: NDArray[np.int16]
    parts: NDArray[np.int16]
    scores: NDArray[np.float32]
    options: NDArray[np.int16]
    weights: NDArray[np.float32]
    """(rows,): weight of an error, which makes terms with high and low stakes count equally."""


class Store:
    """A ring buffer for labels; the newest replace the oldest."""

    def __init__(self, size: int) -> None:
        """Set the capacity; memory is allocated with the first labels."""
        self.size = size
        self.held = 0
        self._columns: Labels | None = None
        self._next = 0

    def add(self, new: Labels) -> None:
        """Add labels."""
        if self._columns is None:
            self._columns = Labels._make(np.empty((self.size, *column.shape[1:]), column.dtype) for column in new)
        places = (self._next + np.arange(new.decisions)) % self.size
        for column, values in zip(self._columns, new, strict=True):
            column[places] = values
        self._next = (self._next + new.decisions) % self.size
        self.held = min(self.size, self.held + new.decisions)

    def batches(self, rows: int, count: int, scale: float, chance: np.random.Generator) -> Iterator[Batch]:
        """Yield `count` batches of random labels."""
        if self._columns is None:
            return
        for _ in range(count):
            indexes, columns = chance.integers(self.held, size=rows), self._columns
            scores = (columns.scores[indexes] / scale).astype(np.float32)
            weights = np.minimum(MOST_WEIGHT, (scale / columns.spread[indexes]) ** 2)
            yield Batch(columns.features[indexes], columns.parts[indexes], scores, columns.options[indexes], weights)
