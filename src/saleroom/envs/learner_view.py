"""What the vector environments of Gymnasium and Stable-Baselines3 show of a `OneLearner`: spaces and observations."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from saleroom.envs import farama
from saleroom.envs.one_learner import OneLearner
from saleroom.envs.scaling import Scale, bounds_of
from saleroom.envs.terms import check


class LearnerView:
    """Observations of a batch of learners.

    An observation is a row. If the environment keeps a history, it is a dict of ``observation``, the row, and
    ``history``, int32 of shape (rows, terms.history_columns).
    """

    space: spaces.Space[Any]
    """Space of the observation of one learner."""

    def __init__(self, env: OneLearner, normalised: bool, copy: bool = True) -> None:
        """Show `env`: with `normalised`, rows as 32-bit floats from 0 to 1; without `copy`, its own arrays."""
        check("normalised", normalised, False, True)
        check("copy", copy, False, True)
        rows = env.history.shape[1]
        self._env, self._tells, self._copies = env, rows > 0, copy
        self.space = farama.observation_space(env.terms, rows, mask=False, normalised=normalised)
        self._scale = Scale(*bounds_of(env.terms)) if normalised else None

    def now(self, waiting: NDArray[np.bool_] | None = None) -> Any:
        """Return the current observations; in `waiting` episodes, if given, the last ones of the episodes before."""
        rows, history = self._env.observations, self._env.history
        if waiting is not None and waiting.any():
            rows, history = rows.copy(), history.copy()
            rows[waiting], history[waiting] = self._env.final_observations(waiting), self._env.final_history(waiting)
        elif self._copies:
            rows, history = rows if self._scale else rows.copy(), history.copy()
        return self._together(rows, history)

    def last(self) -> list[Any]:
        """Return the last observation of each episode that the last step ended, in order of index."""
        seen = self._together(self._env.final_observations(), self._env.final_history())
        if not self._tells:
            return list(seen)
        return [dict(zip(seen, parts, strict=True)) for parts in zip(*seen.values(), strict=True)]

    def _together(self, rows: NDArray[np.int32], history: NDArray[np.int32]) -> Any:
        """Return rows, scaled if wanted, and their history as observations."""
        shown = self._scale(rows) if self._scale else rows
        return {"observation": shown, "history": history} if self._tells else shown
