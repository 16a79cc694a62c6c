"""Heuristics of the bot `house` in Auction House: trade bad cards away, win tricks cheaply, and stop the leading seat.

Cards are valued in tricks. The bot compares the chance that a card wins a trick now with the chance that it wins a
trick later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.games.house.rules.record import BID, KITTY, LAY, NOT_TURNED, TRADE, TRICKS_IN_ROUND
from saleroom.games.house.rules.rules import OFFER, PASS, SWAP, legal, traders
from saleroom.games.house.rules.scoring import card_points
from saleroom.games.house.rules.worlds import hand_size, unseen_cards
from saleroom.kernel.bits import (
    NONE,
    bit,
    count,
    first,
    has,
    lowered,
    next_seat,
    seats_of,
    shifted,
    value_of,
    without,
    word,
)
from saleroom.kernel.cards import in_suit, rank_of, suit_of, suit_set
from saleroom.kernel.compile import rule
from saleroom.kernel.fields import NO_SEAT
from saleroom.kernel.tricks import NO_TRUMP, beats, low_ace

if TYPE_CHECKING:
    from saleroom.games.house.rules.state import State

SUITS = 4
COURTS_IN_SUIT = 3
USUAL_KITTY = 16  # approximate total points of the four cards in a kitty
FAIR_SHARE = 9 / 4  # tricks


# The worth of a card before trick play, when trump can still be unknown


@rule
def trump_chance(s: State, suit):
    """Return the likelihood that a suit is trump.

    Before trump is turned, this is the suit's share of the unturned court cards.
    """
    if s.trump != NOT_TURNED:
        return 1.0 if s.trump == suit else 0.0
    left = COURTS_IN_SUIT - count(s.turned & suit_set(suit))
    return left / (SUITS * COURTS_IN_SUIT - count(s.turned))


@rule
def side_worth(rank):
    """Return the expected tricks of a card with this `rank` in a plain suit. Only high cards of the suit win tricks.

    Rank 0 is the ace, which is low.
    """
    return max(0.0, 0.75 - 0.22 * (9 - rank))


@rule
def trump_worth(rank):
    """Return the expected tricks of a trump with this `rank`. Low trumps can win tricks in plain suits."""
    return 0.2 + 0.08 * rank


@rule
def worth(s: State, card):
    """Return the expected tricks of a card, averaged over the possible trump suits."""
    rank = rank_of(low_ace(card))
    chance = trump_chance(s, suit_of(card))
    return chance * trump_worth(rank) + (1.0 - chance) * side_worth(rank)


@rule
def strength(s: State, hand):
    """Return the expected tricks of a hand."""
    total = 0.0
    while hand != NONE:
        total += worth(s, first(hand))
        hand = without(hand, bit(first(hand)))
    return total


@rule
def worst_of(s: State, cards, hand):
    """Return the card to give away: the card of `cards` with the least worth or, among similar cards, one of a short
    suit.
    """
    best, least = first(cards), 1e9
    while cards != NONE:
        card = first(cards)
        price = worth(s, card) + 0.01 * count(in_suit(hand, suit_of(card)))
        if price < least:
            best, least = card, price
        cards = without(cards, bit(card))
    return best


# The auction


@rule
def suit_to_call(s: State, hand, offered):
    """Return the suit to call, as the number of steps from the suit of the offered card.

    The bot calls the suit that is most likely to be trump; among similar suits, it calls the longest.
    """
    best, best_liking = 1, -1.0
    for suits_on in range(1, SUITS):
        suit = (suit_of(offered) + suits_on) % SUITS
        liking = trump_chance(s, suit) + 0.05 * count(in_suit(hand, suit))
        if liking > best_liking:
            best, best_liking = suits_on, liking
    return best


@rule
def bid(s: State, seat):
    """Return an offer of the worst card, or a pass if the hand has no bad card.

    A trade hardly ever gives the bot a card that is worse than its worst card.
    """
    hand = s.hand[seat]
    card = worst_of(s, hand, hand)
    if worth(s, card) > 0.2:
        return PASS
    return OFFER * suit_to_call(s, hand, card) + card


@rule
def lay(s: State, seat):
    """Return the card to lay: the best card of the called suit that is worth less than half the offered card.

    If the hand is void in the called suit, choose among all cards. If no card is worth so little, return the worst card
    of the other suits.
    """
    hand = s.hand[seat]
    limit = worth(s, s.shown[s.starter]) / 2
    called = hand & suit_set(s.called)
    best, best_worth = NO_SEAT, 0.0
    cards = called if called != NONE else hand
    while cards != NONE:
        card = first(cards)
        if best_worth <= worth(s, card) < limit:
            best, best_worth = card, worth(s, card)
        cards = without(cards, bit(card))
    if best != NO_SEAT:
        return best
    uncalled = without(hand, called)
    return worst_of(s, uncalled if uncalled != NONE else hand, hand)


@rule
def trade(s: State):
    """Return the trade with the partner that shows the best card."""
    partners = traders(s)
    best, best_worth = first(partners), -1.0
    for seat in range(seats_of(s)):
        if has(partners, seat) and worth(s, s.shown[seat]) > best_worth:
            best, best_worth = seat, worth(s, s.shown[seat])
    return SWAP + best


# The kitty


@rule
def gain_by_kitty(s: State, hand):
    """Return a hand's gain per point in the kitty: its chance to win the kitty, minus the average chance of another
    seat.
    """
    chance = min(0.8, max(0.05, 0.25 + 0.2 * (strength(s, hand) - FAIR_SHARE)))
    return (4.0 * chance - 1.0) / 3.0


@rule
def worth_aside(s: State, card, hand, gain):
    """Return the worth of putting a card aside, in points. `gain` is the result of `gain_by_kitty`."""
    price = 0.25 * (USUAL_KITTY + s.carry)  # of a trick
    alone = 0.1 if count(in_suit(hand, suit_of(card))) == 1 else 0.0
    return gain * card_points(card) - price * (worth(s, card) - alone)


@rule
def kitty(s: State, seat):
    """Return the card to put aside.

    A strong hand puts aside many points, and a weak hand few. Cards that will probably win tricks are kept.
    """
    hand = s.hand[seat]
    gain = gain_by_kitty(s, hand)
    best, best_value = first(hand), -1e9
    cards = hand
    while cards != NONE:
        card = first(cards)
        value = worth_aside(s, card, hand, gain)
        if value > best_value:
            best, best_value = card, value
        cards = without(cards, bit(card))
    return best


# Trick play


@rule
def ranks_of(cards, suit):
    """Return the set of ranks in a suit, from 0 for the ace, which is low, to 9 for the ten."""
    ranks = in_suit(cards, suit)
    return (shifted(ranks, 1) | lowered(ranks, 12)) & word(0x1FFF)


@rule
def higher(cards, card):
    """Return how many of `cards` are in the suit of `card` and rank above it."""
    return count(lowered(ranks_of(cards, suit_of(card)), rank_of(low_ace(card)) + 1))


@rule
def chance_of_none(s: State, seat, out, cards):
    """Return the likelihood that a seat holds none of `cards` unseen cards; `out` is the set of all unseen cards."""
    places = count(out & s.may[seat])
    return (1.0 - min(1.0, hand_size(s, seat) / places)) ** cards if cards > 0 and places > 0 else 1.0


@rule
def chance_beaten(s: State, seat, card, led, out):
    """Return the likelihood that a seat that plays later beats `card`, which wins the trick so far."""
    hold = out & s.may[seat]
    void = chance_of_none(s, seat, out, count(hold & suit_set(led)))
    if suit_of(card) != led:
        return void * (1.0 - chance_of_none(s, seat, out, higher(hold, card)))
    beaten = 1.0 - chance_of_none(s, seat, out, higher(hold, card))
    if s.trump == NO_TRUMP or led == s.trump:
        return beaten
    return beaten + void * (1.0 - chance_of_none(s, seat, out, count(hold & suit_set(s.trump))))


@rule
def chance_to_win(s: State, seat, card, out):
    """Return the likelihood that a card takes the current trick."""
    if s.in_trick > 0 and not beats(low_ace(card), s.winning, s.trump):
        return 0.0
    led = s.led if s.in_trick > 0 else suit_of(card)
    wins = 1.0
    opponent = next_seat(seat, s.seats)
    for _ in range(s.seats - 1 - s.in_trick):
        wins *= 1.0 - chance_beaten(s, opponent, card, led, out)
        opponent = next_seat(opponent, s.seats)
    return wins


@rule
def worth_of_keeping(s: State, card, hand, out):
    """Return the expected tricks of a card that is kept for later.

    A trump can always win a trick. Another card can win only if its guards, the other cards of its suit in the hand,
    are at least as many as the unseen cards above it.
    """
    above = higher(out, card)
    if suit_of(card) == s.trump:
        return max(0.3, 0.95 - 0.15 * above)
    guards = count(in_suit(hand, suit_of(card))) - 1
    if above > guards:
        return 0.02 * rank_of(low_ace(card)) / 9
    return 0.7 / (1.0 + above)


@rule
def out_of_reach(s: State, seat):
    """Return the leading seat if `seat` can no longer reach that seat's number of tricks; otherwise return -1."""
    reach = s.tricks_won[seat] + TRICKS_IN_ROUND - s.tricks
    highest, ahead = 0, NO_SEAT
    for player in range(seats_of(s)):
        if s.tricks_won[player] > highest:
            highest, ahead = value_of(s.tricks_won[player]), player
        elif s.tricks_won[player] == highest:
            ahead = NO_SEAT
    return ahead if reach < highest else NO_SEAT


@rule
def worth_of_trick(s: State, seat):
    """Return the value of a trick, which is usually 1.

    It is 0 if `seat` can no longer catch up with the leading seat, and the leading seat does not win the trick so far.
    """
    ahead = out_of_reach(s, seat)
    return 1.0 if ahead == NO_SEAT or (s.in_trick > 0 and s.winning_seat == ahead) else 0.0


@rule
def worth_of_playing(s: State, seat, card, prize, hand, out):
    """Return the value of playing a card, in tricks.

    It is the chance to win the trick, times the value `prize` of the trick, minus the value of keeping the card.
    """
    return prize * chance_to_win(s, seat, card, out) - worth_of_keeping(s, card, hand, out)


@rule
def play(s: State, seat):
    """Return the legal card with the greatest `worth_of_playing`."""
    out = unseen_cards(s, seat)
    hand = s.hand[seat]
    prize = worth_of_trick(s, seat)
    cards = legal(s, seat).a
    best, best_value = first(cards), -1e9
    while cards != NONE:
        card = first(cards)
        value = worth_of_playing(s, seat, card, prize, hand, out)
        if value > best_value:
            best, best_value = card, value
        cards = without(cards, bit(card))
    return best


@rule
def choose(s: State, seat, rng):
    """Return the action of the bot `house` in `seat`, chosen from the seat's view."""
    if s.phase == BID:
        return bid(s, seat)
    if s.phase == LAY:
        return lay(s, seat)
    if s.phase == TRADE:
        return trade(s)
    if s.phase == KITTY:
        return kitty(s, seat)
    return play(s, seat)
