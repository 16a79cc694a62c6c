"""Measure a network against bots. The network plays the same deals in every seat, one seat at a time."""

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
from saleroom.envs.vector_players import VectorPlayers
from saleroom.statistics.estimates import Estimate, estimate

SEED = 1 << 200
"""Seed of the deals for measurements. No training run uses these deals."""
ENOUGH = 512
"""Number of episodes to estimate the spread of rewards."""

Chooser = Callable[[], NDArray[Any]]
"""Function that returns the mover's action in every episode of an environment."""
Made = Callable[[Vector, int], Chooser]
"""Function that takes an environment and a seed, and returns a player."""


def house(name: str) -> Made:
    """Return a function that creates the bot with the given name."""
    return lambda env, seed: VectorPlayers(env, name, seed).choose


def network(eyes: Eyes, params: Any) -> Made:
    """Return a function that creates a player which takes the network's best action."""
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

    The player plays each deal in every seat. The mean over the seats is one observation.
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
    """Play one episode at each index, with `one` in `seat` and `others` in the other seats; return the scores, shape
    (episodes, seats).
    """
    scores = np.zeros(env.rewards.shape)
    running = np.ones(env.num_envs, bool)
    while running.any():
        env.step(np.where(env.movers == seat, one(), others()))
        scores += env.rewards * running[:, None]
        running &= ~env.ended
    return scores


def spread(terms: Terms) -> float:
    """Return the standard deviation of a seat's score in random play, which is the unit of the network's rewards."""
    env = environment(terms, ENOUGH, SEED)
    at_random = house("random")(env, SEED)
    scores = first_scores(env, 0, at_random, at_random)
    env.close()
    return float(scores.std()) or 1.0
