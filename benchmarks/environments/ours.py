"""Saleroom's environments as contestants of the benchmark, with default options."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from benchmarks.environments import aec, spiel
from benchmarks.ours import SEATS
from benchmarks.timing import Work, timed
from saleroom import games

STEPS = 100
"""Number of steps that every match takes in one piece of work."""


def vector(name: str, matches: int, steps: int = STEPS, threads: int | None = None) -> Work:
    """Take random legal actions in all matches.

    Observations and masks are written each step; ended episodes restart.
    """
    make = import_module("saleroom.envs.vector").make
    env: Any = make(name, num_envs=matches, seats=SEATS, seed=0, scope="match", threads=threads)
    env.reset()

    def work(_: int) -> tuple[int, float]:
        with timed() as watch:
            for _ in range(steps):
                env.step(env.sample())
        return steps * matches, watch.seconds

    return work


def predrawn(name: str, matches: int, seats: int = SEATS, batches: int = 1024) -> Work:
    """Measure by PufferLib's method: actions are drawn beforehand, so that only the steps are timed.

    Which actions are legal depends on the previous actions. A first run therefore draws the actions, and every timed
    run repeats them.
    """
    make = import_module("saleroom.envs.vector").make
    env: Any = make(name, num_envs=matches, seats=seats, seed=0, scope="deal")
    drawn = np.empty((batches, matches), np.int64)
    for actions in drawn:
        actions[:] = env.sample()
        env.step(actions)

    def work(_: int) -> tuple[int, float]:
        with timed() as watch:
            env.reset()
            for actions in drawn:
                env.step(actions)
        return batches * matches, watch.seconds

    return work


def learner(name: str, episodes: int, opponents: str = "house", batches: int = 64) -> Work:
    """Play the turns of one learner, which acts at random, among opponents in compiled code."""
    make = import_module("saleroom.envs.one_learner").make
    env: Any = make(name, episodes, opponents=opponents, seats=SEATS, seed=0)

    def work(_: int) -> tuple[int, float]:
        with timed() as watch:
            for _ in range(batches):
                env.step(env.sample())
        return batches * episodes, watch.seconds

    return work


def one_seat(name: str, steps: int = 200) -> Work:
    """Play one learner's turns at random in Saleroom's Gymnasium environment, which has one episode at a time."""
    import_module("saleroom.envs.gymnasium")
    gymnasium: Any = import_module("gymnasium")
    env: Any = gymnasium.make(f"saleroom/{games.load(name).environment_id}", seats=SEATS).unwrapped

    def work(seed: int) -> tuple[int, float]:
        env.reset(seed=seed)
        with timed() as watch:
            for _ in range(steps):
                if env.step(env.action_space.sample())[2]:
                    env.reset()
        return steps, watch.seconds

    return work


def cycle(name: str, maker: str = "env") -> Work:
    """Play deals in our PettingZoo environment."""
    return aec.player(getattr(import_module("saleroom.envs.pettingzoo"), maker)(name, seats=SEATS, scope="deal"))


def adapted(name: str) -> Work:
    """Play matches through our OpenSpiel adapter."""
    import_module("saleroom.envs.open_spiel")
    return spiel.player(f"saleroom_{name.replace('-', '_')}(seats={SEATS})")
