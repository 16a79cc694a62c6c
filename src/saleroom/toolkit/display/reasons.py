"""Reasons for an action; each is a message key of the client and its parameters.

The key is in the game's messages or in the common messages. Some parameters are codes that the client turns into words.
Their names are `card`, `cards`, `suit`, `tile`, `seat` or `made`, or end with an underscore and one of these names,
such as `led_suit`. A parameter `cards` has several codes, separated by spaces.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from typing_extensions import TypedDict

from saleroom.kernel.game import State


class Reason(TypedDict):
    """Reason for an action: a message key of the client and its parameters."""

    key: str
    values: dict[str, str | int]


Reasons = Iterator[Reason]


def reason(key: str, **values: str | int) -> Reason:
    """Return a reason with the message key `key` and the parameters `values`."""
    return {"key": f"hints.{key}", "values": values}


def one(view: State) -> np.ndarray:
    """Return an array that contains only `view`, because compiled rules take arrays."""
    views = np.empty(1, view.dtype).view(np.recarray)
    views[0] = view
    return views


def about(number: float) -> str:
    """Return an estimate as text, rounded to the nearest half, such as ``2½``."""
    halves = max(0, round(2 * number))
    whole = str(halves // 2) if halves > 1 or not halves % 2 else ""
    return whole + ("½" if halves % 2 else "")
