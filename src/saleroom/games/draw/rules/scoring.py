"""The end of a round of Auction Draw. Numbers in comments are articles of RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.kernel.bits import NONE, bit, count, first, has, seats_of, value_of, without
from saleroom.kernel.compile import rule
from saleroom.kernel.pots import all_can_pay, close_books, end_with_most_chips, share
from saleroom.kernel.tiles import PIPS, clear

if TYPE_CHECKING:
    from saleroom.games.draw.rules.state import State


@rule
def pips_in(bits, base):
    """Return the total pips of the tiles in `bits`, a 64-bit word of a tile set. Bit 0 of the word stands for tile
    `base`.
    """
    pips = 0
    while bits != NONE:
        tile = first(bits)
        pips += PIPS[base + tile]
        bits = without(bits, bit(tile))
    return pips


@rule
def pips_held(s: State, seat):
    """Return the pips of a hand, or -1 for an empty hand. An empty hand therefore beats a hand with only the double
    blank.
    """
    return pips_in(s.tiles[seat, 0], 0) + pips_in(s.tiles[seat, 1], 64) if s.holds[seat] > 0 else -1


@rule
def fewest_pips(s: State):
    """5.1, 5.4: return, as a seat set, the seat with no tile left; if there is none, all seats with the fewest pips."""
    fewest, ahead = 1 << 30, NONE
    for seat in range(seats_of(s)):
        pips = pips_held(s, seat)
        if pips < fewest:
            fewest, ahead = pips, bit(seat)
        elif pips == fewest:
            ahead |= bit(seat)
    return ahead


@rule
def show_hands(s: State):
    """5.5: reveal all hands."""
    for seat in range(seats_of(s)):
        for word in range(2):
            s.shown[seat, word] = s.tiles[seat, word]
        clear(s.tiles[seat])
        s.holds[seat] = 0


@rule
def settle(s: State):
    """5.1, 5.4, 5.5, 6.1, 6.2, 6.3: share the pool and reveal the hands.

    If the match ends, share the remaining pool too.
    """
    ahead = fewest_pips(s)
    each = s.carry // count(ahead)
    for seat in range(seats_of(s)):
        s.won[seat] = each if has(ahead, seat) else 0
    share(s, ahead, count(ahead), value_of(s.carry))
    close_books(s)
    show_hands(s)
    if s.deal == s.deals or not all_can_pay(s, s.stake):
        end_with_most_chips(s)
