"""A game as a Gymnasium vector environment: in each of thousands of episodes, one seat learns against opponents.

>>> import gymnasium
>>> import saleroom.envs.gymnasium
>>> env = gymnasium.make_vec("saleroom/auction-pitch-v2", 8, vectorization_mode="vector_entry_point", opponents="house")
>>> observations, infos = env.reset(seed=42)
>>> actions = env.action_space.sample(infos["action_mask"])
>>> observations, rewards, terminations, truncations, infos = env.step(actions)
>>> infos["action_mask"].shape
(8, 57)

When an episode ends, another begins within the same step (`AutoresetMode.SAME_STEP`). ``infos["final_obs"]`` has the
last observation of each ended episode, and ``infos["final_info"]`` its info. ``infos["_final_obs"]`` flags the ended
episodes. Gymnasium's wrappers of observations need another mode, such as ``autoreset="next_step"``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from saleroom import extras

try:
    from gymnasium.error import InvalidAction, ResetNeeded
    from gymnasium.spaces import Discrete, MultiDiscrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise extras.missing("gymnasium", error) from error

from saleroom.envs import one_learner
from saleroom.envs.learner_view import LearnerView
from saleroom.envs.terms import Terms, check
from saleroom.kernel.layout import Layout
from saleroom.match.errors import IllegalAction
from saleroom.match.seeds import seed_bytes


class LegalActionsOfAll(MultiDiscrete):
    """Space with an action for each episode. A sample drawn without a mask is legal in the current state."""

    def __init__(self, env: one_learner.OneLearner, rng: Generator | None = None) -> None:
        self._env = env
        super().__init__(np.full(env.num_envs, env.terms.actions), seed=rng)

    def sample(self, mask: Any = None, probability: Any = None) -> NDArray[Any]:
        """Return random legal actions, or random actions from the given mask or probabilities.

        A mask is an array of shape (num_envs, actions), such as ``infos["action_mask"]``, or a tuple of int8 arrays as
        for every `MultiDiscrete`. Probabilities are such a tuple of floats.
        """
        if probability is not None or isinstance(mask, tuple):
            return super().sample(mask, probability)
        masks = self._env.masks if mask is None else self._flags(mask)
        return (self.np_random.random(masks.shape, np.float32) * masks).argmax(1).astype(self.dtype)

    def _flags(self, mask: Any) -> NDArray[np.bool_]:
        """Return a mask as an array of booleans; raise `ValueError` if it is invalid."""
        flags, shape = np.asarray(mask), (len(self.nvec), int(self.nvec[0]))
        if flags.shape != shape or flags.dtype.kind not in "biu":
            raise ValueError(
                f"mask must be an array of flags of shape {shape}, or a tuple of such arrays for each episode"
            )
        return flags.astype(np.bool_)

    def __reduce__(self) -> Any:
        """Pickle as a plain space, without the environment. A copied environment creates a new space for itself."""
        return MultiDiscrete, (self.nvec, self.dtype, self._np_random)


AUTORESET: dict[str, AutoresetMode] = {mode.name.lower(): mode for mode in AutoresetMode}
"""Gymnasium's modes by the names that `OneSeatVector` takes: ``next_step``, ``same_step`` and ``disabled``."""


class OneSeatVector(VectorEnv[Any, Any, Any]):
    """One seat of a game in many episodes at once. Invalid arguments raise a `ValueError` with the reason.

    Args:
        game: a game's name, or a unique part of it.
        num_envs: number of episodes in progress.
        normalised: whether rows are 32-bit floats from 0 to 1.
        copy: whether to return copies of observations. Without copies, the next step overwrites the returned arrays.
        autoreset: when another episode begins. With ``same_step``, it begins in the step that ends the last one. With
            ``next_step``, the last observation comes with that step, and its mask is all 0. The next step begins an
            episode, ignores the action and brings 0. With ``disabled``, `reset` must begin an episode first.
        arguments: other arguments of `saleroom.envs.one_learner.make`, such as ``seat``, ``opponents`` and
            ``history``, but not ``seed``, which `reset` takes. With ``history``, an observation is a dict of
            ``observation``, the row, and ``history``, int32 of shape (history, terms.history_columns).
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        normalised: bool = False,
        copy: bool = True,
        autoreset: str = "same_step",
        **arguments: Any,
    ) -> None:
        check("autoreset", autoreset, *AUTORESET)
        if "seed" in arguments:
            raise ValueError("there is no argument seed; pass the seed to reset, as in reset(seed=42)")
        self.env = one_learner.make(game, num_envs, **arguments)
        """Underlying environment, whose arrays every step overwrites."""
        self.num_envs, self.render_mode, self._copies = self.env.num_envs, None, copy
        self._view, self._begun = LearnerView(self.env, normalised, copy), False
        self._waiting = np.zeros(self.num_envs, np.bool_)  # episodes that are over, if none begins in the same step
        self.metadata = {**type(self).metadata, "autoreset_mode": AUTORESET[autoreset]}
        self.single_observation_space = self._view.space
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

    @property
    def _mode(self) -> AutoresetMode:
        return self.metadata["autoreset_mode"]

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Restart every episode. With one seed, episode i is match i of the batch that has this seed. With a list,
        episode i is the match of seed i, as in a single environment. Without a seed, the matches are new.

        With ``options={"reset_mask": mask}``, only flagged episodes restart; the mask is a boolean array of shape
        (num_envs,).
        """
        where = self._reset_mask(options)
        self.env.reset(self._seeds(seed), where)
        self._waiting[slice(None) if where is None else where] = False
        self._begun = True
        return self._view.now(self._waiting), self._infos()

    def _seeds(self, seed: Any) -> Any:
        """Return the seeds of the episodes, and begin the RNG for later resets if they follow from `seed`."""
        if not isinstance(seed, (list, tuple, np.ndarray)):
            super().reset(seed=seed)
            return self.np_random.bytes(32) if seed is None else seed
        if len(seed) != self.num_envs:
            raise ValueError(f"{self.num_envs} episodes need as many seeds, not {len(seed)}")
        if all(each is not None for each in seed):
            self.np_random = np.random.default_rng([int.from_bytes(seed_bytes(each), "big") for each in seed])
        return [self.np_random.bytes(32) if each is None else each for each in seed]

    def _reset_mask(self, options: dict[str, Any] | None) -> NDArray[np.bool_] | None:
        """Return the mask of the episodes to reset, or None for all episodes; raise `ValueError` if it is invalid."""
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return None
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise ValueError(f"reset_mask must be a NumPy array of booleans of shape ({self.num_envs},)")
        if not mask.any():
            raise ValueError("reset_mask names no episode")
        if not (self._begun or mask.all()):
            raise ResetNeeded("the other episodes have not begun; reset all of them first, without a reset_mask")
        return mask

    def step(
        self, actions: Any
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Do one action in every episode. If any action is illegal, `InvalidAction` names the first illegal action, and
        no episode changes. Raise `ResetNeeded` before the first `reset`, and for episodes that only a reset can begin.
        """
        self._check_begun()
        try:
            _, rewards, ended = self.env.step(actions, ~self._waiting if self._waiting.any() else None)
        except IllegalAction as error:
            raise InvalidAction(str(error)) from None
        ended, final = ended.copy(), {}
        if self._mode is not AutoresetMode.SAME_STEP:
            self._waiting[:] = ended
        elif ended.any():
            final = self._finals(ended)
        infos = self._infos() | final
        return self._view.now(self._waiting), rewards.astype(np.float64), ended, np.zeros(self.num_envs, bool), infos

    def _check_begun(self) -> None:
        if not self._begun:
            raise ResetNeeded("the episodes have not begun; reset the environment to begin them")
        if self._mode is AutoresetMode.DISABLED and self._waiting.any():
            raise ResetNeeded(
                f"episode {self._waiting.argmax()} is over; reset it, as in reset(options={{'reset_mask': mask}})"
            )

    def _infos(self) -> dict[str, Any]:
        masks = self.env.masks.view(np.int8)
        if self._copies or self._waiting.any():
            masks = masks.copy()
            masks[self._waiting] = 0
        return {"action_mask": masks, "_action_mask": np.ones(self.num_envs, bool)}

    def _finals(self, ended: NDArray[np.bool_]) -> dict[str, Any]:
        """Return the last observations of the flagged episodes, which have ended."""
        last: NDArray[Any] = np.full(self.num_envs, None, object)
        for place, seen in zip(np.flatnonzero(ended), self._view.last(), strict=True):
            last[place] = seen
        masks = np.zeros((self.num_envs, self.terms.actions), np.int8)
        info = {"action_mask": masks, "_action_mask": ended}
        return {"final_obs": last, "_final_obs": ended, "final_info": info, "_final_info": ended}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions of the learner as flags; shape (num_envs, actions)."""
        return self.env.masks & ~self._waiting[:, None]

    def close_extras(self, **kwargs: Any) -> None:
        """Release the threads."""
        self.env.close()

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__ |= state
        self.action_space = LegalActionsOfAll(self.env, self.action_space._np_random)
