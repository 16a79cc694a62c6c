"""Types of a record's fields, for editors and type checkers only; no rule is compiled from them.

A field with axes is an `Array`. A single number is a `Number`.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar, overload

import numpy as np

Scalar = TypeVar("Scalar", bound=np.generic)


class Array(np.ndarray[Any, np.dtype[Scalar]], Generic[Scalar]):
    """Array of a record. Its elements are untyped, because rules index it with untyped numbers."""

    def __getitem__(self, index: Any) -> Any:
        """Stub, never called: the arrays in a record are plain NumPy arrays."""
        raise NotImplementedError


class Number:
    """Single number of a record. Rules read it as an integer, and can assign any integer, including NumPy integers."""

    @overload
    def __get__(self, record: None, kind: type) -> Number: ...
    @overload
    def __get__(self, record: object, kind: type | None = None) -> int: ...
    def __get__(self, record: object, kind: type | None = None) -> Number | int:
        """Stub, never called: a record reads its own memory."""
        raise NotImplementedError

    def __set__(self, record: object, value: int | np.integer | np.bool) -> None:
        """Stub, never called: a record writes its own memory."""
        raise NotImplementedError
