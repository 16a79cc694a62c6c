"""Spaces of actions from which a draw without a mask is legal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from gymnasium.spaces import Discrete
from numpy.random import Generator
from numpy.typing import NDArray

Drawable = Callable[[int | None], NDArray | None]
"""A function from the seed just set on the space to the actions that may be drawn, int8 of shape (actions,); None for
all.
"""


class LegalActions(Discrete):
    """The ids of all actions. A draw without a mask is legal now.

    There is one exception, in Gymnasium. The first draw after `seed(s)` in the middle of an episode is legal at the
    beginning of the episode that ``reset(seed=s)`` begins. If you seed, draw and reset, in this order, you can do the
    action that you drew.
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
        """Return an action that is legal, or drawn by a mask or probabilities."""
        if mask is None and probability is None:
            mask = self._drawable(self._seed)
        self._seed = None
        return super().sample(mask, probability)

    def __reduce__(self) -> Any:
        """Pickle as a plain space: the environment is not pickled with it, and makes another for its own copy."""
        return Discrete, (int(self.n), self._np_random)


def by_agent(env: Any, spaces: Mapping[str, Discrete | None]) -> dict[str, LegalActions]:
    """Return each agent's actions in a PettingZoo environment of Saleroom, with the RNG of its previous space.

    A draw without a mask is legal when it is the agent's turn.
    """

    def drawable(agent: str, seed: int | None) -> NDArray | None:
        episode, seat = env._episode, env._seat[agent]
        return episode.mask(seat) if episode.mover == seat else None

    count = env.terms.actions
    return {
        one: LegalActions(count, partial(drawable, one), had._np_random if had else None) for one, had in spaces.items()
    }
