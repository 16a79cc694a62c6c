"""Types of a record's fields for editors and checkers; no rule is compiled from them.

A field with axes is a NumPy array. A single number is a `Number`.
"""

from __future__ import annotations

from typing import overload

import numpy as np


class Number:
    """A single number of a record: read as an integer, written from any integer, NumPy's included."""

    @overload
    def __get__(self, record: None, kind: type) -> Number: ...
    @overload
    def __get__(self, record: object, kind: type | None = None) -> int: ...
    def __get__(self, record: object, kind: type | None = None) -> Number | int:
        """Never called: a record reads its own memory."""
        raise NotImplementedError

    def __set__(self, record: object, value: int | np.integer | np.bool) -> None:
        """Never called: a record writes its own memory."""
        raise NotImplementedError
