"""Bit sets. A set of cards, tiles, seats or choices is a 64-bit *word*; this module defines all operations on words.

Mixed signed and unsigned arithmetic differs between Numba and NumPy. Words are therefore `uint64`, and every result
that is a count or an index is a plain integer. No operation overflows, neither compiled nor interpreted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from saleroom.kernel.compile import COMPILED, rule

if TYPE_CHECKING:
    from saleroom.kernel.states import MatchState

NONE = np.uint64(0)
ONE = np.uint64(1)
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)


@rule
def word(number):
    """Return a non-negative integer as a word."""
    return np.uint64(number)


@rule
def bit(index):
    """Return the set {`index`}; `index` in 0..63."""
    return ONE << np.uint64(index)


@rule
def below(count):
    """Return the set 0..count-1; `count` in 0..63."""
    return bit(count) - ONE


@rule
def shifted(bits, up):
    """Add `up`, in 0..63, to every member; members above 63 are dropped."""
    return bits << np.uint64(up)


@rule
def lowered(bits, down):
    """Subtract `down`, in 0..63, from every member; members below 0 are dropped."""
    return bits >> np.uint64(down)


@rule
def has(bits, index):
    """Return whether `index` is a member of `bits`."""
    return (bits >> np.uint64(index)) & ONE != NONE


@rule
def without(bits, others):
    """Return the members that are not in `others`."""
    return bits & ~others


@rule
def when(condition, bits):
    """Return `bits` if `condition` holds, else the empty set. The code has no branch, which a processor could
    mispredict.
    """
    return bits * np.uint64(condition)


def count(bits):
    """Return the number of members."""
    return int(bits).bit_count()


def first(bits):
    """Return the lowest member; 64 for the empty set."""
    return (int(bits) & -int(bits)).bit_length() - 1 if bits else 64


def last(bits):
    """Return the highest member; -1 for the empty set."""
    return int(bits).bit_length() - 1


def nth(bits, index):
    """Return the member at `index` in ascending order; `index` in 0..count-1."""
    for _ in range(index):
        bits = bits & (bits - ONE)
    return first(bits)


def multiplied(a, b):
    """Return the low 64 bits of a product of words."""
    return np.uint64(int(a) * int(b) & int(ALL))


def added(a, b):
    """Return the low 64 bits of a sum of words."""
    return np.uint64(int(a) + int(b) & int(ALL))


if COMPILED:
    from saleroom.kernel import bit_instructions

    bit_instructions.declare(count=count, first=first, last=last, nth=nth, multiplied=multiplied, added=added)


@rule
def seats_of(s: MatchState):
    """Return the number of seats in a match as an `int64`, for use as a loop bound."""
    return np.int64(s.seats)


@rule
def places_in(bits, chosen):
    """Return the position in `bits` of each member of `chosen`, as a set; positions count members from the lowest.

    `chosen` is a subset of `bits`.
    """
    places = NONE
    while chosen != NONE:
        places |= bit(count(bits & below(first(chosen))))
        chosen &= chosen - ONE
    return places


@rule
def value_of(field):
    """Return the value of a signed field as an `int64`.

    Compiled code reads a field at its width in the record, 8 to 32 bits. Numba would compile a rule again for each
    width of its arguments. In Numba, a variable also cannot change its width.
    """
    return np.int64(field)


@rule
def next_seat(seat, seats):
    """Return the seat to the left of `seat`."""
    after = seat + 1
    return 0 if after == seats else after


def members(bits: int) -> list[int]:
    """Return the members in ascending order, for Python callers; `bits` can have more than 64 bits."""
    bits, found = int(bits), []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found
