"""Common parts of several games' net features: numbering of questions, and writing of answers.

Features and parts are numbered in blocks, one after the other. A block is a question with a fixed number of possible
answers. The number of an answer is that of its block plus the answer.
"""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from saleroom.kernel.bits import NONE, bit, first, without
from saleroom.kernel.compile import rule

NOTES = 64
"""Count of numbers that `features` of a game may leave for its `parts`."""


def blocks(*sizes: int) -> tuple[int, ...]:
    """Return where blocks of these sizes begin, one after the other, and last the total count of numbers."""
    return (0, *accumulate(sizes))


@rule
def tell(ids, at, block, answer):
    """Write the answer to one question at place `at`; return the place after it."""
    ids[at] = block + np.int64(answer)
    return at + 1


@rule
def tell_set(ids, at, block, members):
    """Write every member of a set as an answer; return the place after them."""
    while members != NONE:
        member = first(members)
        members = without(members, bit(member))
        ids[at] = block + member
        at += 1
    return at


@rule
def bucket(value, edges):
    """Return how many of the ascending `edges`, a tuple, a value reaches: from 0 to their number."""
    found = 0
    for edge in edges:
        found += value >= edge
    return found


@rule
def level(chance, levels):
    """Return a chance as one of `levels` equal steps, from 0."""
    return max(0, min(levels - 1, int(chance * levels)))


@rule
def turn_of(seat, other, seats):
    """Return how many places to the left of `seat` another seat is, from 0 for itself."""
    return other - seat if other >= seat else other - seat + seats
