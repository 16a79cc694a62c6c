"""Conversion of states to rows of numbers for a seat.

The conversion follows a `Plan`, whose masks hide the same bits as a view does.

`raw` holds the states as 64-bit words. `old[k]` is the state from which row `i` was last written; only the changes
since then are written. `then` is the case of the old state and `now` the case of the new state (see
`saleroom.kernel.unset`). In the public part, only changed words are written.
"""

from __future__ import annotations

import numpy as np

from saleroom.kernel.bits import NONE, ONE, first, shifted
from saleroom.kernel.compile import entry, rule
from saleroom.kernel.fast.simd import WORDS, differing, write_all_flags, write_numbers
from saleroom.kernel.plans import AT, COUNT, DOWN, KEPT, SPARE, WORD
from saleroom.kernel.unset import ALL_SET, CHUNK, case_of

_SEVERAL = np.uint64(WORDS)


@rule
def _write(bits, stretches, stretch, rows, i):
    """Write the numbers of a stretch from `bits`, the value of its word."""
    at, count = stretches[stretch, AT], stretches[stretch, COUNT]
    if count <= _SEVERAL:
        spare, kept = stretches[stretch, SPARE], stretches[stretch, KEPT]
        write_numbers(bits, stretches, stretch, np.uint64(DOWN), spare, kept, rows, i, at, count)
    else:
        write_all_flags(bits, count, rows, i, at)


@rule
def _changed_words(raw, i, old, k, shown, start):
    """Return the set of those of the 64 words from index `start` on whose public bits have changed."""
    news = NONE
    for block in range(start, min(start + CHUNK, len(shown)), WORDS):
        news |= shifted(differing(raw, i, old, k, shown, np.uint64(block)), block - start)
    return news


@rule
def bring_up_to_date(raw, i, now, old, k, then, shown, stretches, own, keep, fill, turns, seat, rows):
    """Update row `i` to state `i` as `seat` sees it.

    The row must have been written from the state `old[k]`, for any seat.
    """
    i, k, now, then = np.uint64(i), np.uint64(k), np.uint64(now), np.uint64(then)
    rows[i, 0] = seat
    for start in range(0, len(shown), CHUNK):
        news = _changed_words(raw, i, old, k, shown, start) | turns[then, now, np.uint64(start // CHUNK)]
        while news != NONE:
            word = np.uint64(start + first(news))
            _write(raw[i, word] & keep[now, word] | fill[now, word], stretches, word, rows, i)
            news &= news - ONE
    for place in range(own.shape[1]):
        stretch = np.uint64(own[seat, place])
        word = raw[i, stretches[stretch, WORD]]
        _write(word & keep[now, stretch] | fill[now, stretch], stretches, stretch, rows, i)


@rule
def wipe(rows, i):
    """Set a row to zeroes without allocating memory."""
    for at in range(rows.shape[1]):
        rows[i, at] = 0


@entry
def flatten(raw, plan, who, rows):
    """For each state `i`, write the row of seat `who[i]` into `rows[i]`."""
    shown, stretches, own, unset = plan.shown, plan.stretches, plan.own, plan.unset
    gates, cases, keep, fill, turns = unset
    nothing = np.zeros((1, raw.shape[1]), np.uint64)
    for i in range(len(raw)):
        wipe(rows, i)
        now = case_of(raw, i, gates, cases)
        bring_up_to_date(raw, i, now, nothing, 0, ALL_SET, shown, stretches, own, keep, fill, turns, who[i], rows)
