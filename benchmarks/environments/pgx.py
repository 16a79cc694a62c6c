"""Pgx's games on the CPU. All steps run inside one compiled scan, so that no step returns to Python."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from typing import Any

from benchmarks.timing import Work, timed

GAMES = ("leduc_holdem", "sparrow_mahjong")
STEPS = 10
"""Number of steps that every match takes in one piece of work."""
THREADS = 2
"""Number of threads, each with a part of the batch, because XLA does not spread such small kernels over cores."""


def player(name: str, matches: int, steps: int = STEPS) -> Work:
    """Take uniformly random legal actions, with Pgx's own wrapper that resets ended episodes."""
    jax: Any = import_module("jax")
    pgx: Any = import_module("pgx")
    env = pgx.make(name)
    roll = jax.jit(_roll(env, matches // THREADS, steps), donate_argnums=0)
    begin = jax.jit(lambda key: jax.vmap(env.init)(jax.random.split(key, matches // THREADS)))
    halves = [begin(jax.random.key(half)) for half in range(THREADS)]
    pool = ThreadPoolExecutor(THREADS)

    def one(half: int, seed: int) -> None:
        halves[half] = jax.block_until_ready(roll(halves[half], jax.random.fold_in(jax.random.key(seed), half)))

    def work(seed: int) -> tuple[int, float]:
        with timed() as watch:
            list(pool.map(one, range(THREADS), [seed] * THREADS))
        return steps * THREADS * (matches // THREADS), watch.seconds

    return work


def _roll(env: Any, matches: int, steps: int) -> Any:
    jax: Any = import_module("jax")
    auto_reset: Any = import_module("pgx.experimental.wrappers").auto_reset
    step = jax.vmap(auto_reset(env.step, env.init))

    def once(states: Any, key: Any) -> tuple[Any, None]:
        drawing, resetting = jax.random.split(key)
        return step(states, draw(drawing, states.legal_action_mask), jax.random.split(resetting, matches)), None

    return lambda states, key: jax.lax.scan(once, states, jax.random.split(key, steps))[0]


def draw(key: Any, masks: Any) -> Any:
    """Draw a uniformly random legal action for each match.

    One random number per match is cheaper than one per action.
    """
    jax: Any = import_module("jax")
    ranks = masks.astype("int32").cumsum(axis=1)
    wanted = (jax.random.uniform(key, (len(masks), 1)) * ranks[:, -1:]).astype("int32")
    return (ranks > wanted).argmax(axis=1)
