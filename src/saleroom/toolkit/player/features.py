"""Helpers for net features: they number the possible values of each feature, and write the numbers of active features.

Features and parts are numbered in blocks, one block after another. A block is a question with a fixed number of
answers. The number of an answer is the first number of its block plus the answer.

The functions whose names begin with `write` take the array `ids` and its `end`, which is the number of ids written so
far. They return the new `end`.
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
"""Length of the array `notes`, in which a game's `features` stores numbers for its `parts`."""


class Blocks:
    """Blocks of feature numbers, in the order of their declaration."""

    def __init__(self) -> None:
        """Start without blocks."""
        self.size = 0
        """Total size of all blocks."""
        self.remembered: tuple[tuple[int, int], ...] = ()
        """Ranges of the features that a person must remember or work out, ascending; adjacent ranges are merged."""

    def block(self, answers: int, remembered: bool = False) -> int:
        """Add a block for a question with `answers` possible answers; return the first number of the block."""
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
    """Write each member of the set `members` as an answer."""
    while members != NONE:
        member = first(members)
        members = without(members, bit(member))
        ids[end] = block + member
        end += 1
    return end


@rule
def write_calls(s: AuctionState, seat, ids, end, block, edges):
    """For each seat that has called, write how many of `edges` are at most the seat's last call."""
    for turn in range(seats_of(s)):
        call = value_of(s.said[seat_at(seat, turn, s.seats)])
        if call != NOTHING:
            end = write(ids, end, block + (len(edges) + 1) * turn, bucket(call, edges))
    return end


# Answers


@rule
def bucket(value, edges):
    """Return how many of `edges` are at most `value`. `edges` is an ascending tuple or array."""
    reached = 0
    for edge in edges:
        reached += value >= edge
    return reached


@rule
def level(chance, levels):
    """Divide the range from 0 to 1 into `levels` equal steps; return the number of the step that contains `chance`."""
    return max(0, min(levels - 1, int(chance * levels)))


# Seats


@rule
def turn_of(seat, player, seats):
    """Return how many places `player` is to the left of `seat`; 0 if both are the same seat."""
    return player - seat if player >= seat else player - seat + seats


@rule
def seat_at(seat, turn, seats):
    """Return the seat that is `turn` places to the left of `seat`: the inverse of `turn_of`."""
    player = value_of(seat) + turn
    return player - seats if player >= seats else player


@rule
def least_of_others(values, seat, seats):
    """Return the least of `values` among all seats except `seat`."""
    least = 1 << 30
    for opponent in range(seats):
        if opponent != seat:
            least = min(least, value_of(values[opponent]))
    return least
