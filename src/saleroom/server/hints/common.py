"""What the reasons of several games share."""

from __future__ import annotations

import numpy as np

from saleroom.kernel.game import State
from saleroom.server.protocol.messages import Reason


def reason(key: str, **values: str | int) -> Reason:
    """A reason by its key, and what to fill in."""
    return {"key": f"hints.{key}", "values": values}


def one(view: State) -> np.ndarray:
    """A view as an array of one, which is what compiled rules take."""
    views = np.empty(1, view.dtype).view(np.recarray)
    views[0] = view
    return views


def about(number: float) -> str:
    """An estimate to the nearest half, such as ``2½``."""
    halves = max(0, round(2 * number))
    whole = str(halves // 2) if halves > 1 or not halves % 2 else ""
    return whole + ("½" if halves % 2 else "")
