"""A space of actions from which a draw without a mask is legal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gymnasium.spaces import Discrete
from numpy.random import Generator
from numpy.typing import NDArray

Drawable = Callable[[int | None], NDArray | None]
"""From the seed that the space was given just before: what may be drawn, int8 of shape (actions,); None for all."""


class LegalActions(Discrete):
    """The ids of all actions. A draw without a mask is legal now.

    With one exception: the first draw after `seed(s)` in the middle of an episode is legal at the beginning of the one
    that ``reset(seed=s)`` begins. Whoever seeds, draws and resets, in this order, can carry out what was drawn.
    """

    def __init__(self, count: int, drawable: Drawable, rng: Generator | None = None) -> None:
        self._drawable = drawable
        self._seed: int | None = None
        super().__init__(count, seed=rng)

    def seed(self, seed: int | None = None) -> Any:
        """Seed the draws."""
        self._seed = seed
        return super().seed(seed)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """An action that is legal, or one by a mask or probabilities."""
        if mask is None and probability is None:
            mask = self._drawable(self._seed)
        self._seed = None
        return super().sample(mask, probability)

    def __reduce__(self) -> Any:
        """A plain space: the environment that it asks does not travel with it, and makes another for its own copy."""
        return Discrete, (int(self.n), self.np_random)
