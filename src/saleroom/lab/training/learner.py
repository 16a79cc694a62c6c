"""Learner: a net with float weights that learns from labels how many points each option of a decision will score.

For each decision, the net learns the options' scores minus their mean, because luck that affects all options equally
does not matter. It has the same layers as `saleroom.bots.compiled.nets`. Weights are clipped to the range of the
integer weights of that module.
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
"""Decay factor per step of the weights' moving average."""

OPTIMISER = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(1.0))
"""Optimiser with learning rate 1; `step` multiplies the optimiser's update by the actual learning rate."""


class Learner(NamedTuple):
    """State of the learner."""

    params: Any
    """Weights, by name."""
    moments: Any
    """State of the optimiser."""
    average: Any
    """Moving average of the weights over recent steps, which plays better than the weights of a single step."""
    steps: Any
    """Number of steps."""


def beginner(features: NetFeatures, seed: int, weights: Weights | None = None) -> Learner:
    """Return a learner with the given weights or, by default, with random weights.

    Random weights put about half of the activations strictly between 0 and 1.
    """
    if weights is not None:
        return _learner(fractions(weights))
    rng = np.random.default_rng(seed)
    spread = {"first": 0.06, "second": 0.1, "last": 0.05}
    middle = {"first_bias": 0.3, "second_bias": 0.3}
    drawn = {
        name: rng.normal(middle.get(name, 0.0), spread.get(name, 0.0), shape)
        for name, shape in shapes(features).items()
    }
    return _learner(drawn)


def _learner(weights: Mapping[str, Any]) -> Learner:
    params = {name: jnp.asarray(array, jnp.float32) for name, array in weights.items()}
    return Learner(params, OPTIMISER.init(params), params, jnp.zeros((), jnp.int32))


def flags(ids: Any, size: int) -> jax.Array:
    """Return rows of `size` zeroes and ones from rows of indexes.

    Multiplying by such rows is faster than gathering the weights by index.
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
    """Return the weighted mean squared error of the options' values.

    Each value is relative to the mean over the options.
    """
    there = jnp.arange(batch.scores.shape[1]) < batch.options[:, None]
    error = jnp.where(there, values(params, batch) - batch.scores, 0)
    error -= jnp.where(there, error.sum(1, keepdims=True) / batch.options[:, None], 0)
    return (batch.weights * (error**2).sum(1)).sum() / (batch.weights * there.sum(1)).sum()


@jax.jit
def step(learner: Learner, batch: Batch, rate: Any) -> tuple[Learner, jax.Array]:
    """Perform one optimisation step; return the new learner and the loss before the step."""
    lost, slope = jax.value_and_grad(loss)(learner.params, batch)
    change, moments = OPTIMISER.update(slope, learner.moments, learner.params)
    params = jax.tree.map(lambda old, by: jnp.clip(old + rate * by, -LIMIT, LIMIT), learner.params, change)
    steps = learner.steps + 1
    decay = jnp.minimum(MEMORY, 1 - 1 / steps)  # faster at first, so that even a short run forgets its initial weights
    average = jax.tree.map(lambda old, new: decay * old + (1 - decay) * new, learner.average, params)
    return Learner(params, moments, average, steps), lost


def learn(learner: Learner, batches: Iterable[Batch], rate: float) -> tuple[Learner, float]:
    """Perform a step on each batch; return the new learner and the mean loss."""
    lost = []
    for batch in batches:
        learner, error = step(learner, batch, rate)
        lost.append(error)
    return learner, float(np.mean(lost))


def weights_of(params: Any) -> dict[str, np.ndarray]:
    """Return the weights as NumPy arrays, by name."""
    return {name: np.asarray(array) for name, array in params.items()}
