"""Seeds and generators that callers pass, and their conversion to bytes or to a generator's state."""

from __future__ import annotations

import hashlib
import secrets
from random import Random
from typing import Any

import numpy as np

from saleroom.kernel.numbers import whole
from saleroom.kernel.options import shown

Seed = int | str | bytes | None
Rng = np.random.Generator | Random | int | None


def seed_bytes(seed: Seed) -> bytes:
    """Return a seed of 32 bytes.

    `None` gives a random seed; an integer becomes 32 bytes, big-endian; a string has 64 hex digits.
    """
    if seed is None:
        return secrets.token_bytes(32)
    if isinstance(seed, bytes) and len(seed) == 32:
        return seed
    if isinstance(seed, str) and len(seed) == 64 and all(c in "0123456789abcdef" for c in seed):
        return bytes.fromhex(seed)
    number = whole(seed)
    if number is not None and 0 <= number < 1 << 256:
        return number.to_bytes(32, "big")
    raise ValueError(f"a seed is a number from 0 to 2^256 - 1 or 64 lower-case hex digits, not {shown(seed)}")


def dice_of(rng: Rng) -> Any:
    """Return a state for the fast generator, from a generator or a number; for `None`, return a random state."""
    if isinstance(rng, Random):
        rng = rng.getrandbits(64)
    if isinstance(rng, np.random.Generator):
        return rng.integers(1 << 64, size=1, dtype=np.uint64)
    number = secrets.randbits(64) if rng is None else whole(rng)
    if number is None:
        raise ValueError(f"a generator is one of NumPy or of Python, or a number, not {shown(rng)}")
    return np.array([number % (1 << 64)], np.uint64)


def batch_seeds(seed: Seed, count: int, start: int = 0) -> list[bytes]:
    """Return the seeds of `count` matches, beginning with match number `start`.

    The seed of a match is SHA-256 of `seed` and the match's number (8 bytes, big-endian).
    """
    key = seed_bytes(seed)
    return [hashlib.sha256(key + number.to_bytes(8, "big")).digest() for number in range(start, start + count)]


def public_id(seed: bytes, number: int = 0) -> str:
    """Return an id for play `number` with the cards of `seed`, which shows neither the cards nor that they repeat."""
    return hashlib.sha256(b"id" + seed + number.to_bytes(8, "big")).hexdigest()[:16]


Seeds = Seed | list[Any] | tuple[Any, ...]
"""One seed for a batch of episodes, or a list or tuple with the seed of each episode."""


def fixed_seeds(seeds: Seeds, count: int) -> bytes | list[bytes]:
    """Return one seed as bytes, or `count` seeds in a list or tuple as a list of bytes. Raise `ValueError` if the list
    has another length.
    """
    if not isinstance(seeds, (list, tuple)):
        return seed_bytes(seeds)
    if len(seeds) != count:
        raise ValueError(f"{count} episodes need as many seeds, not {len(seeds)}")
    return [seed_bytes(each) for each in seeds]


def seeds_of_episodes(seeds: Seeds, count: int) -> list[bytes]:
    """Return the seed of each of `count` episodes; raise `ValueError` as `fixed_seeds` does."""
    fixed = fixed_seeds(seeds, count)
    return fixed if isinstance(fixed, list) else batch_seeds(fixed, count)


class ResetSeeds:
    """Seeds of the matches that an environment begins, one after another.

    Entropy is drawn only when the first match without a seed begins. Copies of an environment that was never seeded or
    reset therefore play different matches, even if they run in different processes.
    """

    def __init__(self) -> None:
        self._key: bytes | None = None
        self._number = 0

    def next(self, seed: Seed = None) -> bytes:
        """Return `seed` as bytes.

        If it is `None`, return the next seed of the batch that the last given seed started.
        """
        if seed is not None:
            self._key, self._number = seed_bytes(seed), 0
            return self._key
        self._key = self._key or seed_bytes(None)
        self._number += 1
        return batch_seeds(self._key, 1, self._number)[0]
