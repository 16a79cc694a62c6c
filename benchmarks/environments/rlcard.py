"""RLCard's environments, stepped as in its own `run`, but without storing trajectories."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from benchmarks.environments.aec import matches
from benchmarks.timing import Work

GAMES = (
    "blackjack",
    "leduc-holdem",
    "limit-holdem",
    "no-limit-holdem",
    "doudizhu",
    "mahjong",
    "uno",
    "gin-rummy",
    "bridge",
)


def play(env: Any, draw: Callable[[], float]) -> int:
    """Play one match with the legal actions from the state; return the number of decisions."""
    state, _ = env.reset()
    made = 0
    while not env.is_over():
        legal = list(state["legal_actions"])
        state, _ = env.step(legal[int(draw() * len(legal))])
        made += 1
    return made


def player(name: str) -> Work:
    """Play uniformly at random, one match for each piece of work."""
    return matches(play, import_module("rlcard").make(name, config={"seed": 1}))
