"""Public knowledge about hidden tiles, and worlds that fit it.

A player's tiles are modelled as slots in the order in which they came; `free[seat, n]` is the number of oldest slots
that cannot hold the number n. This is all the information there is. A turn passed shows that every tile then held lacks
both ends. So does the first purchase of a turn that only a player unable to play may make. Older slots have been there
for every exclusion that newer ones have seen.

The slot that a played tile leaves is not seen, but may be taken to be the oldest that could have held it. The sets that
the other slots allow grow with each newer slot, A1 ⊆ A2 ⊆ …. Hands fit them exactly if, for each j, at least j of the
tiles are in Aj (Hall's condition; drivers who park in order, each at or after their own wish). Let i be the oldest slot
that may hold the tile. The rest of the hand must then have j tiles in Aj for each j < i, and j - 1 for each j ≥ i. This
is exactly what the slots demand without slot i, so no information is lost and nothing is assumed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from saleroom.games.draw.rules.record import DEAL
from saleroom.kernel.bits import NONE, bit, first, seats_of, value_of, without
from saleroom.kernel.chance import fresh_chance, roll_below
from saleroom.kernel.compile import allocating_rule, rule
from saleroom.kernel.holdings import allot
from saleroom.kernel.tiles import HIGH, LOW, NUMBERS, SHOWING, TILES, tiles_in, whole_set

if TYPE_CHECKING:
    from saleroom.games.draw.rules.state import State


@rule
def note_absent(s: State, seat):
    """Record that no tile that the seat now holds shows either end."""
    s.free[seat, s.left] = s.holds[seat]
    s.free[seat, s.right] = s.holds[seat]


@rule
def slot_played(s: State, seat, tile):
    """Remove a tile from the oldest slot that may have held it."""
    slot = max(s.free[seat, HIGH[tile]], s.free[seat, LOW[tile]])
    for number in range(NUMBERS):
        s.free[seat, number] -= s.free[seat, number] > slot
    s.holds[seat] -= 1


@rule
def group_end(s: State, seat, start):
    """Return the first slot after `start` that lacks fewer numbers: slots from `start` up to it are one group."""
    end = value_of(s.holds[seat])
    for number in range(NUMBERS):
        if start < s.free[seat, number] < end:
            end = value_of(s.free[seat, number])
    return end


@rule
def allowed(s: State, seat, start, unseen, may):
    """Write into `may` the unseen tiles that slot `start` may hold."""
    may[0], may[1] = unseen[0], unseen[1]
    for number in range(NUMBERS):
        if s.free[seat, number] > start:
            may[0] = without(may[0], SHOWING[number, 0])
            may[1] = without(may[1], SHOWING[number, 1])


@rule
def find_unseen(s: State, seat, unseen):
    """Write into `unseen` the tiles that are neither in the line nor in the hand of `seat`."""
    for word in range(2):
        unseen[word] = without(whole_set(value_of(s.set), word), s.laid[word] | s.tiles[seat, word])


@rule
def pour(s: State, rest, rng):
    """Fill the boneyard with the tiles of `rest`, in random order."""
    for tile in range(tiles_in(value_of(s.set)), TILES):
        s.deck[tile] = tile
    place = value_of(s.drawn)
    for word in range(2):
        bits = rest[word]
        while bits != NONE:
            other = s.drawn + roll_below(rng, place - s.drawn + 1)
            s.deck[place] = s.deck[other]
            s.deck[other] = 64 * word + first(bits)
            bits = without(bits, bit(first(bits)))
            place += 1


@allocating_rule
def imagine(s: State, seat, rng):
    """Give the others tiles that their slots allow; the rest is the boneyard."""
    fresh_chance(s, rng)
    if s.phase == DEAL:
        return
    seats = seats_of(s)
    groups = seats * (NUMBERS + 1)  # a newer group lacks fewer numbers than the one before it
    may = np.zeros((groups, 2), np.uint64)
    out = np.zeros((groups, 2), np.uint64)
    need = np.zeros(groups, np.int64)
    owner = np.zeros(groups, np.int64)
    rest = np.zeros(2, np.uint64)
    find_unseen(s, seat, rest)
    count = 0
    for other in range(seats):
        start = value_of(s.holds[other]) if other == seat else 0
        while start < s.holds[other]:
            end = group_end(s, other, start)
            allowed(s, other, start, rest, may[count])
            need[count], owner[count] = end - start, other
            start, count = end, count + 1
    allot(rest, may, need, out, count, rng)
    for group in range(count):
        s.tiles[owner[group], 0] |= out[group, 0]
        s.tiles[owner[group], 1] |= out[group, 1]
    pour(s, rest, rng)
