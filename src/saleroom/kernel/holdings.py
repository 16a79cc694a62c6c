"""Holdings: the hidden pieces that each seat can have, and random consistent assignments of pieces to them.

A *holding* is a group of hidden pieces with the same history, such as a dealt hand, a purchase or a kitty card. For
each holding, the rules keep the set of pieces that it can contain, and remove pieces as play reveals more. `allot`
fills all holdings from the unseen pieces, and succeeds whenever an assignment exists.

Sets are rows of two words, enough for a double-twelve set of dominoes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from saleroom.kernel.bits import NONE, bit, count, nth, seats_of, without
from saleroom.kernel.chance import roll_below
from saleroom.kernel.compile import allocating_rule, rule
from saleroom.kernel.game import Holding
from saleroom.kernel.tricks import cards_left

if TYPE_CHECKING:
    from saleroom.kernel.states import TrickState


@rule
def _overlap(a, b):
    return count(a[0] & b[0]) + count(a[1] & b[1])


@rule
def _move_one(source, wanted, target, rng):
    """Move a random piece of `wanted` from `source` to `target`."""
    low = source[0] & wanted[0]
    inside = count(low)
    high = source[1] & wanted[1]
    index = roll_below(rng, inside + count(high))
    if index < inside:
        piece = bit(nth(low, index))
        source[0] = without(source[0], piece)
        target[0] |= piece
    else:
        piece = bit(nth(high, index - inside))
        source[1] = without(source[1], piece)
        target[1] |= piece


@rule
def _tightest(rest, may, need, filled, holdings):
    """Return the unfilled holding with the least slack: the number of its possible pieces minus its need."""
    best, least = -1, 1 << 30
    for h in range(holdings):
        if not filled[h]:
            slack = _overlap(rest, may[h]) - need[h]
            if slack < least:
                best, least = h, slack
    return best


@allocating_rule
def _make_room(rest, may, out, wanting, holdings, rng):
    """Free a piece that holding `wanting` can contain, by moving pieces along the shortest chain of other holdings."""
    came_from = np.full(holdings, -1, np.int64)
    queue = np.empty(holdings, np.int64)
    queue[0], head, tail = wanting, 0, 1
    while head < tail:
        at = queue[head]
        head += 1
        if _overlap(rest, may[at]) > 0:
            while at != wanting:
                before = came_from[at]
                _move_one(rest, may[at], out[at], rng)
                _move_one(out[at], may[before], rest, rng)
                at = before
            return True
        for other in range(holdings):
            if other != wanting and came_from[other] < 0 and _overlap(out[other], may[at]) > 0:
                came_from[other] = at
                queue[tail] = other
                tail += 1
    return False


@allocating_rule
def allot(rest, may, need, out, holdings, rng):
    """Move `need[h]` pieces of `may[h]` from `rest` to `out[h]`, for each holding h.

    Return whether that was possible. `rest` (2 words) loses these pieces; `may` and `out` are `uint64` of shape
    (holdings, 2), and `out` must be zero. The holding with the least slack is filled first. If too few pieces are left
    for a holding, pieces move between other holdings along an augmenting path.
    """
    filled = np.zeros(holdings, np.int64)
    for _ in range(holdings):
        h = _tightest(rest, may, need, filled, holdings)
        filled[h] = 1
        for _ in range(need[h]):
            if _overlap(rest, may[h]) == 0 and not _make_room(rest, may, out, h, holdings, rng):
                return False
            _move_one(rest, may[h], out[h], rng)
    return True


@rule
def take_some(cards, size, rng):
    """Return a random choice of `size` cards."""
    taken = NONE
    for _ in range(size):
        taken |= bit(nth(without(cards, taken), roll_below(rng, count(cards) - count(taken))))
    return taken


@allocating_rule
def imagine_hands(s: TrickState, seat, dealt, unseen, rng):
    """Fill the hands hidden from `seat` with random possible cards from `unseen`; each hand was dealt `dealt` cards."""
    seats = seats_of(s)
    rest = np.zeros(2, np.uint64)
    may = np.zeros((seats, 2), np.uint64)
    out = np.zeros((seats, 2), np.uint64)
    need = np.zeros(seats, np.int64)
    rest[0] = unseen
    for other in range(seats):
        if other != seat:
            may[other, 0] = s.may[other]
            need[other] = cards_left(s, other, dealt)
    allot(rest, may, need, out, seats, rng)
    for other in range(seats):
        if other != seat:
            s.hand[other] = out[other, 0]


def hidden_hands(view: Any, seat: int, dealt: int, unseen: int) -> list[Holding]:
    """Return the hands that are hidden from `seat`; `view` is the view of that seat."""
    return [
        Holding(other, "hand", int(cards_left(view, other, dealt)), int(view.may[other]) & unseen)
        for other in range(view.seats)
        if other != seat
    ]
