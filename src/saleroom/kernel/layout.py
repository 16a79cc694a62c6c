"""Layout of rows.

A row is a view as a flat list of numbers; its layout is derived from the fields that the record declares.

A row has three parts: the observing seat, the public fields, and the seat's own fields. `Game.row_fields` returns these
fields. A set becomes a flag for each possible member. An axis indexed by seat has one entry for each seat in the match.
The seat's own fields have no axis of seats, because a view shows only the seat's own entry. A field without a value is
filled with its `unset_as`. Rows are 32-bit integers, so that every declared range fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import prod

import numpy as np
from numpy.typing import NDArray

from saleroom.kernel.fields import SEATS, Field, See

WORD_BITS = 64


@dataclass(frozen=True)
class Part:
    """Position and shape of a field in a row."""

    name: str
    at: slice
    shape: tuple[int, ...]
    low: int
    high: int
    """Least and greatest value of an element; 0 and 1 for the members of a set."""
    unit: str
    see: See
    meaning: str
    by_seat: bool
    """Whether the first axis is indexed by seat."""
    field: Field | None = None
    """Declaration in the record; None for the observing seat."""


class Layout:
    """Positions of all fields in a game's rows, for one number of seats."""

    def __init__(self, fields: Iterable[Field], seats: int, pieces: int) -> None:
        """Lay out these fields in the order of their record; `pieces` is the number of cards or tiles."""
        self.seats = seats
        self.pieces = pieces
        self.parts: dict[str, Part] = {}
        """Parts by name, in the order of the row."""
        self.size = 0
        """Length of a row."""
        self.shared = 0
        """Length of the public part, which comes first and includes the observing seat. The seat's own part follows."""
        self._add(Part("seat", slice(0), (), 0, seats - 1, "seat", "public", "who looks", False))
        for field in sorted(fields, key=lambda field: field.see == "own"):
            self._add(self._part(field))

    @property
    def low(self) -> NDArray[np.int32]:
        """Least value of each number of a row."""
        return self._each(lambda part: part.low)

    @property
    def high(self) -> NDArray[np.int32]:
        """Greatest value of each number of a row."""
        return self._each(lambda part: part.high)

    def split(self, rows: NDArray[np.int32]) -> dict[str, NDArray[np.int32]]:
        """Return the parts of a row, or of an array of rows, by name, as arrays that share its memory."""
        return {name: rows[..., part.at].reshape((*rows.shape[:-1], *part.shape)) for name, part in self.parts.items()}

    def _each(self, value: Callable[[Part], int]) -> NDArray[np.int32]:
        """Return an array with one value for each number of a row."""
        return np.concatenate([np.full(prod(part.shape), value(part), np.int32) for part in self.parts.values()])

    def _add(self, part: Part) -> None:
        """Append a part to the row."""
        end = self.size + prod(part.shape)
        self.parts[part.name] = replace(part, at=slice(self.size, end))
        self.size = end
        if part.see != "own":
            self.shared = end

    def _part(self, field: Field) -> Part:
        by_seat = bool(field.shape) and field.shape[0] == SEATS
        shape = (self.seats, *field.shape[1:]) if by_seat else field.shape
        low, high = field.low, field.high
        if field.see == "own":
            by_seat, shape = False, shape[1:]
        if field.kind == "u8":
            members = self.seats if field.unit == "seat set" else self.pieces
            several_words = members > WORD_BITS
            low, high, shape = 0, 1, (*(shape[:-1] if several_words else shape), members)
        if field.unset:
            low, high = min(low, field.unset_as), max(high, field.unset_as)
        return Part(field.name, slice(0), shape, low, high, field.unit, field.see, field.meaning, by_seat, field)
