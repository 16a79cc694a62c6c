"""Measure a network against bots: the same deals in every seat, one seat at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import numpy as np
from numpy.typing import NDArray

from ppo.features import Eyes
from ppo.learner import judge
from saleroom.envs import vector
from saleroom.envs.terms import Terms
from saleroom.envs.vector import Vector
from saleroom.envs.vector_players import Companions
from saleroom.statistics.estimates import Estimate, estimate

SEED = 1 << 200
"""Seed of the measurement's deals; no run trains on them."""
ENOUGH = 512
"""Number of episodes to estimate the spread of rewards."""

Chooser = Callable[[], NDArray[Any]]
"""A function that returns the mover's action in every episode of an environment."""
Made = Callable[[Vector, int], Chooser]
"""A function that creates a player for an environment, with a seed of its own."""


def house(name: str) -> Made:
    """Return one of the bots."""
    return lambda env, seed: Companions(env, name, seed).choose


def network(eyes: Eyes, params: Any) -> Made:
    """Return a network that takes its best action."""
    return lambda env, seed: lambda: np.asarray(_best(eyes, params, env.observations, env.masks))


@jax.jit
def _best(eyes: Eyes, params: Any, rows: Any, masks: Any) -> jax.Array:
    return judge(eyes, params, rows, masks)[0].argmax(1)


def environment(terms: Terms, episodes: int, seed: int) -> Vector:
    """Return `episodes` episodes under these terms."""
    options: dict[str, Any] = dict(terms.options)
    return vector.make(terms.game.name, episodes, terms.seats, seed, terms.scope, **options)


def edge(terms: Terms, one: Made, others: Made, deals: int) -> Estimate:
    """Return one player's lead over the mean of the others in an episode, with its 95 % interval.

    It plays the same deals in every seat, so that each deal counts as one number however many seats there are.
    """
    env = environment(terms, deals, SEED)
    ahead = np.zeros((terms.seats, deals))
    for seat in range(terms.seats):
        env.reset()
        scores = first_scores(env, seat, one(env, SEED + seat), others(env, SEED + terms.seats + seat))
        ahead[seat] = scores[:, seat] - np.delete(scores, seat, 1).mean(1)
    env.close()
    return estimate(ahead.mean(0))


def first_scores(env: Vector, seat: int, one: Chooser, others: Chooser) -> NDArray[np.float64]:
    """Return every seat's score of the first episode, one player in `seat`, another in the rest; (episodes, seats)."""
    scores = np.zeros(env.rewards.shape)
    running = np.ones(env.num_envs, bool)
    while running.any():
        env.step(np.where(env.movers == seat, one(), others()))
        scores += env.rewards * running[:, None]
        running &= ~env.ended
    return scores


def spread(terms: Terms) -> float:
    """Return the standard deviation of a seat's score in random play: the network's unit."""
    env = environment(terms, ENOUGH, SEED)
    at_random = house("random")(env, SEED)
    scores = first_scores(env, 0, at_random, at_random)
    env.close()
    return float(scores.std()) or 1.0
