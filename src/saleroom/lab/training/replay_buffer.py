"""Replay buffer of the newest labels (decisions with scores for options), from which the learner draws batches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from saleroom.lab.training.selfplay import Labels

MOST_WEIGHT = 100.0
"""Maximum weight of a label. Without it, labels from deals with low stakes could get too much weight."""


class Batch(NamedTuple):
    """Batch of decisions, as in `Labels`, with scores divided by the run's scale."""

    features: NDArray[np.int16]
    parts: NDArray[np.int16]
    scores: NDArray[np.float32]
    options: NDArray[np.int16]
    weights: NDArray[np.float32]
    """(rows,): weight of each row's squared error, chosen so that deals with high and with low stakes count equally."""


class Store:
    """Ring buffer for labels, in which new labels replace the oldest."""

    def __init__(self, size: int) -> None:
        """Set the capacity, in labels; memory is allocated when the first labels are added."""
        self.size = size
        self.held = 0
        self._columns: Labels | None = None
        self._next = 0

    def add(self, new: Labels) -> None:
        """Add labels, replacing the oldest labels if the buffer is full."""
        if self._columns is None:
            self._columns = Labels._make(np.empty((self.size, *column.shape[1:]), column.dtype) for column in new)
        places = (self._next + np.arange(new.decisions)) % self.size
        for column, values in zip(self._columns, new, strict=True):
            column[places] = values
        self._next = (self._next + new.decisions) % self.size
        self.held = min(self.size, self.held + new.decisions)

    def batches(self, rows: int, count: int, scale: float, rng: np.random.Generator) -> Iterator[Batch]:
        """Yield `count` batches of `rows` random labels, with scores divided by `scale`."""
        if self._columns is None:
            return
        for _ in range(count):
            indexes, columns = rng.integers(self.held, size=rows), self._columns
            scores = (columns.scores[indexes] / scale).astype(np.float32)
            weights = np.minimum(MOST_WEIGHT, (scale / columns.spread[indexes]) ** 2)
            yield Batch(columns.features[indexes], columns.parts[indexes], scores, columns.options[indexes], weights)
