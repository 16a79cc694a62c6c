"""Heuristics of the bot `house` in Auction Flop Poker: estimate the worth of a hand, and never pay more for an action
than the action gains.

All choices depend on the *hope* of a hand: the chance that the completed hand beats one other player's hand. The tables
below give this chance for complete and incomplete hands, as measured in many deals among `house` bots.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from saleroom.games.flop.rules.record import BID, DISCARD, FLOP_CARDS, HAND, KEEP, TAKE
from saleroom.games.flop.rules.rules import DISCARDS_FOR, KEEPS, KEEPS_FOR, PASS, PRICES, RAISE, REFUSE, TAKE_IT, chosen
from saleroom.kernel.auctions import least_bid
from saleroom.kernel.bits import NONE, ONE, count, first, last, seats_of, without, word
from saleroom.kernel.cards import ACE, in_suit
from saleroom.kernel.compile import rule
from saleroom.kernel.poker import ACE_LOW, FOUR, class_of, ranks_of, strength

if TYPE_CHECKING:
    from saleroom.games.flop.rules.state import State

# Hope (the chance to beat one other hand) of complete hands, for each class from high card to straight flush. The first
# table has the value for the weakest hand of the class, and the second the increase if the top card is an ace.
FULL = np.array([-0.27, 0.14, 0.29, 0.49, 0.57, 0.31, 0.84, 0.98, 0.999])
FULL_RANKS = np.array([0.38, 0.18, 0.18, 0.07, 0.05, 0.48, 0.13, 0.015, 0.001])
# Hope of incomplete hands, by number of missing cards and by class, up to three of a kind; and the increase if the top
# card is an ace.
PART = np.array(
    [
        [0.0, 0.0, 0.0, 0.0],
        [0.03, 0.31, 0.65, 0.73],
        [0.25, 0.62, 0.0, 0.79],
        [0.47, 0.65, 0.0, 0.0],
        [0.57, 0.0, 0.0, 0.0],
        [0.61, 0.0, 0.0, 0.0],
    ]
)
PART_RANKS = 0.1
FOUR_ALIKE = 0.98
# Hope of incomplete hands of one suit, by number of missing cards; and the increase if the top card is an ace.
FLUSH_DRAW = np.array([0.0, 0.41, 0.44, 0.48])
FLUSH_RANKS = np.array([0.0, 0.27, 0.19, 0.15])
# Hope of incomplete hands, by number of missing cards and number of possible straights, from one to three.
RUN_DRAW = np.array([[0.0, 0.0, 0.0, 0.0], [0.0, 0.40, 0.50, 0.50], [0.0, 0.35, 0.40, 0.45]])

DISCARDS_PAID = 2.5  # average price, in chips, that a player pays for discards
FLOPS_PAID = 1.2  # factor by which the pot grows through bids
CARD_PRICE = 0.08  # cost of filling one missing card, as a fraction of the pot divided by the number of seats


# The worth of a hand


@rule
def straights_left(ranks):
    """Return the number of straights that a set of ranks can still become, at most three."""
    wheel = 1 if without(ranks, ACE_LOW) == NONE else 0
    lowest, highest = max(0, last(ranks) - HAND + 1), min(first(ranks), ACE - HAND + 1)
    return min(wheel + max(0, highest - lowest + 1), 3)


@rule
def one_suit(cards):
    """Return whether all cards are of one suit."""
    for suit in range(4):
        if count(in_suit(cards, suit)) == count(cards):
            return True
    return False


@rule
def draws(cards, missing):
    """Return the chance that `cards` beat one other hand by becoming a flush or straight.

    The cards have different ranks.
    """
    once, _, _, _ = ranks_of(cards)
    hope = 0.0
    if missing < len(RUN_DRAW):
        hope = RUN_DRAW[missing, straights_left(once)]
    if missing < len(FLUSH_DRAW) and one_suit(cards):
        hope = max(hope, FLUSH_DRAW[missing] + FLUSH_RANKS[missing] * last(once) / ACE)
    return hope


@rule
def hope_of(cards):
    """Return the chance that `cards`, once completed to five cards, beat one other player's hand."""
    missing = HAND - count(cards)
    if cards == NONE:
        return PART[HAND, 0]
    once, twice, thrice, _ = ranks_of(cards)
    top = last(thrice if thrice != NONE else twice if twice != NONE else once) / ACE
    kind = class_of(strength(cards))
    if missing == 0:
        return max(0.0, FULL[kind] + FULL_RANKS[kind] * top)
    if kind == FOUR:
        return FOUR_ALIKE
    hope = max(0.0, PART[missing, kind] + PART_RANKS * top)
    return hope if twice != NONE else max(hope, draws(cards, missing))


@rule
def share_of(hope, seats):
    """Return the expected fraction of the pot that a hand wins; `hope` is its chance to beat one other hand."""
    lose, others = 1.0 - hope, seats - 1
    if others == 1:
        return 0.7 * hope + 0.3 * lose
    best = hope**others
    second = others * hope ** (others - 1) * lose
    third = others * (others - 1) / 2 * hope ** (others - 2) * lose * lose
    return 0.6 * best + 0.3 * second + 0.1 * third


# The choices


@rule
def pot_to_come(s: State, seat):
    """Return the predicted final pot, after later seats have discarded and some flops have been sold."""
    waiting = (s.dealer - seat) % s.seats
    return (s.carry + DISCARDS_PAID * waiting) * FLOPS_PAID


@rule
def worth_of_discarding(hope, size, pot, seats):
    """Return a hand's expected winnings, minus the cost of discarding `size` cards and refilling the hand."""
    price = size * (size + 1) / 2
    return share_of(hope, seats) * (pot + price) - price - size * CARD_PRICE * pot / seats


@rule
def best_discard(s: State, seat):
    """Return the discard with the highest expected winnings after all costs."""
    hand, seats = s.hand[seat], seats_of(s)
    pot = pot_to_come(s, seat)
    best, best_worth = 0, -1e9
    options = DISCARDS_FOR[min(s.scores[seat], PRICES[-1])]
    while options != NONE:
        places = first(options)
        options &= options - ONE
        left = without(hand, chosen(hand, word(places)))
        worth = worth_of_discarding(hope_of(left), HAND - count(left), pot, seats)
        if worth > best_worth:
            best, best_worth = places, worth
    return best


@rule
def best_keep(s: State, seat):
    """Return the best action that keeps cards of the flop, and the resulting hand's chance to beat one other hand."""
    best, best_hope = 0, -1.0
    options = KEEPS_FOR[min(HAND - s.cards[seat], FLOP_CARDS)]
    while options != NONE:
        action = first(options)
        options &= options - ONE
        hope = hope_of(s.hand[seat] | chosen(s.flop, word(action - KEEPS)))
        if hope > best_hope:
            best, best_hope = action, hope
    return best, best_hope


@rule
def gain_by(s: State, seat, hope):
    """Return the gain, in chips, from replacing the seat's hand by a hand with this `hope`; negative for a worse hand.

    The pot excludes fees for refusing this flop; otherwise the pot would grow with each fee and justify ever higher
    fees.
    """
    before = hope_of(s.hand[seat])
    fees = s.fee * (s.fee - 1) // 2 if s.phase == TAKE else 0
    return (share_of(hope, seats_of(s)) - share_of(before, seats_of(s))) * (s.carry - fees)


@rule
def gain(s: State, seat):
    """Return the gain from the current flop, in chips; negative if the flop makes the hand worse."""
    _, hope = best_keep(s, seat)
    return gain_by(s, seat, hope)


@rule
def would_raise(s: State, seat):
    """Return whether the flop is worth a raise, if another player would otherwise buy the flop."""
    price, eagerness = least_bid(s, 1), s.seats / (s.seats - 1)
    return price <= s.scores[seat] and price <= eagerness * gain(s, seat)


@rule
def would_refuse(s: State, seat):
    """Return whether the loss from the flop exceeds the fee times the number of short seats.

    The fee is multiplied because the seat may have to pay a fee again for the same flop.
    """
    return s.fee <= s.scores[seat] and s.fee * count(s.short) < -gain(s, seat)


@rule
def choose(s: State, seat, rng):
    """Return the best action of the bot `house`.

    The bot bids if the gain from the flop is large enough, and refuses the flop if the loss from the flop exceeds the
    expected fees.
    """
    if s.phase == DISCARD:
        return best_discard(s, seat)
    if s.phase == KEEP:
        action, _ = best_keep(s, seat)
        return action
    if s.phase == BID:
        return RAISE if would_raise(s, seat) else PASS
    return REFUSE if would_refuse(s, seat) else TAKE_IT
