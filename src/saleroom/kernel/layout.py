"""Layouts: a view as a flat row of numbers, derived from the fields that its record declares.

A row holds everything that a view may show, and in it only what this one does: first the seat that looks, then every
public field, then the seat's own. A set becomes a flag for each member, the axis of seats is as long as there are
seats, and an own field has no such axis, because only one of its rows is ever seen. Rows are 32-bit integers, so that
every declared range fits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import prod

import numpy as np
from numpy.typing import NDArray

from saleroom.kernel.fields import PUBLIC, SEATS, Field, Record, See

WORD_BITS = 64
SET, WIDE, NARROW = 8, 4, 1  # what a word of a record holds: a set, two numbers, eight small ones
HOLDS, MEMBERS, TO = range(3)  # the rows of a plan; eight of them, from TO on, say where the elements go
NOWHERE = -1


@dataclass(frozen=True)
class Part:
    """The place of a field in a row."""

    name: str
    at: slice
    shape: tuple[int, ...]
    low: int
    high: int
    """The least and the greatest value of an element; 0 and 1 for the members of a set."""
    unit: str
    see: See
    meaning: str
    by_seat: bool
    """Whether the first axis counts seats."""
    field: Field | None = None
    """What the record declares; None for the seat that looks."""


class Layout:
    """Where everything stands in the rows of a game at one number of seats."""

    def __init__(self, record: Record, seats: int, pieces: int) -> None:
        """For views of `record` at a table of so many seats; the game's cards or tiles are numbered below `pieces`."""
        self.seats = seats
        self.pieces = pieces
        self.parts: dict[str, Part] = {}
        """Every part by its name, in the order of the row."""
        self.size = 0
        """How many numbers a row has."""
        self._add(Part("seat", slice(0), (), 0, seats - 1, "seat", "public", "who looks", False))
        shown = [field for field in record.fields[1:] if field.see != "secret"]
        for field in sorted(shown, key=lambda field: field.see == "own"):
            self._add(self._part(field))
        words = record.dtype.itemsize // SET
        self.plan = np.full((TO + SET, words), NOWHERE, np.int64)
        """By word of the record: what it holds, how many members a set has, and where in a row each element goes."""
        self.sight = np.zeros((SEATS + 1, words), np.uint64)
        """What of each word goes into a row: what is everybody's, in the row PUBLIC, and what is each seat's own."""
        for part in self.parts.values():
            self._plan(record, part)
        self.sight &= record.masks.view(np.uint64)
        self.own = np.array([np.flatnonzero(own) for own in self.sight[:seats]])
        """The words in which each seat has something of its own; shape (seats, words)."""

    @property
    def low(self) -> NDArray[np.int32]:
        """The least value of each number of a row."""
        return self._each(lambda part: part.low)

    @property
    def high(self) -> NDArray[np.int32]:
        """The greatest value of each number of a row."""
        return self._each(lambda part: part.high)

    def split(self, rows: NDArray[np.int32]) -> dict[str, NDArray[np.int32]]:
        """The parts of a row, or of an array of rows, by name; they share its memory."""
        return {name: rows[..., part.at].reshape((*rows.shape[:-1], *part.shape)) for name, part in self.parts.items()}

    def _each(self, value: Callable[[Part], int]) -> NDArray[np.int32]:
        """A value for each number of a row."""
        return np.concatenate([np.full(prod(part.shape), value(part), np.int32) for part in self.parts.values()])

    def _add(self, part: Part) -> None:
        """Give a part the next place."""
        end = self.size + prod(part.shape)
        self.parts[part.name] = replace(part, at=slice(self.size, end))
        self.size = end

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
        return Part(field.name, slice(0), shape, low, high, field.unit, field.see, field.meaning, by_seat, field)

    def _plan(self, record: Record, part: Part) -> None:
        """Note what goes into a part."""
        field = part.field
        if field is None:
            return
        elements = np.arange(prod(field.shape)).reshape(field.shape)
        if part.see == "own":
            for seat in range(self.seats):
                self._place(record, part, elements[seat], seat)
        else:
            self._place(record, part, elements[: self.seats] if part.by_seat else elements, PUBLIC)

    def _place(self, record: Record, part: Part, elements: NDArray[np.int64], row: int) -> None:
        """Say where each of these elements of a field goes, and that it may be seen in this row of the masks."""
        field = part.field
        assert field is not None
        width = np.dtype(field.kind).itemsize
        start = record.dtype.fields[field.name][1]  # type: ignore[index]
        sight, to = self.sight.view(np.uint8), part.at.start
        for element in elements.reshape(-1):
            byte = start + width * int(element)
            word, place = divmod(byte, SET)
            members = min(WORD_BITS, part.shape[-1] - (to - part.at.start) % part.shape[-1]) if width == SET else 0
            self.plan[[HOLDS, MEMBERS, TO + place // width], word] = width, members, to
            sight[row, byte : byte + width] = 0xFF
            to += max(members, 1)
