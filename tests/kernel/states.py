"""States with only a few fields, which rules can use like a record."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from saleroom.kernel.cards import NUMBERS
from saleroom.kernel.fields import SEATS


def state(seats: int = 4, **fields: Any) -> SimpleNamespace:
    """Return a state with the given fields. A list gives one value for each seat, and seats beyond its end
    get zeroes.
    """
    given = {name: by_seat(value) if isinstance(value, list) else value for name, value in fields.items()}
    return SimpleNamespace(seats=np.int8(seats), **given)


def by_seat(values: list[int]) -> np.ndarray:
    kind = np.uint64 if any(isinstance(value, np.uint64) for value in values) else np.int64
    filled = np.zeros(SEATS, kind)
    filled[: len(values)] = values
    return filled


def cards(text: str) -> np.uint64:
    """Return the cards with the given names as a bit set."""
    return np.uint64(sum(1 << NUMBERS[name] for name in text.split()))
