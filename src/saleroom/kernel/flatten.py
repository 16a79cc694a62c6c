"""From a state to a seat's row of numbers, by the plan of a `Layout`: only through the masks, like every view.

`raw` and `masks` are the 64-bit words of the states and of the record's masks. A row that is written again and again
is brought up to date: `before` keeps the public words that it was written from, and only what has changed is written.
"""

from __future__ import annotations

import numpy as np

from saleroom.kernel.bits import ALL, NONE, ONE, bit, first, has, lowered, shifted, without
from saleroom.kernel.compile import entry, rule
from saleroom.kernel.fields import PUBLIC
from saleroom.kernel.layout import HOLDS, MEMBERS, NOWHERE, SET, TO, WIDE, WORD

# Rows are addressed as `rows[i, …]` throughout: a slice of an array costs more than what is written into it.

_LOW8 = np.uint64(0xFF)
_FLAGS = np.array([[byte >> member & 1 for member in range(8)] for byte in range(256)], np.int32)
"""By byte: its bits, the lowest first."""


@rule
def _signed(bits, sign):
    """Bits as a number with a sign, where `sign` is the value of the highest of them."""
    return (np.int64(bits) ^ sign) - sign


@rule
def _change_set(word, changed, at, rows, i):
    """Write the flags of the members that `changed`."""
    while changed != NONE:
        member = first(changed)
        rows[i, np.uint64(at + member)] = np.int32(has(word, member))
        changed &= changed - ONE


@rule
def _change_numbers(word, changed, width, plan, line, rows, i):
    """Write those of the numbers in a word, each of `width` bits, of which something `changed`."""
    low = bit(width) - ONE
    while changed != NONE:
        element = first(changed) // width
        at = plan[TO + element, line]
        if at != NOWHERE:
            rows[i, np.uint64(at)] = _signed(lowered(word, width * element) & low, np.int64(1) << (width - 1))
        changed = without(changed, shifted(low, width * element))


@rule
def _change(word, changed, plan, line, rows, i):
    """Write those elements of one word of which something `changed` to their places."""
    holds = plan[HOLDS, line]
    if holds == SET:
        _change_set(word, changed, plan[TO, line], rows, i)
    elif holds == WIDE:
        _change_numbers(word, changed, 32, plan, line, rows, i)
    else:
        _change_numbers(word, changed, 8, plan, line, rows, i)


@rule
def _put_set(word, members, rows, i, at):
    """Write a flag for each member, eight at a time: copying them from a table is faster than making them."""
    for octet in range(members >> 3):
        byte = lowered(word, 8 * octet) & _LOW8
        for member in range(8):
            rows[i, np.uint64(at + 8 * octet + member)] = _FLAGS[byte, member]
    for member in range(members & ~7, members):
        rows[i, np.uint64(at + member)] = np.int32(has(word, member))


@rule
def bring_up_to_date(raw, i, masks, plan, shared, own, seat, before, rows):
    """Make of row `i`, written from the public words `before[i]`, what `seat` sees of state `i` now.

    The first `shared` lines of the plan are for all seats, then come as many as `own` for each seat in turn.
    """
    rows[i, 0] = seat
    for line in range(shared):
        word = raw[i, plan[WORD, line]] & masks[PUBLIC, plan[WORD, line]]
        changed = word ^ before[i, line]
        if changed != NONE:
            before[i, line] = word
            _change(word, changed, plan, line, rows, i)
    for line in range(shared + own * seat, shared + own * (seat + 1)):
        word = raw[i, plan[WORD, line]] & masks[seat, plan[WORD, line]]
        if plan[HOLDS, line] == SET:
            _put_set(word, plan[MEMBERS, line], rows, i, plan[TO, line])
        else:
            _change(word, ALL, plan, line, rows, i)


@rule
def wipe(before, rows, i):
    """A row of zeroes, as nothing makes it."""
    for line in range(before.shape[1]):
        before[i, line] = NONE
    for at in range(rows.shape[1]):
        rows[i, at] = 0


@entry
def flatten(raw, masks, plan, shared, own, who, before, rows):
    """Write for each state `i` the row of seat `who[i]` into `rows[i]`; `before` is room for as many rows of words."""
    for i in range(len(raw)):
        wipe(before, rows, i)
        bring_up_to_date(raw, i, masks, plan, shared, own, who[i], before, rows)
