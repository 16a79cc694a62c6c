"""Arrays that begin where a cache line does; NumPy's own begin at any 16 bytes."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

LINE = 64
"""Bytes of a cache line."""


def aligned(shape: tuple[int, ...], dtype: Any, value: Any = 0) -> NDArray[Any]:
    """An array full of `value` that begins where a cache line does."""
    size = prod(shape) * np.dtype(dtype).itemsize
    memory = np.zeros(size + LINE, np.uint8)
    start = -memory.ctypes.data % LINE
    array = memory[start : start + size].view(dtype).reshape(shape)
    array[...] = value
    return array
