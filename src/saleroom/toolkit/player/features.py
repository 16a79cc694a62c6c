"""What the nets' features of several games share: where questions stand, and how answers are written down.

Features and parts are numbered in blocks, one after the other. A block is a question with so many possible answers; the
number of an answer is that of its block plus the answer.
"""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from saleroom.kernel.bits import NONE, bit, first, without
from saleroom.kernel.compile import rule

NOTES = 64
"""Numbers that `features` of a game may leave for its `parts`."""


def blocks(*sizes: int) -> tuple[int, ...]:
    """Where blocks of these sizes begin, one after the other, and last how many numbers they have in all."""
    return (0, *accumulate(sizes))


@rule
def tell(ids, at, block, answer):
    """Write the answer to one question at place `at`; the place after it."""
    ids[at] = block + np.int64(answer)
    return at + 1


@rule
def tell_set(ids, at, block, members):
    """Write every member of a set as an answer."""
    while members != NONE:
        member = first(members)
        members = without(members, bit(member))
        ids[at] = block + member
        at += 1
    return at


@rule
def bucket(value, edges):
    """How many of the ascending `edges`, a tuple, a value reaches: from 0 to their number."""
    found = 0
    for edge in edges:
        found += value >= edge
    return found


@rule
def level(chance, levels):
    """A chance in so many equal steps, from 0."""
    return max(0, min(levels - 1, int(chance * levels)))


@rule
def turn_of(seat, other, seats):
    """How many places to the left of `seat` another sits, from 0 for itself."""
    return other - seat if other >= seat else other - seat + seats
