"""Scaling of observations to numbers from 0 to 1."""

from __future__ import annotations

import numpy as np

from saleroom.kernel.compile import entry


@entry
def scale_rows(rows, low, factor, scaled):
    """Write `(rows - low) * factor`, limited to 0 to 1, into `scaled`; all numbers but `rows` are 32-bit floats."""
    least, most = np.float32(0), np.float32(1)  # rounding errors of 32-bit floats can exceed them
    for i in range(rows.shape[0]):
        for j in range(rows.shape[1]):
            scaled[i, j] = min(max((np.float32(rows[i, j]) - low[j]) * factor[j], least), most)
