"""Thousands of episodes in which one seat learns and compiled code plays the other seats.

>>> from saleroom.envs import one_learner
>>> env = one_learner.make("auction-pitch", num_envs=4, seat=0, opponents="house", seed=0)
>>> observations = env.reset()
>>> observations, rewards, ended = env.step(env.sample())
>>> rewards.shape, ended.shape
((4,), (4,))

The learner sees only its own turns. An action's reward is the sum of the learner's rewards until its next turn or the
end of the episode. When an episode ends, another begins within the same step.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from saleroom.bots.compiled import facing, heuristics, net_features
from saleroom.bots.compiled.facing import LEAVE, PLAY, Seating
from saleroom.bots.compiled.nets import Net
from saleroom.bots.nets.player import shipped
from saleroom.bots.nets.weights import with_room
from saleroom.envs.terms import Terms
from saleroom.envs.vector import Vector
from saleroom.envs.vector import make as make_vector
from saleroom.envs.vector_opponents import OpponentChoice, VectorOpponents, rivals_of
from saleroom.kernel.layout import Layout
from saleroom.kernel.options import shown
from saleroom.match.errors import IllegalAction
from saleroom.match.seeds import Seeds, fixed_seeds


def make(
    game: str, num_envs: int, seat: int | None = 0, opponents: OpponentChoice = "house", **arguments: Any
) -> OneLearner:
    """Return an environment of `num_envs` episodes. Invalid arguments raise a `ValueError` with the reason.

    Args:
        game: a game's name, or a unique part of it.
        num_envs: number of episodes in progress.
        seat: the seat that learns; None to draw one for each episode.
        opponents: players of the other seats (`saleroom.envs.vector_opponents`): ``random``, ``house`` or ``trained``;
            a policy; a `Pool`, from which one member is drawn for each seat and episode; or a list with one opponent
            for each other seat.
        arguments: ``seats``, ``seed``, ``scope``, ``reward``, ``history``, ``threads``, ``version`` and the game's own
            options, as for `saleroom.envs.vector.make`; but `scope` is ``deal`` by default.
    """
    of_vector: dict[str, Any] = {"scope": "deal", **arguments}
    return OneLearner(make_vector(game, num_envs, **of_vector), seat, opponents)


class OneLearner:
    """Many episodes in arrays that every step overwrites. Copy what you keep, and do not change the arrays."""

    def __init__(self, table: Vector, seat: int | None, opponents: OpponentChoice) -> None:
        """Use the environment `table`. To create a `OneLearner`, call `make` instead of this constructor."""
        self.table = table
        """Underlying environment of all seats; `OneLearner` shows only the learner's turns."""
        terms, count = table.terms, table.num_envs
        self.rivals: VectorOpponents = rivals_of(opponents, terms)
        heuristics.load(terms.game.name)
        self._live = False
        wanted = facing.ANY_SEAT if seat is None else terms.seat(seat)
        self._seating = _seating(count, terms.seats, wanted, self.rivals.pool)
        self._seed: Seeds = table.seed
        self.reset()

    # State

    @property
    def terms(self) -> Terms:
        """Terms of the environment: the game, its options, and the bounds of rewards."""
        return self.table.terms

    @property
    def num_envs(self) -> int:
        """Number of episodes in progress."""
        return self.table.num_envs

    @property
    def layout(self) -> Layout:
        """Layout of an observation: names, slices, shapes and ranges."""
        return self.terms.layout

    @property
    def observations(self) -> NDArray[np.int32]:
        """The learner's observation at its turn; shape (num_envs, layout.size)."""
        return self.table.observations

    @property
    def masks(self) -> NDArray[np.bool_]:
        """The learner's legal actions as flags; shape (num_envs, terms.actions)."""
        return self.table.masks

    @property
    def history(self) -> NDArray[np.int32]:
        """The last rows of each episode's history, as the learner has seen it; see `Vector.history`."""
        return self.table.history

    @property
    def seats(self) -> NDArray[np.int64]:
        """The learner's seats; shape (num_envs,)."""
        return self._seating.learner

    @property
    def rewards(self) -> NDArray[np.float32]:
        """The learner's rewards in the last step; shape (num_envs,)."""
        return self._seating.rewards

    @property
    def ended(self) -> NDArray[np.bool_]:
        """Whether the last step ended an episode and began another; shape (num_envs,)."""
        return self._seating.ended

    def final_observations(self, where: NDArray[np.bool_] | None = None) -> NDArray[np.int32]:
        """Return the learner's last observation of each episode that the last step ended, in order of index; shape
        (ended, size).

        If `where` is given, flags of shape (num_envs,), return those of the last finished episodes of the flagged ones.
        """
        return self.table.final_rows(np.flatnonzero(self._ended(where)), self._seating.final_seat)

    def final_history(self, where: NDArray[np.bool_] | None = None) -> NDArray[np.int32]:
        """Return the last rows of the history of the same episodes as `final_observations`, as the learner has seen it;
        shape (ended, rows, terms.history_columns).
        """
        return self.table.final_history(self._ended(where), self._seating.final_seat)

    def _ended(self, where: NDArray[np.bool_] | None) -> NDArray[np.bool_]:
        return self.ended if where is None else where

    def observe(self, seats: ArrayLike) -> NDArray[np.int32]:
        """Return a seat's current observation of each episode, as a new array of shape (num_envs, layout.size).

        `seats` is one seat for all episodes, or one seat for each episode.
        """
        return self.table.observe(seats)

    def history_of(self, seats: ArrayLike) -> NDArray[np.int32]:
        """Return the last rows of each episode's history, as a seat has seen it; see `Vector.history_of`."""
        return self.table.history_of(seats)

    def state(self) -> NDArray[np.int32]:
        """Return everything that any seat sees, for a critic; see `Vector.state`."""
        return self.table.state()

    # Actions

    def reset(self, seed: Seeds = None, where: NDArray[np.bool_] | None = None) -> NDArray[np.int32]:
        """Restart every episode with seeds derived from `seed`, by default the last given seed; return the
        observations.

        A list or tuple has the seed of each episode, which then depends only on its own seed and its opponents.

        If `where` is given, flags of shape (num_envs,), only the flagged episodes restart. Each gets the seed for its
        index.
        """
        self._seed = fixed = fixed_seeds(self._seed if seed is None else seed, self.num_envs)
        others = np.zeros(self.num_envs, np.bool_) if where is None else ~where
        untouched = self._rows_of(others)
        self.table.reset(fixed)
        seating = self._seating
        seating.rng[:] = _opponents_rng(fixed, self.num_envs)
        seating.gained[:], seating.ended[:], seating.due[:] = 0, True, PLAY
        facing.reseat_all(self.table.crowd.states, seating, 0, self.num_envs)
        for array, rows in untouched:
            array[others] = rows
        self._play_on()
        seating.rewards[:], seating.ended[:] = 0, False
        self._live = True
        return self.observations

    def _rows_of(self, episodes: NDArray[np.bool_]) -> list[tuple[NDArray[Any], NDArray[Any]]]:
        """Return each array that has a row for each episode, and a copy of its rows for the given `episodes`."""
        arrays = self.table.arrays() + [array for array in self._seating if array is not self._seating.pool]
        return [(array, array[episodes]) for array in arrays if isinstance(array, np.ndarray)]

    def step(
        self, actions: ArrayLike, where: NDArray[np.bool_] | None = None
    ) -> tuple[NDArray[np.int32], NDArray[np.float32], NDArray[np.bool_]]:
        """Do the learner's action, by id, in each episode; return observations, rewards, and flags of ended episodes.

        If `where` is given, flags of shape (num_envs,), only the flagged episodes change. The others bring 0, and their
        actions are ignored.

        If an action is illegal, `IllegalAction` gives the first such episode and the reason, and no episode changes. If
        an external opponent's action is illegal, `IllegalAction` gives that action, and you must reset the environment.
        """
        if not self._live:
            raise RuntimeError("an opponent failed in the middle of a step; reset the environment")
        self.table.check(actions if where is None else self._only(actions, where))
        self._seating.ended[:], self._seating.due[:] = False, facing.ACT
        if where is not None:
            self._seating.due[~where], self._seating.rewards[~where] = LEAVE, 0
        self._live = False  # remains False if an opponent fails
        self._play_on()
        self._live = True
        return self.observations, self.rewards, self.ended

    def _only(self, actions: ArrayLike, where: NDArray[np.bool_]) -> NDArray[Any]:
        """Return a copy of `actions` with a legal action in each episode that is not flagged."""
        ids = np.array(actions)
        if ids.shape == where.shape and ids.dtype.kind in "iu":
            ids[~where] = self.masks[~where].argmax(1)
        return ids

    def _play_on(self) -> None:
        """Play until the learner is to move in all episodes; in each round, request all external opponents' actions
        together.
        """
        table, due = self.table, self._seating.due
        table.in_parts(self._compiled, ends_round=True)
        while self.rivals.outside and (due != LEAVE).any():
            self._ask_outside(np.flatnonzero(due != LEAVE))
            table.in_parts(self._compiled)

    def _compiled(self, start: int, end: int) -> None:
        table = self.table
        net = _net(self.terms.game.name) if self.rivals.by_net else None
        view = self.terms.game.record.blank(1)
        seen = view.view(np.uint64).reshape(1, -1)
        facing.play_on(table.crowd, self.terms.kind, self._seating, net, view, seen, table.chosen, start, end)

    def _ask_outside(self, waiting: NDArray[np.intp]) -> None:
        """Request actions from each external opponent, for those `waiting` episodes in which it is to move."""
        table = self.table
        players = self._seating.players[waiting, table.movers[waiting]]
        for number in np.unique(players):
            rows = waiting[players == number]
            rival = self.rivals.outside[number - facing.OUTSIDE]
            actions = np.asarray(rival(table, rows))
            if actions.dtype.kind not in "iu" or actions.shape != rows.shape:
                raise ValueError(f"{len(rows)} episodes need as many whole numbers, not {shown(actions)}")
            legal = (actions >= 0) & (actions < self.terms.actions)
            legal[legal] = table.masks[rows[legal], actions[legal]]
            table.chosen[rows] = actions
            if not legal.all():
                raise IllegalAction(f"an opponent in {table.why_not(int(rows[~legal][0]))}")

    def sample(self) -> NDArray[np.int64]:
        """Return a random legal action for each episode; the next call and `step` overwrite the array."""
        return self.table.sample()

    def close(self) -> None:
        """Release the threads. Later calls work without them."""
        self.table.close()

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        heuristics.load(self.terms.game.name)


def _opponents_rng(seeds: bytes | list[bytes], count: int) -> NDArray[np.uint64]:
    """Return the state of the RNG of each episode's opponents."""
    if isinstance(seeds, bytes):
        return np.random.default_rng([1, *seeds]).integers(1 << 64, size=count, dtype=np.uint64)
    return np.array([int.from_bytes(sha256(b"opponents" + own).digest()[:8], "big") for own in seeds], np.uint64)


def _net(game: str) -> Net | None:
    """Return the game's net with buffers for one thread; None if the game has no net and ``house`` plays instead."""
    learned, features = shipped(game), net_features.load(game)
    return with_room(learned.weights, features) if learned and features else None


def _seating(count: int, seats: int, wanted: int, pool: NDArray[np.int64]) -> Seating:
    """Return new arrays for who plays each seat, and for the results of a step."""
    return Seating(
        learner=np.zeros(count, np.int64),
        wanted=wanted,
        pool=pool,
        players=np.zeros((count, seats), np.int64),
        rng=np.zeros(count, np.uint64),
        due=np.zeros(count, np.int64),
        gained=np.zeros(count, np.float32),
        rewards=np.zeros(count, np.float32),
        ended=np.zeros(count, np.bool_),
        final_seat=np.zeros(count, np.int64),
    )
