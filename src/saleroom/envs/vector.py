"""Thousands of matches or deals in shared arrays, stepped by compiled code on all cores.

In each step, the seat to move acts in every episode. One learner can therefore play all seats. At each turn, the
learner sees only what the seat to move may know. When an episode ends, another begins within the same step, with a new
seed. The rewards then belong to the old episode, and the observation belongs to the new one.

>>> from saleroom.envs import vector
>>> env = vector.make("auction-pitch", num_envs=4, seats=4, seed=0)
>>> observations = env.reset()
>>> observations, rewards, ended = env.step(env.sample())
>>> rewards.shape, ended.shape
((4, 4), (4,))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from saleroom.bots.cores import cores
from saleroom.envs import observations as row_observations
from saleroom.envs.batch_state import batch_state_of, packed, unpack
from saleroom.envs.history import seen_by
from saleroom.envs.pace import Pace
from saleroom.envs.terms import Reward, Scope, Terms
from saleroom.envs.worker_pool import WorkerPool
from saleroom.kernel.fast import workers
from saleroom.kernel.fields import NO_SEAT
from saleroom.kernel.game import set_seeds
from saleroom.kernel.layout import Layout
from saleroom.kernel.numbers import whole
from saleroom.match.errors import IllegalAction
from saleroom.match.seeds import Seeds, fixed_seeds, seeds_of_episodes

LEAST_PART = 256
"""Minimum number of episodes for each thread."""


def make(
    game: str,
    num_envs: int,
    seats: int | None = None,
    seed: Seeds = None,
    scope: Scope = "match",
    reward: Reward = "score",
    history: int = 0,
    threads: int | None = None,
    version: int | None = None,
    **options: Any,
) -> Vector:
    """Return an environment of `num_envs` episodes of one game. Invalid arguments raise a `ValueError` with the reason.

    Args:
        game: a game's name, or a unique part of it.
        num_envs: number of episodes in progress.
        seats: number of players; by default the game's usual number.
        seed: 256 bits of randomness, as for a match. Episode `i` begins with the seed of match `i` of the batch with
            this seed. A list or tuple has a seed for each episode.
        scope: ``match`` for whole matches, or ``deal`` for only the first deal of each match.
        reward: ``score`` for the change of points or chips at each settlement, ``ahead`` for the same less the mean of
            the other seats, ``win`` for the share of a won match.
        history: number of rows of the history to keep for each episode.
        threads: exact number of threads. By default, there is a thread for each core of this process or only one
            thread, whichever is faster. This is measured from time to time. Results do not depend on the number of
            threads.
        version: version of the game's environments, by default the newest. See "Versions" in
            docs/research/environments.md.
        options: the game's own options, by name.
    """
    episodes = _at_least(1, "num_envs", num_envs)
    rows = _at_least(0, "history", history, " of rows")
    workers = None if threads is None else _at_least(1, "threads", threads)
    return Vector(Terms.of(game, seats, scope, reward, version, **options), episodes, seed, rows, workers)


def _at_least(low: int, name: str, value: Any, unit: str = "") -> int:
    """Return a whole number, `low` or more, as an `int`; `ValueError` for anything else."""
    number = whole(value)
    if number is None or number < low:
        raise ValueError(f"{name} is {value!r}; it must be a whole number{unit}, {low} or more")
    return number


class Vector:
    """Many episodes in arrays that every step overwrites. Copy what you keep, and do not change the arrays.

    Every returned array is a writable view of the environment's own memory. A value that you write there stays until
    the next step, but does not make an action legal. The arrays are plain NumPy arrays, so `torch.from_dlpack` and
    `jax.numpy.from_dlpack` take them without a copy.
    """

    def __init__(self, terms: Terms, num_envs: int, seed: Seeds, history: int, threads: int | None) -> None:
        """Create the episodes. To create a `Vector`, call `make` instead of this constructor."""
        self.terms = terms
        self.num_envs = num_envs
        self._seed = fixed_seeds(seed, num_envs)
        self.crowd = batch_state_of(terms, num_envs, history)
        """Whole state of all episodes, including hidden cards; players get only views of it."""
        self._actions = np.zeros(num_envs, np.int64)
        self._luck = np.zeros(num_envs, np.uint64)
        self._free = Lock()
        self._adapts = threads is None
        self._pool = self._start(max(0, min(threads or cores(), num_envs // LEAST_PART) - 1))
        self.reset()

    # State

    @property
    def layout(self) -> Layout:
        """Layout of an observation: names, slices, shapes, ranges."""
        return self.terms.layout

    @property
    def observations(self) -> NDArray[np.int32]:
        """Observation of the seat to move in each episode; shape (num_envs, layout.size)."""
        return self.crowd.observations

    @property
    def masks(self) -> NDArray[np.bool_]:
        """Legal actions of the seat to move, as flags; shape (num_envs, terms.actions)."""
        return self.crowd.masks.view(np.bool_)

    @property
    def movers(self) -> NDArray[np.int32]:
        """The seat to move; shape (num_envs,)."""
        return self.crowd.movers

    @property
    def rewards(self) -> NDArray[np.float32]:
        """Every seat's reward in the last step; shape (num_envs, seats)."""
        return self.crowd.rewards

    @property
    def ended(self) -> NDArray[np.bool_]:
        """Whether the last step ended an episode and began another; shape (num_envs,)."""
        return self.crowd.ended

    @property
    def history(self) -> NDArray[np.int32]:
        """Last rows of each episode's history, as the seat to move has seen it; empty rows are filled with -1.

        Shape (num_envs, rows, terms.history_columns); see `saleroom.envs.history`.
        """
        return self.crowd.history

    def history_of(self, seats: ArrayLike) -> NDArray[np.int32]:
        """Return the last rows of each episode's history, as a seat has seen it, as a new array; its shape is that of
        `history`.

        `seats` is one seat for all episodes, or one seat for each episode.
        """
        watchers = row_observations.seats_of(self.terms, seats, self.num_envs)
        return seen_by(watchers, self.crowd.history, self.crowd.secrets)

    @property
    def seed(self) -> bytes | list[bytes]:
        """The seed from which the last `reset` derived the episodes' seeds, or the list of seeds that it got."""
        return self._seed

    @property
    def chosen(self) -> NDArray[np.int64]:
        """Actions that `step` stores and `sample` writes; shape (num_envs,)."""
        return self._actions

    def observe(self, seats: ArrayLike) -> NDArray[np.int32]:
        """Return a seat's current observation of each episode, as a new array of shape (num_envs, layout.size).

        `seats` is one seat for all episodes, or one seat for each episode.
        """
        return row_observations.rows_of(
            self.terms, self.crowd.raw, row_observations.seats_of(self.terms, seats, self.num_envs)
        )

    def state(self) -> NDArray[np.int32]:
        """Return a new array of everything that any seat sees, for critics: the public part, then each seat's own part.

        Its shape is (num_envs, terms.state_size); `saleroom.envs.observations.split_state` returns its parts by name.
        Anything that no seat sees is left out.
        """
        return row_observations.state_rows(self.terms, self.crowd.raw, self.movers.astype(np.int64))

    def final_observations(self, seats: ArrayLike) -> NDArray[np.int32]:
        """Return a seat's last observation of each episode that the last step ended, in order of index; shape (ended,
        layout.size).

        `seats` is one seat for all episodes, or one for each of the `num_envs` episodes.
        """
        return self.final_rows(np.flatnonzero(self.ended), row_observations.seats_of(self.terms, seats, self.num_envs))

    def final_rows(self, episodes: NDArray[np.intp], seats: NDArray[np.int64]) -> NDArray[np.int32]:
        """Return a row for each i in `episodes`: what `seats[i]` saw at the end of the last finished episode i."""
        return row_observations.rows_of(self.terms, self.crowd.last[episodes], seats[episodes])

    def final_history(
        self, where: NDArray[np.bool_] | None = None, seats: ArrayLike | None = None
    ) -> NDArray[np.int32]:
        """Return the last rows of the history of each episode that the last step ended, in order of index.

        The shape is (ended, rows, terms.history_columns). If `where` is given, flags of shape (num_envs,), return those
        of the last finished episodes of the flagged ones. Private symbols are those of `seats`, one seat for all
        episodes or one for each of the `num_envs` episodes; without `seats`, there are none.
        """
        flagged, crowd = self.ended if where is None else where, self.crowd
        watchers = np.full(self.num_envs, NO_SEAT)
        if seats is not None:
            watchers = row_observations.seats_of(self.terms, seats, self.num_envs)
        return seen_by(watchers[flagged], crowd.last_history[flagged], crowd.last_secrets[flagged])

    def arrays(self) -> list[NDArray[Any]]:
        """Return the arrays that have a row for each episode.

        An episode's rows in all these arrays are its whole state.
        """
        return [*packed(self.crowd, of_episodes=True).values(), self._luck]

    # Actions

    def reset(self, seed: Seeds = None) -> NDArray[np.int32]:
        """Restart every episode with seeds derived from `seed`, by default the last given seed; return the
        observations.

        A list or tuple has the seed of each episode, which then depends only on its own seed.
        """
        if seed is not None:
            self._seed = fixed_seeds(seed, self.num_envs)
        with self._one_caller():
            self._begin()
        return self.observations

    def _begin(self) -> None:
        crowd = self.crowd
        crowd.raw[:] = crowd.blank
        seeds = seeds_of_episodes(self._seed, self.num_envs)
        set_seeds(crowd.states, seeds)
        later = np.frombuffer(b"".join(sha256(own).digest()[:16] for own in seeds), "<u8").reshape(-1, 2)
        crowd.rng[:], self._luck[:] = later[:, 0], later[:, 1]
        crowd.rewards[:], crowd.ended[:] = 0, False
        self._pool.do(workers.BEGIN)

    def step(self, actions: ArrayLike) -> tuple[NDArray[np.int32], NDArray[np.float32], NDArray[np.bool_]]:
        """Do one action, by id, of the seat to move in each episode; return observations, rewards, and which episodes
        ended.

        If an action is illegal, `IllegalAction` gives the first such episode and the reason, and no episode changes.
        Raise `RuntimeError` if another thread is using this environment.
        """
        with self._one_caller():
            self._check(actions)
            self._pool.do(workers.STEP)
        return self.observations, self.rewards, self.ended

    def check(self, actions: ArrayLike) -> None:
        """Store actions in `chosen`; raise `IllegalAction` as `step` does."""
        with self._one_caller():
            self._check(actions)

    def _check(self, actions: ArrayLike) -> None:
        ids = np.asarray(actions)
        if ids.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers, not {ids.dtype}")
        if ids.shape != (self.num_envs,):
            raise ValueError(f"{self.num_envs} episodes need as many actions, not shape {ids.shape}")
        if ids is not self._actions:
            self._actions[:] = ids
        wrong = self._pool.illegal()
        if wrong is not None:
            raise IllegalAction(self.why_not(wrong))

    def why_not(self, episode: int) -> str:
        """Return why the action in this episode is illegal, based only on what its mover may know."""
        seat, action = int(self.movers[episode]), int(self._actions[episode])
        view = self.terms.game.record.view(self.crowd.states[[episode]], seat)[0]
        reason = self.terms.why_not(view, seat, action)
        return f"episode {episode}: seat {seat} may not do action {action}: {reason}"

    @contextmanager
    def _one_caller(self) -> Iterator[None]:
        """Raise `RuntimeError` if another thread's call is in progress, because the arrays are incomplete during a
        call.
        """
        if not self._free.acquire(blocking=False):
            raise RuntimeError("another thread is using this environment; give each thread one of its own, or a lock")
        try:
            yield
        finally:
            self._free.release()

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for each episode; the next call and `step` overwrite the array."""
        with self._one_caller():
            self._pool.do(workers.CHOOSE)
        return self._actions

    def in_parts(self, work: Callable[[int, int], Any], ends_round: bool = False) -> None:
        """Call a function in all threads. Each call gets the start and the exclusive end of a range of episodes.

        Set `ends_round` if the work completes a step: the duration of steps determines how many threads are used.
        """
        with self._one_caller():
            self._pool.share(work, ends_round)

    def close(self) -> None:
        """Release the threads. Later calls work without them."""
        self._pool.close()

    # Copies and pickles

    def _start(self, helpers: int) -> WorkerPool:
        pace = Pace() if self._adapts and helpers else None
        return WorkerPool(helpers, self.crowd, self.terms.kind, self._actions, self._luck, pace)

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__ | {"crowd": packed(self.crowd), "_pool": self._pool.helpers}
        del state["_free"]
        return state

    def __setstate__(self, kept: dict[str, Any]) -> None:
        arrays = kept["crowd"]
        self.__dict__.update(kept)
        self._free = Lock()
        self.crowd = batch_state_of(self.terms, self.num_envs, arrays["history"].shape[1])
        unpack(self.crowd, arrays)
        self._pool = self._start(kept["_pool"])
