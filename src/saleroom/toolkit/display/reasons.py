"""Reasons for an action: a message key of the client's and what to fill in.

The key stands among the messages of the game, or else among the common ones.
A value whose name is `card`, `cards`, `suit`, `tile`, `seat` or `made`, or ends like that after an underscore
(`led_suit`), is a code (`cards`: several, separated by spaces), which the client turns into words.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from typing_extensions import TypedDict

from saleroom.kernel.game import State


class Reason(TypedDict):
    """Why an action is a good one: a message of the client's, and what to fill in."""

    key: str
    values: dict[str, str | int]


Reasons = Iterator[Reason]


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
