"""Arrays aligned to cache lines; NumPy aligns its own arrays to 16 bytes only."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

LINE = 64
"""Size of a cache line in bytes."""


def aligned(shape: tuple[int, ...], dtype: Any, value: Any = 0) -> NDArray[Any]:
    """Return an array filled with `value`. Its memory begins at the start of a cache line."""
    size = prod(shape) * np.dtype(dtype).itemsize
    memory = np.zeros(size + LINE, np.uint8)
    start = -memory.ctypes.data % LINE
    array = memory[start : start + size].view(dtype).reshape(shape)
    array[...] = value
    return array
