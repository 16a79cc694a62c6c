"""The games as a vector environment of Stable-Baselines3, with action masks for learners of sb3-contrib.

    from sb3_contrib import MaskablePPO
    from saleroom.envs.stable_baselines import OneSeatVecEnv

    env = OneSeatVecEnv("auction-pitch", num_envs=1024, opponents="house")
    MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=8192).learn(1_000_000)

`player` makes a saved model a player for the arena and for tables. No monitor is needed: an episode's return is in
``infos[i]["episode"]``, where `VecMonitor` would write it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom import extras

try:
    from stable_baselines3.common.vec_env import VecEnv  # pyright: ignore[reportMissingImports] - no lock has it
except ImportError as error:  # no extra of Saleroom contains stable_baselines3; sb3-contrib installs it
    raise ImportError(
        f"this needs stable-baselines3, which is not installed: pip install sb3-contrib ({error})"
    ) from error
try:
    from gymnasium.error import ResetNeeded
    from gymnasium.spaces import Discrete
except ImportError as error:
    raise extras.missing("gymnasium", error) from error

from saleroom.bots.external_players import Factory
from saleroom.envs import one_learner
from saleroom.envs.learner_view import LearnerView
from saleroom.envs.model_player import ModelPlayer


def player(path: str | PathLike[str], algorithm: Any = None, version: int | None = None) -> Factory:
    """Return a saved model as a player that Saleroom finds by the name ``module:Agent``:

        Agent = player("pitch")

    Args:
        path: the file that ``save`` wrote.
        algorithm: class that loads it, by default `sb3_contrib.MaskablePPO`.
        version: version of the environments in which it was trained, by default the newest.
    """

    @cache
    def model() -> Any:
        kind = algorithm or import_module("sb3_contrib").MaskablePPO
        return kind.load(path, device="cpu")

    return lambda game, seed: ModelPlayer(model(), game, version)


class OneSeatVecEnv(VecEnv):
    """One seat of a game in many episodes at once, with the arguments of
    `saleroom.envs.gymnasium_vector.OneSeatVector`.

    Observations are scaled to 0 to 1 by default. With ``history``, they are dicts, for policies such as
    ``MultiInputPolicy``.
    """

    def __init__(self, game: str, num_envs: int = 1, normalised: bool = True, **arguments: Any) -> None:
        self.env = one_learner.make(game, num_envs, **arguments)
        """Underlying environment."""
        self._view, self._begun = LearnerView(self.env, normalised), False
        self._chosen, self._began = np.zeros(num_envs, np.int64), time.perf_counter()
        self._returns, self._lengths = np.zeros(num_envs), np.zeros(num_envs, np.int64)
        self._infos: list[dict[str, Any]] = [{} for _ in range(num_envs)]
        self._told: list[int] = []
        self.render_mode = None
        super().__init__(num_envs, self._view.space, Discrete(self.env.terms.actions))

    def reset(self) -> Any:
        """Restart every episode. If `seed` was called since the last reset, use its seed."""
        seed = self._seeds[0]
        self._reset_seeds()
        self._returns[:], self._lengths[:] = 0, 0
        self.env.reset(seed)
        self._begun = True
        return self._view.now()

    def step_async(self, actions: NDArray[Any]) -> None:
        self._chosen[:] = actions

    def step_wait(self) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Do one action in every episode. If an episode ends, another begins within the step. Raise `ResetNeeded`
        before the first `reset`.
        """
        if not self._begun:
            raise ResetNeeded("the episodes have not begun; reset the environment to begin them")
        _, rewards, ended = self.env.step(self._chosen)
        self._returns += rewards
        self._lengths += 1
        for place in self._told:
            self._infos[place] = {}
        self._told = np.flatnonzero(ended).tolist()
        if self._told:
            self._tell(self._told)
        return self._view.now(), rewards.copy(), ended.copy(), self._infos

    def _tell(self, places: list[int]) -> None:
        """Write the returns and last observations of finished episodes into their infos."""
        seconds = round(time.perf_counter() - self._began, 6)
        for place, seen in zip(places, self._view.last(), strict=True):
            totals = {"r": float(self._returns[place]), "l": int(self._lengths[place]), "t": seconds}
            self._infos[place] = {"terminal_observation": seen, "TimeLimit.truncated": False, "episode": totals}
        self._returns[places], self._lengths[places] = 0, 0

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the legal actions of the learner as flags; shape (num_envs, actions)."""
        return self.env.masks.copy()

    def close(self) -> None:
        self.env.close()

    # Queries about single environments; here, all episodes are in one environment

    def _count(self, indices: Any) -> int:
        return len(list(self._get_indices(indices)))

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute of this environment, repeated for each requested episode."""
        return [getattr(self, attr_name)] * self._count(indices)

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of this environment."""
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """Call ``action_masks``, the only method, and return a row for each requested episode."""
        if method_name != "action_masks":
            raise AttributeError(f"episodes in a vector have no method {method_name!r}; they have 'action_masks'")
        return list(self.action_masks()[list(self._get_indices(indices))])

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Return whether `wrapper_class` is a monitor. This environment is not wrapped, but it reports returns as a
        monitor does.
        """
        return [wrapper_class.__name__ == "Monitor"] * self._count(indices)

    def get_images(self) -> Sequence[None]:
        """Return None for each episode, because there are no pictures."""
        return [None] * self.num_envs
