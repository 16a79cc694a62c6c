"""Our environments as contestants, with default options."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from benchmarks.environments import aec, spiel
from benchmarks.ours import SEATS
from benchmarks.timing import Work, timed

STEPS = 100
"""Steps of every match in one piece of work."""


def vector(name: str, matches: int, steps: int = STEPS, threads: int | None = None) -> Work:
    """Uniform random legal actions, with observations and masks written before each; what has ended starts anew."""
    make = import_module("saleroom.envs.vector").make
    env: Any = make(name, num_envs=matches, seats=SEATS, seed=0, scope="match", threads=threads)
    env.reset()

    def work(_: int) -> tuple[int, float]:
        with timed() as watch:
            for _ in range(steps):
                env.step(env.sample())
        return steps * matches, watch.seconds

    return work


def cycle(name: str, maker: str = "env") -> Work:
    """Deals of the AEC environment."""
    return aec.player(getattr(import_module("saleroom.envs.pettingzoo"), maker)(name, seats=SEATS, scope="deal"))


def adapted(name: str) -> Work:
    """Matches through OpenSpiel."""
    import_module("saleroom.envs.open_spiel")
    return spiel.player(f"saleroom_{name.replace('-', '_')}(seats={SEATS})")
