"""Treatment of fields without a value in rows of numbers: which bits to keep, and which numbers to write instead.

A few public numbers determine which fields have no value. Each of these numbers is read through a *gate*, which takes
    some bits of one word and clamps them to the greatest value that matters. The values of all gates form the state's
    key, and the key determines the state's *case*. For each stretch of a plan, a case has the mask of visible bits with
    a value, and the substitutes for the other bits.
"""

from __future__ import annotations

from collections import namedtuple
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from saleroom.kernel.compile import ByRecord, rule
from saleroom.kernel.fields import Field, Record

ALL_SET = 0
"""Case of a state in which every field has a value."""
CHUNK = 64
"""Number of words compared at a time."""
WORD, DOWN, MASK, MOST, UP = range(5)
"""Columns of a gate.

- `WORD`, `DOWN`, `MASK`: the index of its word, the right shift of that word, and the mask of the shifted bits.
- `MOST`: the greatest value of the gate; greater values are clamped to it.
- `UP`: the left shift of the gate in the key.
"""

Unset = namedtuple(
    "Unset",
    (
        "gates",  # (gates, columns) uint64
        "cases",  # (keys,) int64: the case of each key
        "keep",  # (cases, stretches) uint64: the visible bits of fields with a value
        "fill",  # (cases, stretches) uint64: the substitutes for fields without a value
        "turns",  # (cases, cases, chunks) uint64: the words that differ between two cases, as bit sets
    ),
)


class _Gate(NamedTuple):
    """Public number that determines whether fields have values."""

    field: Field
    values: range
    """Values to distinguish: -1 and 0 if only the sign matters, else 0 up to the last value that matters."""


_keys: dict[str, Any] = {}
key_of: Any = ByRecord(
    lambda record: _keys[record], "`key_of(s)`: the key of a state; known once `unset_of` was called."
)


@rule
def case_of(raw, i, gates, cases):
    """Return the case of state `i`, computed from its words only.

    This computation takes three times as long as `cases[key_of(s)]`.
    """
    key = np.uint64(0)
    for gate in range(len(gates)):
        bits = (raw[i, gates[gate, WORD]] >> gates[gate, DOWN]) & gates[gate, MASK]
        key |= min(bits, gates[gate, MOST]) << gates[gate, UP]
    return cases[key]


def unset_of(record: Record, words: NDArray[np.uint64], shown: NDArray[np.uint64]) -> Unset:
    """Return the tables of a record for stretches with these `words` and visible bits (`shown`).

    The first stretches are public, one for each word of the record.
    """
    gates = _gates(record)
    lines, up = [], 0
    for gate in gates:
        lines.append([*_bits(record, gate), gate.values[-1] - gate.values[0], up])
        up += _width(gate)
    _keys[record.fields[0].name] = _key_rule(gates, [int(line[UP]) for line in lines])
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
    indices = words.astype(np.intp)  # NumPy 2.0 refuses unsigned indices
    kept, filled = (np.take(np.array(tables), indices, axis=1) & shown for tables in (keep, fill))
    return Unset(table, cases, kept, filled, _turns(kept[:, : record.dtype.itemsize // 8]))


def _turns(keep: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return, for each pair of cases, the words whose kept bits differ, as bit sets of 64 words."""
    count, words = keep.shape
    unlike = np.zeros((count, count, -(-words // CHUNK) * CHUNK), np.uint8)
    unlike[:, :, :words] = keep[:, None] != keep[None]
    return np.packbits(unlike, axis=2, bitorder="little").view("<u8").astype(np.uint64)


def _key_rule(gates: list[_Gate], ups: list[int]) -> Any:
    """Return a rule that computes the key of a state.

    The rule's code is generated, because table look-ups would be slower.
    """
    parts = [f"({_part(gate)}) << {up}" for gate, up in zip(gates, ups, strict=True)]
    made: dict[str, Any] = {"np": np, "__name__": __name__}
    exec(f"def key_of(s):\n    return {' | '.join(parts)}", made)
    return rule(made["key_of"])


def _part(gate: _Gate) -> str:
    """Return Python source code for the value of a gate."""
    name, values = gate.field.name, gate.values
    if len(values) == 2:
        return f"np.int64(s.{name} {'<' if values[0] < 0 else '!='} 0)"
    return f"min(np.int64(s.{name}), {values[-1]})"


def _gates(record: Record) -> list[_Gate]:
    """Return a gate for every number that occurs in a clause."""
    asked: dict[str, list] = {}
    for field in record.fields:
        for clause in field.unset:
            for name, values in clause.items():
                asked.setdefault(name, []).append(values)
    return [_gate(field, asked[field.name]) for field in record.fields if field.name in asked]


def _gate(field: Field, asked: list) -> _Gate:
    """Return a gate that distinguishes those values of `field` that the clauses distinguish."""
    if any(value < 0 for values in asked for value in values):
        if not (field.low == -1 and all(set(values) == {-1} for values in asked)):
            raise ValueError(f"field {field.name}: of its negative values a clause can name only -1")
        return _Gate(field, range(-1, 1))
    most = max(min(max(values), field.high - 1) for values in asked) + 1
    while most > 0 and all((most in values) == (most - 1 in values) for values in asked):
        most -= 1
    return _Gate(field, range(most + 1))


def _bits(record: Record, gate: _Gate) -> tuple[int, int, int]:
    """Return the word of a gate, its right shift and its mask; the mask is the sign bit if only the sign matters."""
    width = np.dtype(gate.field.kind).itemsize * 8
    start = 8 * record.dtype.fields[gate.field.name][1]  # type: ignore
    if gate.values[0] < 0:
        return start // 64, start % 64 + width - 1, 1
    return start // 64, start % 64, (1 << width) - 1


def _width(gate: _Gate) -> int:
    """Return the number of bits of the key that a gate takes."""
    return (gate.values[-1] - gate.values[0]).bit_length()


def _words(record: Record, byte: int) -> NDArray[np.uint64]:
    """Return the words of a record in which every byte is `byte`."""
    return np.full(record.dtype.itemsize, byte, np.uint8).view(np.uint64)


def _written(record: Record, byte: int, values: dict[str, int]) -> NDArray[np.uint64]:
    """Return a record's words with `byte` in every byte, except that each field in `values` has the given value."""
    words = _words(record, byte)
    for name, value in values.items():
        words.view(record.dtype)[name][...] = value
    return words
