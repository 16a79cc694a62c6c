"""From a state to a seat's row of numbers, by the plan of a `Layout`: only through its masks, like every view.

`raw` are the 64-bit words of the states. A row that is written again and again is brought up to date: `old` is the
state that it was written from, and of what everybody sees only that is written which has changed.
"""

from __future__ import annotations

import numpy as np

from saleroom.kernel.bits import FLAGS, NONE, ONE, bit, differing, first, has, lowered, shifted, spread, without
from saleroom.kernel.compile import entry, rule
from saleroom.kernel.fields import PUBLIC
from saleroom.kernel.layout import HOLDS, MEMBERS, SET, TO, WIDE

# Rows are addressed as `rows[i, …]` throughout: a slice of an array costs more than what is written into it. And an
# index that may be negative costs a look at its sign, which an unsigned one does not.


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
def _change_numbers(bits, changed, width, plan, word, rows, i):
    """Write those of the numbers in a word, each of `width` bits, of which something `changed`."""
    low = bit(width) - ONE
    while changed != NONE:
        element = first(changed) // width
        number = _signed(lowered(bits, width * element) & low, np.int64(1) << (width - 1))
        rows[i, np.uint64(plan[TO + element, word])] = number
        changed = without(changed, shifted(low, width * element))


@rule
def _change(bits, changed, plan, word, rows, i):
    """Write those elements of one word of which something `changed` to their places."""
    holds = plan[HOLDS, word]
    if holds == SET:
        _change_set(bits, changed, plan[TO, word], rows, i)
    elif holds == WIDE:
        _change_numbers(bits, changed, 32, plan, word, rows, i)
    else:
        _change_numbers(bits, changed, 8, plan, word, rows, i)


@rule
def bring_up_to_date(raw, i, old, sight, plan, own, seat, rows):
    """Make of row `i`, written for whichever seat when the state was `old`, what `seat` sees of state `i` now."""
    i = np.uint64(i)
    rows[i, 0] = seat
    for block in range(0, len(old), 8):
        start = min(block, len(old) - 8)  # the last eight words: some of them once more
        news = differing(raw, i, old, sight, PUBLIC, start)
        while news != NONE:
            word = np.uint64(start + first(news))
            shown = sight[PUBLIC, word]
            _change(raw[i, word] & shown, (raw[i, word] ^ old[word]) & shown, plan, word, rows, i)
            news &= news - ONE
    for place in range(own.shape[1]):
        word = np.uint64(own[seat, place])
        mine = sight[seat, word]
        if plan[HOLDS, word] == SET:
            spread(raw[i, word] & mine, plan[MEMBERS, word], FLAGS, rows, i, plan[TO, word])
        else:
            _change(raw[i, word] & mine, mine, plan, word, rows, i)


@rule
def wipe(rows, i):
    """A row of zeroes, as nothing makes it."""
    for at in range(rows.shape[1]):
        rows[i, at] = 0


@entry
def flatten(raw, sight, plan, own, who, rows):
    """Write for each state `i` the row of seat `who[i]` into `rows[i]`."""
    nothing = np.zeros(raw.shape[1], np.uint64)
    for i in range(len(raw)):
        wipe(rows, i)
        bring_up_to_date(raw, i, nothing, sight, plan, own, who[i], rows)
