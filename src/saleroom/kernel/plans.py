"""Plans for writing the rows of a `Layout` from the 64-bit words of a record.

A *stretch* is a group of numbers that one word contributes to a row. All numbers of a stretch are visible to the same
seats: to all seats or to only one. The numbers are adjacent in the word and in the row. A set contributes a one-bit
number for each member.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterator
from math import prod
from typing import NamedTuple

import numpy as np

from saleroom.kernel.fast.simd import WORDS
from saleroom.kernel.fields import PUBLIC, Record
from saleroom.kernel.layout import Layout, Part
from saleroom.kernel.unset import unset_of

WORD, SHOWN, AT, COUNT, SPARE, KEPT, DOWN = 0, 1, 2, 3, 4, 5, 8
"""Columns of a stretch.

- `WORD`, `SHOWN`: the index of its word, and the visible bits of that word.
- `AT`, `COUNT`: the position of its first number in a row, and how many numbers it has.
- `SPARE`, `KEPT`: how many of a number's 32 bits are unused, and the mask of the bits to keep.
- `DOWN` and after: the right shift of each number, if there are at most `WORDS` numbers.
"""
_BITS = 64

Plan = namedtuple(
    "Plan",
    (
        "shown",  # (words,) uint64: the public bits of each word
        "stretches",  # (stretches, columns) uint64: the public part of each word, then the seats' own parts
        "own",  # (seats, each) int64: the stretches of each seat
        "unset",  # an `Unset`: the numbers for fields without a value
    ),
)


class _Number(NamedTuple):
    """Number of a row."""

    who: int
    """Seat that sees it, or `PUBLIC`."""
    bit: int
    """Index of its lowest bit, counted from the beginning of the record."""
    width: int
    at: int


def plan_of(record: Record, layout: Layout) -> Plan:
    """Return the plan that writes rows with the given layout from states of the given record."""
    masks = record.masks.view(np.uint64)
    words = masks.shape[1]
    found: dict[tuple[int, int], list[_Number]] = {}
    for part in layout.parts.values():
        for number in _numbers(record, part, layout.seats):
            found.setdefault((number.who, number.bit // _BITS), []).append(number)
    owned = [sorted(word for who, word in found if who == seat) for seat in range(layout.seats)]
    own = words + np.arange(layout.seats * len(owned[0])).reshape(layout.seats, -1)
    stretches = np.zeros((words + own.size, DOWN + WORDS), np.uint64)
    for (who, word), numbers in found.items():
        row = word if who == PUBLIC else own[who, owned[who].index(word)]
        stretches[row, [WORD, SHOWN]] = word, masks[who, word]
        stretches[row, AT:DOWN], stretches[row, DOWN:] = _columns(numbers)
    stretches[:words, WORD] = np.arange(words)
    unset = unset_of(record, stretches[:, WORD], stretches[:, SHOWN])
    return Plan(stretches[:words, SHOWN].copy(), stretches, own, unset)


def _numbers(record: Record, part: Part, seats: int) -> Iterator[_Number]:
    """Yield the numbers of a part in the order of the row. If each seat sees only its own entry, yield the numbers once
    for each seat.
    """
    field = part.field
    if field is None:
        return
    width = np.dtype(field.kind).itemsize * 8
    start = 8 * record.dtype.fields[field.name][1]  # type: ignore
    elements = np.arange(prod(field.shape)).reshape(field.shape)
    everybody = [(PUBLIC, elements[:seats] if part.by_seat else elements)]
    for who, seen in enumerate(elements[:seats]) if part.see == "own" else everybody:
        at = part.at.start
        for element in seen.reshape(-1).tolist():
            members = min(_BITS, part.shape[-1] - (at - part.at.start) % part.shape[-1]) if field.kind == "u8" else 0
            for member in range(members):
                yield _Number(who, start + width * element + member, 1, at + member)
            if not members:
                yield _Number(who, start + width * element, width, at)
            at += max(members, 1)


def _columns(numbers: list[_Number]) -> tuple[list[int], list[int]]:
    """Return the columns of a stretch in two lists: those from `AT` up to `DOWN`, and those from `DOWN` on."""
    (at, width), count = (numbers[0].at, numbers[0].width), len(numbers)
    if any(number.at != at + place or number.width != width for place, number in enumerate(numbers)):
        raise ValueError("the numbers of a stretch follow one another and are of one width")
    if count > WORDS and width != 1:
        raise ValueError(f"no stretch has {count} numbers of {width} bits")
    downs = [number.bit % _BITS for number in numbers] if count <= WORDS else []
    kept = 1 if width == 1 else 0xFFFFFFFF
    return [at, count, 32 - width, kept, 0, 0], downs + [0] * (WORDS - len(downs))
