"""Action spaces whose samples are legal even without a mask."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from gymnasium.spaces import Discrete, Space
from numpy.random import Generator
from numpy.typing import NDArray

Drawable = Callable[[int | None], NDArray | None]
"""Function of the seed that was just set on the space.

It returns the mask of the actions to draw from, int8 of shape (actions,), or None for all actions.
"""


class LegalActions(Discrete):
    """Space of all action ids. A sample drawn without a mask is legal in the current state.

    In Gymnasium, there is one exception. If you call `seed(s)` during an episode, the first sample after it is legal at
    the start of the episode that ``reset(seed=s)`` begins. You can therefore seed, sample and reset, in this order, and
    then do the sampled action.
    """

    def __init__(self, count: int, drawable: Drawable, rng: Generator | None = None) -> None:
        self._drawable = drawable
        self._seed: int | None = None
        super().__init__(count, seed=rng)

    def seed(self, seed: int | None = None) -> Any:
        """Set the seed of the samples."""
        self._seed = seed
        return super().seed(seed)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Return a random legal action, or a random action from the given mask or probabilities."""
        if mask is None and probability is None:
            mask = self._drawable(self._seed)
        self._seed = None
        return super().sample(mask, probability)

    def __reduce__(self) -> Any:
        """Pickle as a plain space, without the environment. A copied environment creates a new space for itself."""
        return Discrete, (int(self.n), self._np_random)


def by_agent(env: Any, spaces: Mapping[str, Space[Any] | None], at_once: bool = False) -> dict[str, Space[Any]]:
    """Return each agent's action space, with the RNG of the agent's previous space.

    A sample drawn without a mask is legal if the agent may act. With `at_once`, these are all agents that choose in a
    sealed phase; otherwise only the one whose turn it is.
    """

    def drawable(agent: str, seed: int | None) -> NDArray | None:
        episode, seat = env._episode, env._seat[agent]
        mask = episode.mask_if_acting(seat) if at_once else episode.mask(seat)
        return mask if mask.any() else None

    count = env.terms.actions
    return {
        one: LegalActions(count, partial(drawable, one), had._np_random if had else None) for one, had in spaces.items()
    }
