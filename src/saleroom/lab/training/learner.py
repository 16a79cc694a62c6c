"""The learner: a float net, which learns from labels the values of a decision's options.

It learns the scores of the options less their mean: a seat's luck is irrelevant to its choice. The layers are those of
`saleroom.bots.compiled.nets`; weights are clipped to the range of its integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from saleroom.bots.compiled.nets import LIMIT
from saleroom.bots.nets.weights import Weights, fractions, shapes
from saleroom.lab.training.replay_buffer import Batch
from saleroom.toolkit.package import NetFeatures

BATCH = 1024
MEMORY = 0.999
"""Decay of the average of the weights at each step."""

OPTIMISER = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(1.0))
"""For a learning rate of 1; the actual rate is applied at each step."""


class Learner(NamedTuple):
    """The state of the learner."""

    params: Any
    """The weights, by name."""
    moments: Any
    """State of the optimiser."""
    average: Any
    """The weights, averaged over the last steps: the average plays better than any of them."""
    steps: Any
    """Number of steps."""


def beginner(features: NetFeatures, seed: int, weights: Weights | None = None) -> Learner:
    """Return a learner with these weights, or with random ones for which about half of the activations are not 0 or
    1.
    """
    if weights is not None:
        return _learner(fractions(weights))
    chance = np.random.default_rng(seed)
    spread = {"first": 0.06, "second": 0.1, "last": 0.05}
    middle = {"first_bias": 0.3, "second_bias": 0.3}
    drawn = {
        name: chance.normal(middle.get(name, 0.0), spread.get(name, 0.0), shape)
        for name, shape in shapes(features).items()
    }
    return _learner(drawn)


def _learner(weights: Mapping[str, Any]) -> Learner:
    params = {name: jnp.asarray(array, jnp.float32) for name, array in weights.items()}
    return Learner(params, OPTIMISER.init(params), params, jnp.zeros((), jnp.int32))


def flags(ids: Any, size: int) -> jax.Array:
    """Return rows of `size` zeroes and ones from rows of indexes. A product with these is faster than gathering
    rows.
    """
    rows = jnp.arange(len(ids))[:, None]
    return jnp.zeros((len(ids), size + 1)).at[rows, jnp.where(ids < 0, size, ids)].add(1.0)[:, :size]


def values(params: Any, batch: Batch) -> jax.Array:
    """Return the values of the options, shape (rows, options)."""
    active = flags(batch.features, len(params["first"]))
    first = jnp.clip(active @ params["first"] + params["first_bias"], 0, 1)
    second = jnp.clip(first @ params["second"].T + params["second_bias"], 0, 1)
    of_parts = second @ params["last"].T + params["last_bias"]
    of_parts = jnp.concatenate([of_parts, jnp.zeros((len(of_parts), 1))], 1)
    parts = jnp.where(batch.parts < 0, len(params["last"]), batch.parts).reshape(len(of_parts), -1)
    chosen = jnp.take_along_axis(of_parts, parts, 1)
    return chosen.reshape(batch.parts.shape).sum(2)


def loss(params: Any, batch: Batch) -> jax.Array:
    """Return the weighted mean squared error of the differences between options."""
    there = jnp.arange(batch.scores.shape[1]) < batch.options[:, None]
    error = jnp.where(there, values(params, batch) - batch.scores, 0)
    error -= jnp.where(there, error.sum(1, keepdims=True) / batch.options[:, None], 0)
    return (batch.weights * (error**2).sum(1)).sum() / (batch.weights * there.sum(1)).sum()


@jax.jit
def step(learner: Learner, batch: Batch, rate: Any) -> tuple[Learner, jax.Array]:
    """Do one step; return the learner and the loss before it."""
    lost, slope = jax.value_and_grad(loss)(learner.params, batch)
    change, moments = OPTIMISER.update(slope, learner.moments, learner.params)
    params = jax.tree.map(lambda old, by: jnp.clip(old + rate * by, -LIMIT, LIMIT), learner.params, change)
    steps = learner.steps + 1
    decay = jnp.minimum(MEMORY, 1 - 1 / steps)  # a short run forgets its beginning too
    average = jax.tree.map(lambda old, new: decay * old + (1 - decay) * new, learner.average, params)
    return Learner(params, moments, average, steps), lost


def learn(learner: Learner, batches: Iterable[Batch], rate: float) -> tuple[Learner, float]:
    """Do a step on each batch; return the learner and the mean loss."""
    lost = []
    for batch in batches:
        learner, error = step(learner, batch, rate)
        lost.append(error)
    return learner, float(np.mean(lost))


def weights_of(params: Any) -> dict[str, np.ndarray]:
    """Return weights as NumPy arrays."""
    return {name: np.asarray(array) for name, array in params.items()}
