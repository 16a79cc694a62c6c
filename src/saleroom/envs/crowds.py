"""The arrays in which episodes lie."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from saleroom.envs.terms import Terms
from saleroom.kernel.episodes import NO_ENTRY, Crowd
from saleroom.kernel.fields import NO_SEAT

LINE = 64  # bytes


def shared(shape: tuple[int, ...], dtype: type, value: int = 0) -> NDArray[Any]:
    """An array full of `value` that begins where a line of the cache does; else JAX copies what DLPack hands it."""
    size = prod(shape) * np.dtype(dtype).itemsize
    room = np.zeros(size + LINE, np.uint8)
    start = -room.ctypes.data % LINE
    array = room[start : start + size].view(dtype).reshape(shape)
    array[:] = value
    return array


def crowd_of(terms: Terms, count: int, history: int) -> Crowd:
    """The arrays of so many episodes."""
    states = terms.game.blank(count, terms.options, terms.seats)
    raw = states.view(np.uint64).reshape(count, -1)
    actions, seats, layout = terms.actions, terms.seats, terms.layout
    return Crowd(
        states=states,
        raw=raw,
        blank=raw[0].copy(),
        rng=np.zeros(count, np.uint64),
        base=np.zeros((count, seats), np.int32),
        observations=shared((count, layout.size), np.int32),
        legal=np.zeros((count, 6), np.uint64),
        masks=shared((count, actions), np.uint8),
        movers=shared((count,), np.int32, NO_SEAT),
        rewards=shared((count, seats), np.float32),
        ended=shared((count,), np.bool_),
        history=shared((count, history, 2), np.int32, NO_ENTRY),
        written=np.zeros(count, np.int32),
        cases=np.zeros(count, np.int64),
        last=np.zeros_like(raw),
    )


def packed(crowd: Crowd) -> dict[str, NDArray[Any]]:
    """The arrays by name, without the one that is another's memory: what a pickle holds."""
    return {name: array for name, array in crowd._asdict().items() if name != "raw"}


def unpack(crowd: Crowd, arrays: dict[str, NDArray[Any]]) -> None:
    """Write into a crowd of the same terms what was packed."""
    for name, array in arrays.items():
        getattr(crowd, name)[...] = array
