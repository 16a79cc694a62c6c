"""Heuristics of the bot `house` in Auction Hearts: name a suit with low cards, bid what that is worth, and avoid pain
cards.

All values are in chips. The bot compares the expected cost of playing a card now with the later cost of keeping it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.games.hearts.rules.record import BID, HAND, LIMITED, MOON_OFF, NAME
from saleroom.games.hearts.rules.rules import BIDS, NAMES, PASS, legal_cards
from saleroom.kernel.auctions import least_bid
from saleroom.kernel.bits import NONE, below, bit, count, first, last, next_seat, seats_of, value_of, without
from saleroom.kernel.cards import PACK, in_suit, rank_of, suit_of, suit_set
from saleroom.kernel.compile import rule
from saleroom.kernel.fields import NO_SEAT
from saleroom.kernel.tricks import all_played

if TYPE_CHECKING:
    from saleroom.games.hearts.rules.state import State

SUITS = 4
PAIN_CARDS = 13  # also the chips paid into the pot in a deal, if all seats can pay


# The auction: the safest suit to name, and its worth


@rule
def takes(out, rank):
    """Return the likelihood that a card with this `rank` takes a trick that the other seats try to lose.

    `out` has the ranks of the card's suit that the other seats hold.
    """
    total = count(out)
    lower = count(out & below(rank))
    return (lower / total) ** 2 if total > 0 else 1.0


@rule
def pain_danger(ranks):
    """Return the danger of `ranks` in the pain suit: a measure of how many tricks they take against the player's will.

    The lowest card must lose the first trick in the suit, and the second lowest card must lose the second trick.
    Further tricks in the suit are rare.
    """
    out = without(below(HAND), ranks)
    danger, weight = 0.0, 1.0
    while ranks != NONE:
        lowest = first(ranks)
        danger += weight * takes(out, lowest)
        weight *= 0.6
        ranks = without(ranks, bit(lowest))
    return danger


@rule
def side_danger(ranks):
    """Return the danger of `ranks` in a suit that is not the pain suit.

    The two highest cards can be played early, while all seats follow suit. The lower cards must lose later tricks, when
    other seats have no cards of the suit.
    """
    out = without(below(HAND), ranks)
    for _ in range(min(2, count(ranks))):
        ranks = without(ranks, bit(last(ranks)))
    danger = 0.0
    while ranks != NONE:
        lowest = first(ranks)
        danger += takes(out, lowest)
        ranks = without(ranks, bit(lowest))
    return danger


@rule
def danger_of(hand, pain):
    """Return how hard it is for the given hand to avoid pain cards if `pain` is the pain suit; 0 is easy."""
    danger = pain_danger(in_suit(hand, pain))
    for suit in range(SUITS):
        if suit != pain:
            danger += side_danger(in_suit(hand, suit))
    return danger


@rule
def safest_suit(hand):
    """Return the safest suit to name."""
    best, least = 0, 1e9
    for suit in range(SUITS):
        danger = danger_of(hand, suit)
        if danger < least:
            best, least = suit, danger
    return best


@rule
def worth_of_naming(s: State, hand):
    """Return the highest bid that is worth paying, in chips.

    The seat that names the suit wins a larger share of the pot and takes fewer pain cards. The bidder wins part of the
    bid back with the pot.
    """
    danger = danger_of(hand, safest_suit(hand))
    extra_share = max(0.0, 0.34 - 0.32 * danger)
    less_pain = max(0.0, 4.0 - 1.6 * danger)
    return (extra_share * (PAIN_CARDS + s.carry) + less_pain) / (1.0 - extra_share)


@rule
def bid(s: State, seat):
    """Return a bid up to the bot's limit, or a pass if the lowest legal bid exceeds the limit.

    The limit is at most half the chips. A winner pays the full bid, so the bot raises only part of the way to its
    limit: three eighths of the way as the first bidder, and not at all as the last.
    """
    limit = min(int(worth_of_naming(s, s.hand[seat])), s.scores[seat] // 2)
    least = least_bid(s, 1)
    if least > limit:
        return PASS
    still_to_speak = s.seats - 1 - s.spoken
    return BIDS + least + (limit - least) * still_to_speak // (2 * s.seats)


# Trick play: the cost of a card


@rule
def may_follow(s: State, seat, suit, out):
    """Return whether a seat can hold cards of a suit, if `out` is the set of unseen cards."""
    return s.may[seat] & suit_set(suit) & out != NONE


@rule
def may_play_pain(s: State):
    """Return whether a player who is void in the suit led may discard a pain card to this trick."""
    return s.tricks > 0 or s.pain_limits != LIMITED


@rule
def chance_of_pain(s: State, seat, suit, out):
    """Return the likelihood that a seat that plays later adds a pain card to the trick, by following suit or by
    discarding.
    """
    if out & suit_set(s.pain) & s.may[seat] == NONE:
        return 0.0
    follows = 1.0 - (2 / 3) ** count(out & suit_set(suit)) if may_follow(s, seat, suit, out) else 0.0
    if suit == s.pain:
        return follows
    return 0.7 * (1.0 - follows) if may_play_pain(s) else 0.0


@rule
def chance_beaten(s: State, seat, card, out):
    """Return the likelihood that a seat that plays later beats a card of the suit led."""
    suit = suit_of(card)
    if not may_follow(s, seat, suit, out):
        return 0.0
    ranks = in_suit(out, suit)
    return 1.0 - count(ranks & below(rank_of(card))) / count(ranks)


@rule
def chance_to_win(s: State, seat, card, out):
    """Return the likelihood that a card takes the current trick."""
    if s.in_trick > 0 and (suit_of(card) != s.led or card < s.winning):
        return 0.0
    wins = 1.0
    opponent = next_seat(seat, s.seats)
    for _ in range(s.seats - 1 - s.in_trick):
        wins *= 1.0 - chance_beaten(s, opponent, card, out)
        opponent = next_seat(opponent, s.seats)
    return wins


@rule
def pain_expected(s: State, seat, card, out):
    """Return the expected number of pain cards in the completed trick, if `card` is played to the trick."""
    suit = suit_of(card) if s.in_trick == 0 else s.led
    pain = 1.0 * count((s.trick | bit(card)) & suit_set(s.pain))
    opponent = next_seat(seat, s.seats)
    for _ in range(s.seats - 1 - s.in_trick):
        pain += chance_of_pain(s, opponent, suit, out)
        opponent = next_seat(opponent, s.seats)
    return pain


@rule
def is_clear(s: State, seat):
    """Return whether a seat has not taken any pain card yet."""
    return s.taken[seat] & suit_set(s.pain) == NONE


@rule
def others_clear(s: State, seat):
    """Return how many other seats have not taken any pain card yet."""
    clear = 0
    for opponent in range(seats_of(s)):
        if opponent != seat and is_clear(s, opponent):
            clear += 1
    return clear


@rule
def stake(s: State, seat):
    """Return the value, in chips, of having taken no pain card: the expected share of the final pot.

    The value is 0 for a seat that has taken one.
    """
    if not is_clear(s, seat):
        return 0.0
    pot = s.carry + PAIN_CARDS
    return pot * (0.35 + 0.05 * s.tricks) / (1.0 + 0.5 * others_clear(s, seat))


@rule
def danger_of_keeping(s: State, card, hand, out, at_stake):
    """Return the expected cost of keeping a card for later.

    The cost grows with the chance that the card wins a trick, and shrinks with the number of lower cards of its suit in
    the hand.
    """
    suit = suit_of(card)
    shield = count(in_suit(hand, suit) & below(rank_of(card)))
    risk = takes(in_suit(out, suit), rank_of(card)) / (1.0 + 0.5 * shield)
    return risk * (1.0 + at_stake) * (0.8 if suit == s.pain else 0.3)


@rule
def gift(s: State, seat, pain, at_stake):
    """Return the gain if another seat takes the pain cards of the trick. If that seat was clear, it no longer shares
    the pot.
    """
    if pain == 0.0:
        return 0.0
    if s.in_trick > 0:
        hit = 1.0 if is_clear(s, s.winning_seat) and s.winning_seat != seat else 0.0
    else:
        hit = others_clear(s, seat) / (s.seats - 1)
    return min(1.0, pain) * hit * 0.15 * at_stake


@rule
def price_of(s: State, seat, wins, pain, relief, at_stake):
    """Return the cost of playing a card that takes `pain` pain cards with probability `wins`.

    The cost is reduced by `relief`, which is the cost of keeping the card.
    """
    price = wins * (pain + min(1.0, pain) * at_stake)
    return price - relief - (1.0 - wins) * gift(s, seat, pain, at_stake)


@rule
def cost(s: State, seat, card, out):
    """Return the expected cost of playing a card, minus the cost of keeping it."""
    hand = without(s.hand[seat], bit(card))
    at_stake = stake(s, seat)
    wins, pain = chance_to_win(s, seat, card, out), pain_expected(s, seat, card, out)
    relief = danger_of_keeping(s, card, hand, out, at_stake)
    return price_of(s, seat, wins, pain, relief, at_stake)


@rule
def moon_in_sight(s: State):
    """Return the seat that has taken all of at least seven tricks, if the option `moon` is on; otherwise return -1."""
    if s.moon == MOON_OFF or s.tricks < 7:
        return NO_SEAT
    for seat in range(seats_of(s)):
        if s.tricks_won[seat] == s.tricks:
            return value_of(seat)
    return NO_SEAT


@rule
def all_high(hand, out):
    """Return whether every card in `hand` ranks above all cards of its suit in `out`."""
    for suit in range(SUITS):
        mine = in_suit(hand, suit)
        if mine != NONE and first(mine) < last(in_suit(out, suit)):
            return False
    return True


@rule
def play(s: State, seat):
    """Return the cheapest card.

    If a moon is certain, or if another seat can still shoot the moon, return the card most likely to win instead.
    """
    out = without(below(PACK), all_played(s) | s.hand[seat])
    shooter = moon_in_sight(s)
    running = shooter == seat and all_high(s.hand[seat], out)
    cards = legal_cards(s, seat)
    best, least = first(cards), 1e9
    while cards != NONE:
        card = first(cards)
        price = cost(s, seat, card, out)
        if running or (shooter != NO_SEAT and shooter != seat):
            price = -chance_to_win(s, seat, card, out)
        if price < least:
            best, least = card, price
        cards = without(cards, bit(card))
    return best


@rule
def choose(s: State, seat, rng):
    """Return the action of the bot `house` in `seat`, chosen from the seat's view."""
    if s.phase == BID:
        return bid(s, seat)
    if s.phase == NAME:
        return NAMES + safest_suit(s.hand[seat])
    return play(s, seat)
