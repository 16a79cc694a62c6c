"""Common parts of several games' net features: numbering of questions, and writing of answers.

Features and parts are numbered in blocks, one after the other. A block is a question with a fixed number of possible
answers. The number of an answer is that of its block plus the answer.

Rules that write take the array `ids` and its `end`, the count of numbers written so far; they return the new end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from saleroom.kernel.auctions import NOTHING
from saleroom.kernel.bits import NONE, bit, first, seats_of, value_of, without
from saleroom.kernel.compile import rule

if TYPE_CHECKING:
    from saleroom.kernel.states import AuctionState

NOTES = 64
"""Count of numbers that `features` of a game may leave for its `parts`."""


class Blocks:
    """Blocks in the order of their declaration."""

    def __init__(self) -> None:
        """Begin without blocks."""
        self.size = 0
        """Count of numbers in all blocks."""
        self.remembered: tuple[tuple[int, int], ...] = ()
        """Ranges of the blocks that a person must remember or work out, ascending; adjacent ones are one range."""

    def block(self, answers: int, remembered: bool = False) -> int:
        """Add a block with this number of answers; return its first number."""
        start, self.size = self.size, self.size + answers
        if remembered:
            if self.remembered and self.remembered[-1][1] == start:
                start = self.remembered[-1][0]
                self.remembered = self.remembered[:-1]
            self.remembered += ((start, self.size),)
        return self.size - answers


# Writing


@rule
def write(ids, end, block, answer):
    """Write the answer to one question."""
    ids[end] = block + np.int64(answer)
    return end + 1


@rule
def write_set(ids, end, block, members):
    """Write every member of a set as an answer."""
    while members != NONE:
        member = first(members)
        members = without(members, bit(member))
        ids[end] = block + member
        end += 1
    return end


@rule
def write_calls(s: AuctionState, seat, ids, end, block, edges):
    """Write the last call of each seat that has spoken, as the number of `edges` that it reaches."""
    for turn in range(seats_of(s)):
        call = value_of(s.said[seat_at(seat, turn, s.seats)])
        if call != NOTHING:
            end = write(ids, end, block + (len(edges) + 1) * turn, bucket(call, edges))
    return end


# Answers


@rule
def bucket(value, edges):
    """Return how many of the ascending `edges`, a tuple or an array, a value reaches: from 0 to their number."""
    reached = 0
    for edge in edges:
        reached += value >= edge
    return reached


@rule
def level(chance, levels):
    """Return a chance as one of `levels` equal steps, from 0."""
    return max(0, min(levels - 1, int(chance * levels)))


# Seats


@rule
def turn_of(seat, player, seats):
    """Return how many places to the left of `seat` another seat is, from 0 for itself."""
    return player - seat if player >= seat else player - seat + seats


@rule
def seat_at(seat, turn, seats):
    """Return the seat that is `turn` places to the left of `seat`: the inverse of `turn_of`."""
    player = value_of(seat) + turn
    return player - seats if player >= seats else player


@rule
def least_of_others(values, seat, seats):
    """Return the least value of another seat."""
    least = 1 << 30
    for opponent in range(seats):
        if opponent != seat:
            least = min(least, value_of(values[opponent]))
    return least
