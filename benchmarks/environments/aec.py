"""Driver for PettingZoo's agent-environment cycle (AEC), used for its own environments and for Saleroom's."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

from benchmarks.timing import Work, timed


def play(env: Any, draw: Callable[[], float]) -> int:
    """Play one match with masked random actions.

    Return the number of decisions. Steps of finished agents do not count.
    """
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
    """Return work that plays random matches, one per call.

    Resets get no seed: seeding would slow down RLCard's games.
    """
    env.reset(seed=1)
    return matches(play, env)


def matches(once: Callable[[Any, Callable[[], float]], int], env: Any) -> Work:
    """Return work that plays one match per call.

    `once` plays the match, and gets the environment and a function for random numbers.
    """

    def work(seed: int) -> tuple[int, float]:
        draw = Random(seed).random
        with timed() as watch:
            made = once(env, draw)
        return made, watch.seconds

    return work


def holdem(maker: str = "env") -> Work:
    """Play PettingZoo's limit hold'em, with its checks (`env`) or without them (`raw_env`)."""
    return player(getattr(import_module("pettingzoo.classic.texas_holdem_v4"), maker)())
