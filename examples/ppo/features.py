"""The features of `saleroom.envs.features`, computed by JAX."""

from __future__ import annotations

import jax
import jax.numpy as jnp

from saleroom.envs.features import Tables as Eyes
from saleroom.envs.features import tables_of
from saleroom.envs.terms import Terms

__all__ = ["Eyes", "eyes_of", "features"]


def eyes_of(terms: Terms) -> Eyes:
    """Return the look-up tables as JAX arrays."""
    return Eyes(*map(jnp.asarray, tables_of(terms)))


@jax.jit
def features(eyes: Eyes, rows: jax.Array) -> jax.Array:
    """Return the same features as `saleroom.envs.features.Features` does, shape (rows, questions + numbers).

    JAX can trace this function.
    """
    seat = rows[:, 0]
    said_yes = jnp.take_along_axis(rows, eyes.asked[seat], 1) == eyes.answer[seat]
    numbers = jnp.take_along_axis(rows, eyes.read[seat], 1).astype(jnp.float32)
    small = (numbers - eyes.low) / jnp.maximum(eyes.span, 1)
    large = jnp.sign(numbers) * jnp.log1p(jnp.abs(numbers)) / 4
    return jnp.concatenate([said_yes, jnp.where(eyes.span > 0, small, large)], 1)
