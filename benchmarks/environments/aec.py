"""PettingZoo's agent-environment cycle: one driver for every environment, theirs and ours."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

from benchmarks.timing import Work, timed


def play(env: Any, draw: Callable[[], float]) -> int:
    """Play one match by the masks; return the number of decisions, without the steps that dismiss finished agents."""
    env.reset()
    made = 0
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        legal = observation["action_mask"].nonzero()[0]
        env.step(int(legal[int(draw() * len(legal))]))
        made += 1
    return made


def player(env: Any) -> Work:
    """Play uniformly at random, one match for each piece of work. A seed at every reset would slow down RLCard's
    games.
    """
    env.reset(seed=1)
    return matches(play, env)


def matches(once: Callable[[Any, Callable[[], float]], int], env: Any) -> Work:
    """Return one match for each piece of work; `once` gets the environment and an RNG of its own."""

    def work(seed: int) -> tuple[int, float]:
        draw = Random(seed).random
        with timed() as watch:
            made = once(env, draw)
        return made, watch.seconds

    return work


def holdem(maker: str = "env") -> Work:
    """Play PettingZoo's limit hold'em: `env` with its checks, `raw_env` without."""
    return player(getattr(import_module("pettingzoo.classic.texas_holdem_v4"), maker)())
