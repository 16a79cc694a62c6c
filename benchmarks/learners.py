"""Speed of learners on Saleroom's environments, in steps of the learner per second.

    .venv/outside/bin/python -m benchmarks.learners

MaskablePPO from sb3-contrib collects its steps either in `OneSeatVecEnv` or in single Gymnasium environments. Both
variants learn from the same number of steps in each update. Collecting and learning alternate within a round, and the
variants take turns. They are compared with `examples/train_ppo_torch.py` and `examples/train_ppo.py` (JAX). In
`train_ppo.py`, one network plays all seats, and the decisions of every seat count as steps. `make outside` installs the
dependencies.
"""

# pyright: reportMissingImports=false
from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import gymnasium
import jax
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import DummyVecEnv

import saleroom.envs.gymnasium  # noqa: F401
from saleroom.envs import one_learner, vector
from saleroom.envs.features import Features
from saleroom.envs.stable_baselines import OneSeatVecEnv
from saleroom.envs.terms import Terms
from saleroom.games import load

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))
import train_ppo
import train_ppo_torch as single_file
from ppo import learner as self_play
from ppo.features import eyes_of

STEPS, SINGLE = 8192, 8  # steps of the learner per update; number of single environments in parallel, as in SB3's guide
HIDDEN = 64  # units in each of two layers, as in SB3's own network
Turn = Callable[[], tuple[float, float]]
"""Function that collects and learns once, and returns the seconds for collecting and for learning."""


def main(given: list[str] | None = None) -> None:
    """Measure all learners and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.learners", description="Measure learners.")
    parser.add_argument("game", nargs="?", default="auction-pitch")
    parser.add_argument("--rounds", type=int, default=5, help="how often all have their turn; medians count")
    parser.add_argument("--envs", type=int, default=1024, help="episodes of the vector environment")
    asked = parser.parse_args(given)
    torch.set_num_threads(1)
    on_one_core()
    turns = {
        "MaskablePPO, single environments": stable_baselines(single(asked.game), STEPS // SINGLE),
        "MaskablePPO, OneSeatVecEnv": stable_baselines(one_seat(asked.game, asked.envs), STEPS // asked.envs),
        "PyTorch in one file": torch_alone(asked.game, asked.envs),
        "JAX, all seats": jax_self_play(asked.game, asked.envs),
    }
    took: dict[str, list[tuple[float, float]]] = {name: [] for name in turns}
    for turn in range(asked.rounds + 1):
        for name, once in turns.items():
            seconds = once()
            if turn:  # the first round is a warm-up
                took[name].append(seconds)
    show(asked.game, took)


def on_one_core() -> None:
    """Restrict the process to one core if the system allows it, because JAX has no option for this."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def single(game: str) -> DummyVecEnv:
    """Return SB3's vector of single environments, stepped one after another in this process."""
    name = f"saleroom/{load(game).environment_id}"
    return DummyVecEnv([partial(gymnasium.make, name, opponents="house") for _ in range(SINGLE)])


def one_seat(game: str, envs: int) -> OneSeatVecEnv:
    """Return our vector environment, on one thread like the single environments."""
    return OneSeatVecEnv(game, envs, opponents="house", threads=1)


def stable_baselines(env: Any, steps: int) -> Turn:
    """Return Stable-Baselines3's learner on `env`. Its settings are the same for both kinds of environment."""
    model = MaskablePPO("MlpPolicy", env, n_steps=steps, batch_size=1024, n_epochs=3, seed=0, device="cpu")
    _, callback = model._setup_learn(10**9, None)

    def once() -> tuple[float, float]:
        begun = time.perf_counter()
        model.collect_rollouts(model.env, callback, model.rollout_buffer, steps)
        collected = time.perf_counter()
        model.train()
        return collected - begun, time.perf_counter() - collected

    return once


def torch_alone(game: str, envs: int) -> Turn:
    """Return the training loop of `train_ppo_torch.py`."""
    env = one_learner.make(game, envs, seat=None, opponents="house", threads=1, seed=0)
    features = Features(env.terms)
    net = single_file.Net(features.size, env.terms.actions, HIDDEN)
    optimiser = torch.optim.Adam(net.parameters(), single_file.RATE)

    def once() -> tuple[float, float]:
        begun = time.perf_counter()
        played, last = single_file.collect(env, features, net, STEPS // envs, 1.0, single_file.AIMS["score"])
        collected = time.perf_counter()
        single_file.learn(net, optimiser, played, last)
        return collected - begun, time.perf_counter() - collected

    return once


def jax_self_play(game: str, envs: int) -> Turn:
    """Return the training loop of `train_ppo.py`."""
    terms, key, chance = Terms.of(game), jax.random.key(0), np.random.default_rng(0)
    env = vector.make(game, envs, scope="deal", threads=1, seed=0)
    eyes = eyes_of(terms)
    kept = self_play.beginner(0, eyes, terms.actions, HIDDEN)

    def once() -> tuple[float, float]:
        nonlocal kept
        begun = time.perf_counter()
        played = self_play.play(env, eyes, kept.params, key, STEPS // envs, 1.0)
        collected = time.perf_counter()
        taught = self_play.taught(played, train_ppo.TRUST)
        for batch in self_play.batches(taught, 1024, train_ppo.ROUNDS, chance):
            kept, _ = self_play.improve(eyes, kept, batch, train_ppo.RATE)
        jax.block_until_ready(kept.params)
        return collected - begun, time.perf_counter() - collected

    return once


def show(game: str, took: dict[str, list[tuple[float, float]]]) -> None:
    """Print for each learner its steps per second, without and with learning, and the ratio to the first line."""
    rates = {
        name: (STEPS / median(one for one, _ in rounds), STEPS / median(sum(both) for both in rounds))
        for name, rounds in took.items()
    }
    first = next(iter(rates.values()))
    print(f"{game}, learner steps a second, one core, medians of {len(next(iter(took.values())))} rounds")
    for name, (collecting, together) in rates.items():
        ratios = f"({collecting / first[0]:.1f} x)", f"({together / first[1]:.1f} x)"
        print(f"{name:34} collecting {collecting:10,.0f} {ratios[0]:9} with learning {together:9,.0f} {ratios[1]}")


if __name__ == "__main__":
    main()
