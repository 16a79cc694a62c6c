"""Fields without a value in rows of numbers: what stands there instead, as bits to keep and bits to fill in.

Which fields have no value depends on a few public numbers. Each of them is a *gate*: some bits of one word, cut off
where it makes no more difference. The gates of a state together are its key, and the key gives its *case*. For every
case there are the words that keep the bits of all fields with a value, and the words with what stands for the others.
"""

from __future__ import annotations

from collections import namedtuple
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from saleroom.kernel.compile import rule
from saleroom.kernel.fields import Field, Record

ALL_SET = 0
"""The case of a state in which every field has a value."""
WORD, DOWN, MASK, MOST, UP = range(5)
"""The columns of a gate: its word, by how much that is moved down, which bits are left and the most they may come to;
by how much that is moved up in the key."""

Unset = namedtuple(
    "Unset",
    (
        "gates",  # (gates, columns) uint64
        "cases",  # (keys,) int64: the case of each key
        "keep",  # (cases, words) uint64: the bits of fields that have a value
        "fill",  # (cases, words) uint64: what stands for those that have none
    ),
)


class _Gate(NamedTuple):
    """A public number that says whether fields have values."""

    field: Field
    values: range
    """The values that stand for all: -1 and 0 where it matters whether it is negative, else those up to the last."""


@rule
def through(bits, down, mask, most, up):
    """The part of the key that a gate makes of its word."""
    return min((bits >> down) & mask, most) << up


@rule
def case_of(raw, i, gates, cases):
    """The case of state `i`."""
    key = np.uint64(0)
    for gate in range(len(gates)):
        down, mask, most, up = gates[gate, DOWN], gates[gate, MASK], gates[gate, MOST], gates[gate, UP]
        key |= through(raw[i, gates[gate, WORD]], down, mask, most, up)
    return cases[key]


def unset_of(record: Record) -> Unset:
    """The tables of this record."""
    gates = _gates(record)
    lines, up = [], 0
    for gate in gates:
        lines.append([*_bits(record, gate), gate.values[-1] - gate.values[0], up])
        up += _width(gate)
    cases, keep, fill = np.zeros(1 << up, np.int64), [_words(record, 0xFF)], [_words(record, 0)]
    found: dict[frozenset[str], int] = {frozenset(): ALL_SET}
    for values in product(*(gate.values for gate in gates)):
        known = {gate.field.name: value for gate, value in zip(gates, values, strict=True)}
        unset = [field for field in record.fields if not field.is_set(known)]
        names = frozenset(field.name for field in unset)
        if names not in found:
            found[names] = len(keep)
            keep.append(_written(record, 0xFF, {field.name: 0 for field in unset}))
            fill.append(_written(record, 0, {field.name: field.unset_as for field in unset}))
        key = sum(
            (abs(value) if value < 0 else value) << int(line[UP]) for value, line in zip(values, lines, strict=True)
        )
        cases[key] = found[names]
    table = np.array(lines, np.uint64).reshape(len(lines), UP + 1)
    return Unset(table, cases, np.array(keep), np.array(fill))


def _gates(record: Record) -> list[_Gate]:
    """Every number that some clause names."""
    asked: dict[str, list] = {}
    for field in record.fields:
        for clause in field.unset:
            for name, values in clause.items():
                asked.setdefault(name, []).append(values)
    return [_gate(field, asked[field.name]) for field in record.fields if field.name in asked]


def _gate(field: Field, asked: list) -> _Gate:
    """A gate that tells apart what the clauses do."""
    if any(value < 0 for values in asked for value in values):
        if not (field.low == -1 and all(set(values) == {-1} for values in asked)):
            raise ValueError(f"field {field.name}: of its negative values a clause can name -1 alone")
        return _Gate(field, range(-1, 1))
    most = max(min(max(values), field.high - 1) for values in asked) + 1
    while most > 0 and all((most in values) == (most - 1 in values) for values in asked):
        most -= 1
    return _Gate(field, range(most + 1))


def _bits(record: Record, gate: _Gate) -> tuple[int, int, int]:
    """The word of a gate, how far it is moved down, and which bits are left: the sign alone where that matters."""
    width = np.dtype(gate.field.kind).itemsize * 8
    start = 8 * record.dtype.fields[gate.field.name][1]  # type: ignore[index]
    if gate.values[0] < 0:
        return start // 64, start % 64 + width - 1, 1
    return start // 64, start % 64, (1 << width) - 1


def _width(gate: _Gate) -> int:
    """How many bits of the key a gate takes."""
    return (gate.values[-1] - gate.values[0]).bit_length()


def _words(record: Record, byte: int) -> NDArray[np.uint64]:
    """The words of a record of this byte alone."""
    return np.full(record.dtype.itemsize, byte, np.uint8).view(np.uint64)


def _written(record: Record, byte: int, values: dict[str, int]) -> NDArray[np.uint64]:
    """The words of a record of this byte but for some fields, every element of which has one value."""
    words = _words(record, byte)
    for name, value in values.items():
        words.view(record.dtype)[name][...] = value
    return words
