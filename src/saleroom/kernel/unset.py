"""Fields without a value in rows of numbers: what stands there instead, as bits to keep and bits to fill in.

Which fields have no value depends on a few public numbers. Each of them is a *gate*: some bits of one word, cut off
where it makes no more difference. The gates of a state together are its key, and the key gives its *case*. For every
case there is, for each stretch of a plan, the word that keeps those of its bits that are shown and have a value, and
the word with what stands for the others.
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
"""The case of a state in which every field has a value."""
CHUNK = 64
"""So many words are looked through at a time."""
WORD, DOWN, MASK, MOST, UP = range(5)
"""The columns of a gate: its word, by how much that is moved down, which bits are left and the most they may come to;
by how much that is moved up in the key."""

Unset = namedtuple(
    "Unset",
    (
        "gates",  # (gates, columns) uint64
        "cases",  # (keys,) int64: the case of each key
        "keep",  # (cases, stretches) uint64: the bits that are shown, of fields that have a value
        "fill",  # (cases, stretches) uint64: what stands for those that have none
        "turns",  # (cases, cases, chunks) uint64: from one case to another, which of each 64 words change by that
    ),
)


class _Gate(NamedTuple):
    """A public number that says whether fields have values."""

    field: Field
    values: range
    """The values that stand for all: -1 and 0 where it matters whether it is negative, else those up to the last."""


_keys: dict[str, Any] = {}
key_of: Any = ByRecord(
    lambda record: _keys[record], "`key_of(s)`: the key of a state; known once `unset_of` was called."
)


@rule
def case_of(raw, i, gates, cases):
    """The case of state `i`, for whoever has its words alone. It takes three times as long as `cases[key_of(s)]`."""
    key = np.uint64(0)
    for gate in range(len(gates)):
        bits = (raw[i, gates[gate, WORD]] >> gates[gate, DOWN]) & gates[gate, MASK]
        key |= min(bits, gates[gate, MOST]) << gates[gate, UP]
    return cases[key]


def unset_of(record: Record, words: NDArray[np.uint64], shown: NDArray[np.uint64]) -> Unset:
    """The tables of this record for stretches of these words, of which so much is shown.

    The first stretches are those that everybody sees, one for each word of the record.
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
    kept, filled = (np.take(np.array(tables), words, axis=1) & shown for tables in (keep, fill))
    return Unset(table, cases, kept, filled, _turns(kept[:, : record.dtype.itemsize // 8]))


def _turns(keep: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """From each case to each other the words, as sets of 64, in which other bits are kept."""
    count, words = keep.shape
    unlike = np.zeros((count, count, -(-words // CHUNK) * CHUNK), np.uint8)
    unlike[:, :, :words] = keep[:, None] != keep[None]
    return np.packbits(unlike, axis=2, bitorder="little").view("<u8").astype(np.uint64)


def _key_rule(gates: list[_Gate], ups: list[int]) -> Any:
    """A rule from a state to its key, made for one record: reading its fields costs less than reading any table."""
    parts = [f"({_part(gate)}) << {up}" for gate, up in zip(gates, ups, strict=True)]
    made: dict[str, Any] = {"np": np, "__name__": __name__}
    exec(f"def key_of(s):\n    return {' | '.join(parts)}", made)
    return rule(made["key_of"])


def _part(gate: _Gate) -> str:
    """The value of a gate, as source."""
    name, values = gate.field.name, gate.values
    if len(values) == 2:
        return f"np.int64(s.{name} {'<' if values[0] < 0 else '!='} 0)"
    return f"min(np.int64(s.{name}), {values[-1]})"


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
    start = 8 * record.dtype.fields[gate.field.name][1]  # type: ignore
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
