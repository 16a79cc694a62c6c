"""A game as a Gymnasium vector environment: in each of thousands of episodes, one seat learns against opponents.

>>> import gymnasium
>>> import saleroom.envs.gymnasium
>>> env = gymnasium.make_vec("saleroom/auction-pitch-v2", 8, vectorization_mode="vector_entry_point", opponents="house")
>>> observations, infos = env.reset(seed=42)
>>> actions = env.action_space.sample()
>>> observations, rewards, terminations, truncations, infos = env.step(actions)
>>> infos["action_mask"].shape
(8, 57)

When an episode ends, another begins within the same step (`AutoresetMode.SAME_STEP`). ``infos["final_obs"]`` has the
last observation of each ended episode, and ``infos["final_info"]`` its info. ``infos["_final_obs"]`` flags the ended
episodes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from saleroom import extras

try:
    from gymnasium.error import InvalidAction
    from gymnasium.spaces import Discrete, MultiDiscrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise extras.missing("gymnasium", error) from error

from saleroom.envs import farama, one_learner
from saleroom.envs.terms import Terms
from saleroom.kernel.layout import Layout
from saleroom.match.errors import IllegalAction


class LegalActionsOfAll(MultiDiscrete):
    """Space with an action for each episode. A sample drawn without a mask is legal in the current state."""

    def __init__(self, env: one_learner.OneLearner, rng: Generator | None = None) -> None:
        self._env = env
        super().__init__(np.full(env.num_envs, env.terms.actions), seed=rng)

    def sample(self, mask: Any = None, probability: Any = None) -> NDArray[Any]:
        """Return random legal actions, or random actions from the given mask or probabilities."""
        if mask is not None or probability is not None:
            return super().sample(mask, probability)
        masks = self._env.masks
        return (self.np_random.random(masks.shape, np.float32) * masks).argmax(1).astype(self.dtype)

    def __reduce__(self) -> Any:
        """Pickle as a plain space, without the environment. A copied environment creates a new space for itself."""
        return MultiDiscrete, (self.nvec, self.dtype, self._np_random)


class OneSeatVector(VectorEnv[Any, Any, Any]):
    """One seat of a game in many episodes at once. Invalid arguments raise a `ValueError` with the reason.

    Args:
        game: a game's name, or a unique part of it.
        num_envs: number of episodes in progress.
        normalised: whether observations are 32-bit floats from 0 to 1.
        copy: whether to return copies of observations. Without copies, the next step overwrites the returned arrays.
        arguments: other arguments of `saleroom.envs.one_learner.make`, such as ``seat`` and ``opponents``, but not
            ``seed`` or ``history``.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self, game: str, num_envs: int = 1, normalised: bool = False, copy: bool = True, **arguments: Any
    ) -> None:
        self.env = one_learner.make(game, num_envs, **arguments)
        """Underlying environment, whose arrays every step overwrites."""
        self.num_envs, self.render_mode, self._copies = self.env.num_envs, None, copy
        self.single_observation_space, self._scale = farama.row_space(self.terms, normalised)
        self.single_action_space = Discrete(self.terms.actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = LegalActionsOfAll(self.env)

    @property
    def terms(self) -> Terms:
        """Terms of the environment: the game, its options, and the bounds of rewards."""
        return self.env.terms

    @property
    def layout(self) -> Layout:
        """Layout of a row: names, slices, shapes and ranges."""
        return self.terms.layout

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Restart every episode. With a seed, episode i is match i of the batch that has this seed. Without a seed, the
        matches are new.

        With ``options={"reset_mask": mask}``, only flagged episodes restart; the mask is a boolean array of shape
        (num_envs,).
        """
        where = self._reset_mask(options)
        super().reset(seed=seed)
        self.env.reset(self.np_random.bytes(32) if seed is None else seed, where)
        return self._shown(self.env.observations), self._infos()

    def _reset_mask(self, options: dict[str, Any] | None) -> NDArray[np.bool_] | None:
        """Return the mask of the episodes to reset, or None for all episodes; raise `ValueError` if it is invalid."""
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return None
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise ValueError(f"reset_mask must be a NumPy array of booleans of shape ({self.num_envs},)")
        if not mask.any():
            raise ValueError("reset_mask names no episode")
        return mask

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Do one action in every episode. If any action is illegal, `InvalidAction` names the first illegal action, and
        no episode changes.
        """
        try:
            _, rewards, ended = self.env.step(actions)
        except IllegalAction as error:
            raise InvalidAction(str(error)) from None
        infos = self._infos()
        if ended.any():
            infos |= self._finals(ended.copy())
        seen = self._shown(self.env.observations)
        return seen, rewards.astype(np.float64), ended.copy(), np.zeros(self.num_envs, bool), infos

    def _shown(self, rows: NDArray[np.int32]) -> Any:
        """Return observations as the caller requested them: scaled, copied or neither."""
        if self._scale:
            return self._scale(rows)
        return rows.copy() if self._copies else rows

    def _infos(self) -> dict[str, Any]:
        masks = self.env.masks.view(np.int8)
        return {"action_mask": masks.copy() if self._copies else masks, "_action_mask": np.ones(self.num_envs, bool)}

    def _finals(self, ended: NDArray[np.bool_]) -> dict[str, Any]:
        """Return the last observations of the flagged episodes, which have ended."""
        last: NDArray[Any] = np.full(self.num_envs, None, object)
        rows = self.env.final_observations()
        for place, row in zip(np.flatnonzero(ended), self._scale(rows) if self._scale else rows, strict=True):
            last[place] = row
        masks = np.zeros((self.num_envs, self.terms.actions), np.int8)
        info = {"action_mask": masks, "_action_mask": ended}
        return {"final_obs": last, "_final_obs": ended, "final_info": info, "_final_info": ended}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions of the learner as flags; shape (num_envs, actions)."""
        return self.env.masks.copy()

    def close_extras(self, **kwargs: Any) -> None:
        """Release the threads."""
        self.env.close()

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__ |= state
        self.action_space = LegalActionsOfAll(self.env, self.action_space._np_random)
