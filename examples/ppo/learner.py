"""Policy gradients for one network that plays all seats of general-sum games with hidden hands.

The input is the view of the seat to move. The outputs are the probabilities of that seat's legal actions, and the
seat's expected score from now on. Each seat's own decisions form a trajectory, and the actions of other seats in
between are part of the seat's environment.

Two methods limit how far an update changes the policy:

- Proximal policy optimisation clips the ratio of probabilities (Schulman and others, "Proximal policy optimization
  algorithms", 2017).
- Magnetic mirror descent has a penalty for the divergence from the policy that drew the actions, and one for the
  divergence from the uniform policy, which is the entropy (Sokota and others, "A unified approach to reinforcement
  learning, quantal response equilibria, and two-player zero-sum games", 2023).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax
from numpy.typing import NDArray

from ppo.features import Eyes, features
from saleroom.envs import trajectories
from saleroom.envs.vector import Vector

CLIP = 0.2  # clipping range of the probability ratio
VALUE = 0.1  # weight of the value's error, relative to the policy's loss; a larger one harms the shared layers
LEAST_ENTROPY = 0.01  # weight of the entropy at the end
NEVER = -1e9  # the logit of an illegal action

OPTIMISER = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(1.0))
"""Optimiser with learning rate 1; `improve` multiplies each update by the actual learning rate."""


class Learner(NamedTuple):
    """State of the learner."""

    params: Any
    """Weights and biases of every layer. The last layer gives a logit for each action, and the value."""
    moments: Any
    """State of the optimiser."""


class Restraint(NamedTuple):
    """Weights of the terms of the loss that keep the policy from changing too far or too fast."""

    entropy: Any
    """Weight of the entropy, which keeps actions from becoming impossible."""
    divergence: Any
    """Weight of the divergence from the policy that drew the actions; 0 for clipped ratios in its place."""


class Decisions(NamedTuple):
    """Decisions to learn from, with one row for each decision."""

    rows: Any
    """(rows, size) int32: observations of the seat that decides."""
    masks: Any
    """(rows, actions) bool: legal actions of the seat that decides."""
    actions: Any
    """(rows,): actions that the seats chose."""
    chances: Any
    """(rows,): log-probability of each action under the network that drew it."""
    gains: Any
    """(rows,): advantages of the actions."""
    returns: Any
    """(rows,): returns, in units of the reward's scale."""


# The network


def beginner(seed: int, eyes: Eyes, actions: int, hidden: int = 256) -> Learner:
    """Return an untrained network, for which all legal actions are about equally likely and expected scores about 0."""
    chance = np.random.default_rng(seed)
    widths = eyes.asked.shape[1] + eyes.read.shape[1], hidden, hidden, actions + 1
    sizes = [(2 / fan_in) ** 0.5 for fan_in in widths[:-1]]  # He and others, 2015
    sizes[-1] *= 0.01
    weights = [chance.normal(0, size, ends) for size, ends in zip(sizes, pairwise(widths), strict=True)]
    params = [(jnp.asarray(each, jnp.float32), jnp.zeros(each.shape[1])) for each in weights]
    return Learner(params, OPTIMISER.init(params))


def judge(eyes: Eyes, params: Any, rows: Any, masks: Any) -> tuple[jax.Array, jax.Array]:
    """Return the log-probability of each action, shape (rows, actions), and the value of each row."""
    x = features(eyes, rows)
    for weights, bias in params[:-1]:
        x = jax.nn.relu(x @ weights + bias)
    weights, bias = params[-1]
    x = x @ weights + bias
    return jax.nn.log_softmax(jnp.where(masks, x[:, :-1], NEVER)), x[:, -1]


@jax.jit
def choose(
    eyes: Eyes, params: Any, rows: Any, masks: Any, key: Any, turn: Any
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """Draw an action for each row; return the actions, their log-probabilities, and the values of the rows."""
    chances, values = judge(eyes, params, rows, masks)
    actions = jax.random.categorical(jax.random.fold_in(key, turn), chances)
    return actions, jnp.take_along_axis(chances, actions[:, None], 1)[:, 0], values


# Self-play


class Played(NamedTuple):
    """Some steps of every episode. All arrays have the shape (steps, episodes, …)."""

    rows: NDArray[np.int32]
    masks: NDArray[np.bool_]
    movers: NDArray[np.int32]
    actions: NDArray[np.int32]
    chances: NDArray[np.float32]
    values: NDArray[np.float32]
    """Expected return of the mover."""
    rewards: NDArray[np.float32]
    """(steps, episodes, seats): every seat's reward in each step."""
    ended: NDArray[np.bool_]
    """Whether the step ended the episode."""


def play(env: Vector, eyes: Eyes, params: Any, key: Any, steps: int, scale: float) -> Played:
    """Play `steps` steps in every episode, with the network in all seats. Rewards are in units of `scale`."""
    kept = []
    for turn in range(steps):
        rows, masks, movers = env.observations.copy(), env.masks.copy(), env.movers.copy()
        actions, chances, values = map(np.asarray, choose(eyes, params, rows, masks, key, turn))
        env.step(actions)
        kept.append((rows, masks, movers, actions, chances, values, env.rewards / scale, env.ended.copy()))
    return Played(*(np.stack(column) for column in zip(*kept, strict=True)))


def taught(played: Played, trust: float) -> Decisions:
    """Return the decisions that have a known outcome and had more than one legal action."""
    gains, known = advantages(played, trust)
    picked = known & (played.masks.sum(-1) > 1)
    seen = played.rows[picked], played.masks[picked]
    returns = gains + played.values
    return Decisions(*seen, played.actions[picked], played.chances[picked], gains[picked], returns[picked])


def advantages(played: Played, trust: float) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return the undiscounted advantage of each decision, and whether the advantage is known yet."""
    told = trajectories.credit(played.movers, played.rewards, played.ended)
    return trajectories.advantages(told, played.values, trust), told.known


# Learning


def loss(
    params: Any, eyes: Eyes, batch: Decisions, previous: Any, restraint: Restraint
) -> tuple[jax.Array, dict[str, jax.Array]]:
    """Return the loss on a batch, and figures about the progress of learning.

    `previous` are the parameters of the network that drew the actions.
    """
    chances, values = judge(eyes, params, batch.rows, batch.masks)
    gains = (batch.gains - batch.gains.mean()) / (batch.gains.std() + 1e-6)
    ratio = jnp.exp(jnp.take_along_axis(chances, batch.actions[:, None], 1)[:, 0] - batch.chances)
    clipped = jnp.minimum(ratio * gains, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gains).mean()
    former = jax.lax.stop_gradient(judge(eyes, previous, batch.rows, batch.masks)[0])
    divergence = (jnp.exp(chances) * jnp.where(batch.masks, chances - former, 0)).sum(1).mean()
    mirrored = (ratio * gains).mean() - restraint.divergence * divergence
    policy = -jnp.where(restraint.divergence > 0, mirrored, clipped)
    # The value's error is divided by the variance of returns, because this variance falls as play improves.
    value = jnp.square(values - batch.returns).mean() / (batch.returns.var() + 1e-6)
    entropy = -(jnp.exp(chances) * jnp.where(batch.masks, chances, 0)).sum(1).mean()
    figures = {"value_error": value, "entropy": entropy, "divergence": divergence}
    return policy + VALUE * value - restraint.entropy * entropy, figures


@jax.jit
def improve(
    eyes: Eyes, learner: Learner, batch: Decisions, rate: Any, previous: Any, restraint: Restraint
) -> tuple[Learner, dict[str, jax.Array]]:
    """Do one gradient step on a batch; return the new learner, and figures about its progress."""
    slope, figures = jax.grad(loss, has_aux=True)(learner.params, eyes, batch, previous, restraint)
    steps, moments = OPTIMISER.update(slope, learner.moments)
    params = jax.tree.map(lambda value, step: value + rate * step, learner.params, steps)
    return Learner(params, moments), figures


def batches(decisions: Decisions, size: int, rounds: int, chance: np.random.Generator) -> Iterator[Decisions]:
    """In each round, yield all decisions in a new order, in batches of the same size. Leave out an incomplete batch."""
    count = len(decisions.actions)
    for _ in range(rounds):
        order = chance.permutation(count)
        for start in range(0, count - size + 1, size):
            picked = order[start : start + size]
            yield Decisions(*(column[picked] for column in decisions))
