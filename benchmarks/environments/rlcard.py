"""RLCard's environments, stepped as its own `run` does but without keeping trajectories."""

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
    """One match; how many decisions were made. The state tells what is legal."""
    state, _ = env.reset()
    made = 0
    while not env.is_over():
        legal = list(state["legal_actions"])
        state, _ = env.step(legal[int(draw() * len(legal))])
        made += 1
    return made


def player(name: str) -> Work:
    """Uniform random play, one match for each piece of work."""
    return matches(play, import_module("rlcard").make(name, config={"seed": 1}))
