"""Public knowledge about hidden tiles, and imagined worlds that fit this knowledge.

The game models a player's tiles as slots, ordered by the time at which the player got them. `free[seat, n]` is the
number of oldest slots that cannot hold the number n. A pass shows that no tile held at that time shows either end. The
first purchase in a turn shows the same, if only players who cannot play may buy. A number that is excluded for a slot
is also excluded for all older slots. No other information is public.

The slot of a played tile is unknown; the model takes the oldest slot that could have held the tile. Slots are numbered
from the oldest. Let Aj be the set of tiles allowed in slot j. These sets grow: A1 ⊆ A2 ⊆ …. A hand fits the slots if
and only if, for each j, at least j of its tiles are in Aj (Hall's condition, as for parking functions). Let i be the
oldest slot that can hold the played tile. For each j, the rest of the hand then needs a minimum number of tiles in Aj:
j tiles if j < i, and j - 1 tiles if j ≥ i. This is exactly the condition for the slots without slot i, so the model
neither loses information nor assumes anything.
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
    """Record that no tile now held by the seat shows either end of the line."""
    s.free[seat, s.left] = s.holds[seat]
    s.free[seat, s.right] = s.holds[seat]


@rule
def slot_played(s: State, seat, tile):
    """Remove a played tile from the oldest slot that could have held it."""
    slot = max(s.free[seat, HIGH[tile]], s.free[seat, LOW[tile]])
    for number in range(NUMBERS):
        s.free[seat, number] -= s.free[seat, number] > slot
    s.holds[seat] -= 1


@rule
def group_end(s: State, seat, start):
    """Return the end of the group of slots that begins at `start`: the first later slot that excludes fewer numbers."""
    end = value_of(s.holds[seat])
    for number in range(NUMBERS):
        if start < s.free[seat, number] < end:
            end = value_of(s.free[seat, number])
    return end


@rule
def allowed(s: State, seat, start, unseen, may):
    """Write into `may` the unseen tiles that slot `start` can hold."""
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
    """Fill the boneyard with the tiles of `rest` in random order."""
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
    """Give the other seats random unseen tiles that their slots allow; the remaining unseen tiles form the boneyard."""
    fresh_chance(s, rng)
    if s.phase == DEAL:
        return
    seats = seats_of(s)
    groups = seats * (NUMBERS + 1)  # each group of a seat excludes fewer numbers than the last
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
