"""Public knowledge about the hidden cards in Auction Flop Poker, and imagined worlds that fit this knowledge.

A hand consists of the cards that its seat kept from the deal and from each flop. Other seats have not seen the cards
kept from the deal. A card kept from a flop is one of the flop's three cards, but not a card that was turned again after
a reshuffle. A card that is first seen after a reshuffle was dealt to a player and discarded, unless it came from the
old stock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.games.flop.rules.record import DISCARD, FLOP_CARDS
from saleroom.kernel.bits import NONE, below, bit, count, nth, seats_of, value_of, without
from saleroom.kernel.cards import PACK
from saleroom.kernel.chance import fresh_chance, roll_below
from saleroom.kernel.compile import rule
from saleroom.kernel.holdings import take_some

if TYPE_CHECKING:
    from saleroom.games.flop.rules.state import State


@rule
def note_flop(s: State, cards, from_first_stock):
    """Record the cards of a turned flop. The first `from_first_stock` of them are from the first stock.

    After a reshuffle, a turned card cannot be among the cards kept from earlier flops. If a flop mixes two stocks, the
    record does not show which of its cards came from the old stock. Only their number is stored.
    """
    if s.reshuffles > 0:
        for seat in range(seats_of(s)):
            for keep in range(s.keeps[seat]):
                s.keep_may[seat, keep] = without(s.keep_may[seat, keep], cards)
    s.turned |= cards
    s.seen |= cards
    if from_first_stock == FLOP_CARDS:
        s.undealt |= cards
    elif from_first_stock > 0:
        s.mixed, s.mixed_old = cards, from_first_stock


@rule
def note_keep(s: State, seat, size):
    """Record that a seat keeps `size` cards of the flop."""
    keep = s.keeps[seat]
    s.keep_size[seat, keep] = size
    s.keep_may[seat, keep] = s.flop
    s.keeps[seat] += 1


@rule
def kept_of_deal(s: State, seat):
    """Return how many of its dealt cards a seat still holds."""
    size = value_of(s.cards[seat])
    for keep in range(s.keeps[seat]):
        size -= s.keep_size[seat, keep]
    return size


@rule
def unseen_by(s: State, seat):
    """Return the cards that `seat` has not seen in this deal."""
    return without(below(PACK), s.seen | s.hand[seat] | s.thrown[seat])


@rule
def returned_to(s: State, seat):
    """Return the turned cards that can be other seats' discards, which a reshuffle has put back into the stock.

    All of these cards are discards, except `mixed_old` cards of a flop that mixed two stocks.
    """
    return without(s.seen, s.undealt | s.thrown[seat])


@rule
def discards_of_others(s: State, seat):
    """Return the total number of cards that the other seats have discarded."""
    total = 0
    for other in range(seats_of(s)):
        if other != seat:
            total += s.discarded[other]
    return total


@rule
def take_discards(size, places, returned, unseen, rng):
    """Return `size` random discards of one seat, drawn so that all cards of `returned` become some seat's discards.

    The caller draws the discards of one seat after another. `places` is the number of discards still to draw, including
    those of this seat.
    """
    taken = NONE
    for _ in range(size):
        back = without(returned, taken)
        known = count(back)
        if roll_below(rng, places) >= known:
            back = without(unseen, taken)
            known = count(back)
        taken |= bit(nth(back, roll_below(rng, known)))
        places -= 1
    return taken


@rule
def imagine_hands(s: State, seat, rng):
    """Fill the other seats' discards and hands with random possible cards; return the remaining unseen cards."""
    unseen, returned = unseen_by(s, seat), returned_to(s, seat)
    returned = without(returned, take_some(returned & s.mixed, s.mixed_old, rng))
    places = discards_of_others(s, seat)
    for other in range(seats_of(s)):
        if other == seat:
            continue
        thrown = take_discards(s.discarded[other], places, returned, unseen, rng)
        places -= s.discarded[other]
        unseen, returned = without(unseen, thrown), without(returned, thrown)
        hand = take_some(unseen, kept_of_deal(s, other), rng)
        unseen = without(unseen, hand)
        for keep in range(s.keeps[other]):
            hand |= take_some(s.keep_may[other, keep], s.keep_size[other, keep], rng)
        s.thrown[other], s.hand[other] = thrown, hand
    return unseen


@rule
def imagine_stock(s: State, rng):
    """Put cards discarded or turned since the last reshuffle into the pile, unless a seat holds them.

    The other cards that no seat holds form the stock, in random order.
    """
    away = s.turned
    hands = s.flop
    for seat in range(seats_of(s)):
        hands |= s.hand[seat]
        if s.reshuffles == 0:
            away |= s.thrown[seat]
    s.pile = without(away, hands)
    stock = without(below(PACK), away | hands)
    for place in range(s.top, s.top + s.stock):
        card = nth(stock, roll_below(rng, count(stock)))
        s.deck[place] = card
        stock = without(stock, bit(card))


@rule
def imagine(s: State, seat, rng):
    """Give the other seats random possible cards; the remaining cards form the stock, in random order."""
    fresh_chance(s, rng)
    if s.phase >= DISCARD:
        imagine_hands(s, seat, rng)
        imagine_stock(s, rng)
