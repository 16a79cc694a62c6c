"""Assignment of rewards to decisions for self-play in a `Vector`, for each seat separately.

In a `Vector`, the seats take turns, and a seat can also get rewards at the turns of other seats. The *reward* of a
decision is the sum of the seat's rewards until that seat decides again or the episode ends. The *following* decision is
the seat's next decision in the episode.

>>> import numpy as np
>>> from saleroom.envs import vector
>>> from saleroom.envs.trajectories import Recorder, advantages
>>> env = vector.make("auction-pitch", num_envs=4, seats=4, seed=0, scope="deal")
>>> recorder = Recorder(env)
>>> for _ in range(40):
...     recorder.step(env.sample())
>>> credit = recorder.credit()
>>> credit.rewards.shape, credit.over.shape, credit.following.shape
((40, 4), (40, 4), (40, 4))
>>> gains = advantages(credit, values=np.zeros((40, 4)), trust=0.95)
>>> bool(np.isfinite(gains[credit.known]).all())
True
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from saleroom.envs.vector import Vector

UNKNOWN = -1


class Credit(NamedTuple):
    """Results of each decision; all arrays have the shape (steps, episodes)."""

    rewards: NDArray[np.float32]
    """Sum of the seat's rewards until it decided again, the episode ended, or the recorded steps ended."""
    over: NDArray[np.bool_]
    """Whether the decision was the seat's last one in an episode that has ended."""
    following: NDArray[np.int64]
    """Step of the seat's next decision in the same episode; `UNKNOWN` if there is none, or none yet."""

    @property
    def known(self) -> NDArray[np.bool_]:
        """Whether the result is known: the episode is over, or the seat has decided again."""
        return self.over | (self.following != UNKNOWN)


def credit(movers: ArrayLike, rewards: ArrayLike, ended: ArrayLike) -> Credit:
    """Return the results of each decision.

    Args:
        movers: (steps, episodes): the seat that decided.
        rewards: (steps, episodes, seats): every seat's reward in the step.
        ended: (steps, episodes): whether the step ended the episode.
    """
    movers, rewards, ended = np.asarray(movers), np.asarray(rewards, np.float32), np.asarray(ended, bool)
    if movers.ndim != 2 or rewards.shape[:2] != movers.shape or ended.shape != movers.shape:
        raise ValueError(
            f"movers and ended are (steps, episodes), rewards (steps, episodes, seats); not {movers.shape}, "
            f"{ended.shape} and {rewards.shape}"
        )
    credit = Credit(np.zeros_like(ended, np.float32), np.zeros_like(ended), np.full(movers.shape, UNKNOWN))
    episodes = np.arange(movers.shape[1])
    # For each episode and seat, the results of the seat's previous decision: the reward up to the seat's next decision,
    # the step of that decision, and whether the episode ends before it.
    later = np.zeros(rewards.shape[1:], np.float32)
    following, over = np.full(later.shape, UNKNOWN), np.zeros(later.shape, bool)
    for step in reversed(range(len(movers))):
        done = ended[step]
        later[done], following[done], over[done] = 0, UNKNOWN, True
        later += rewards[step]
        mine = episodes, movers[step]
        credit.rewards[step], credit.over[step], credit.following[step] = later[mine], over[mine], following[mine]
        later[mine], following[mine], over[mine] = 0, step, False
    return credit


def advantages(credit: Credit, values: ArrayLike, trust: float, discount: float = 1.0) -> NDArray[np.float32]:
    """Return how much more each decision gained than `values`, the expected rewards of shape (steps, episodes).

    This is generalised advantage estimation (Schulman and others, 2016) over each seat's own decisions; `trust` is its
    parameter lambda. With `trust` 1, only actual rewards count; with 0, the value of the seat's next decision replaces
    all later rewards. An advantage is meaningful only if the result is `known`. If the result of the next decision is
    unknown, the expected value of that decision is used.
    """
    values = np.asarray(values, np.float32)
    gains, known = np.zeros_like(values), credit.known
    episodes = np.arange(values.shape[1])
    for step in reversed(range(len(values))):
        after = credit.following[step]
        goes_on = after != UNKNOWN
        expected = np.where(goes_on, values[after, episodes], 0)
        later = np.where(goes_on & known[after, episodes], gains[after, episodes], 0)
        gains[step] = credit.rewards[step] + discount * (expected + trust * later) - values[step]
    return gains


class Recorder:
    """Recorder that steps an environment and stores the arrays that `credit` takes."""

    def __init__(self, env: Vector) -> None:
        """Start at the environment's current state."""
        self.env = env
        self._kept: list[tuple[NDArray, NDArray, NDArray]] = []

    def step(self, actions: ArrayLike) -> None:
        """Do one action of the seat to move in each episode."""
        movers = self.env.movers.copy()
        _, rewards, ended = self.env.step(actions)
        self._kept.append((movers, rewards.copy(), ended.copy()))

    def credit(self) -> Credit:
        """Return the results of all decisions so far."""
        movers, rewards, ended = (np.stack(column) for column in zip(*self._kept, strict=True))
        return credit(movers, rewards, ended)
