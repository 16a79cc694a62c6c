"""Reasons for an action: a message key of the client and its parameters.

The key is in the messages of the game, or else in the common ones. A value whose name is `card`, `cards`, `suit`,
`tile`, `seat` or `made`, or ends with one of these after an underscore (`led_suit`), is a code, which the client turns
into words. `cards` has several codes, separated by spaces.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from typing_extensions import TypedDict

from saleroom.kernel.game import State


class Reason(TypedDict):
    """Reason for an action: a message of the client and its parameters."""

    key: str
    values: dict[str, str | int]


Reasons = Iterator[Reason]


def reason(key: str, **values: str | int) -> Reason:
    """Return a reason by its key, with its parameters."""
    return {"key": f"hints.{key}", "values": values}


def one(view: State) -> np.ndarray:
    """Return a view as an array of one, the argument of compiled rules."""
    views = np.empty(1, view.dtype).view(np.recarray)
    views[0] = view
    return views


def about(number: float) -> str:
    """Round an estimate to the nearest half, such as ``2½``."""
    halves = max(0, round(2 * number))
    whole = str(halves // 2) if halves > 1 or not halves % 2 else ""
    return whole + ("½" if halves % 2 else "")
