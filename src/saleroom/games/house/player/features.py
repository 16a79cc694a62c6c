"""Input of a net for Auction House, and the parts of an offer, a trade or a card.

Seats are counted from the observing seat. Suits have no names but slots: trump is first once it is known, then a plain
suit that is led, then the longest suits of the hand. During play a card is described by how many unseen cards of its
suit are higher and how many are lower; before the play, and in the kitty, by its points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from saleroom.games.house.player.game_model import offers
from saleroom.games.house.player.heuristics import (
    COURTS_IN_SUIT,
    chance_to_win,
    gain_by_kitty,
    higher,
    out_of_reach,
    ranks_of,
    strength,
    trump_chance,
    worth,
    worth_aside,
    worth_of_keeping,
    worth_of_trick,
)
from saleroom.games.house.rules.record import BID, HAND, KITTY, LAY, NOT_TURNED, PLAY, TRADE, TRICKS_IN_ROUND
from saleroom.games.house.rules.rules import OFFER, PASS, SWAP, legal
from saleroom.games.house.rules.scoring import card_points
from saleroom.games.house.rules.worlds import unseen_cards
from saleroom.kernel import choices
from saleroom.kernel.bits import NONE, below, bit, count, last, next_seat, seats_of, value_of, without, word
from saleroom.kernel.cards import ACE, in_suit, rank_of, rank_set, suit_of, suit_set
from saleroom.kernel.compile import rule
from saleroom.kernel.fields import NO_SEAT
from saleroom.kernel.tricks import NO_CARD, NO_TRUMP, beats, low_ace
from saleroom.toolkit.player.equal_cards import one_of_each
from saleroom.toolkit.player.features import blocks, bucket, level, tell, tell_set, turn_of
from saleroom.toolkit.player.slots import OWN_NOTES, SUITS, order_suits, slot_of
from saleroom.toolkit.player.values import all_options

if TYPE_CHECKING:
    from saleroom.games.house.rules.state import State

VERSION: int = 1

SEATS = 4
PLAIN_RANKS = 10
CARDS_IN_SLOTS = SUITS * PLAIN_RANKS
LENGTHS = HAND + 1
ABOVE, UNDER = 7, 3  # maximum counts of higher and lower unseen cards
KINDS = ABOVE * UNDER  # of cards within their suit
TOP = 5  # number of a suit's highest cards that are distinguished
COUNTS = TRICKS_IN_ROUND + 1
ACES = np.uint64(rank_set(ACE))

CARRIED = (1, 10, 16, 24, 36)
STRENGTHS = (0.8, 1.2, 1.6, 2.0, 2.4, 2.8, 3.2, 3.7, 4.3, 5.0)
STRENGTH_LEVELS = len(STRENGTHS) + 1
WORTHS = (0.02, 0.1, 0.17, 0.25, 0.33, 0.41, 0.5, 0.6, 0.7, 0.8)
WORTH_LEVELS = len(WORTHS) + 1
GAINS = (-0.5, -0.3, -0.18, -0.08, -0.02, 0.02, 0.08, 0.18, 0.3, 0.5)
GAIN_LEVELS = len(GAINS) + 1
VALUES_ASIDE = (-4.0, -3.0, -2.2, -1.6, -1.2, -0.8, -0.5, -0.2, 0.0, 0.3, 0.7, 1.2, 2.0, 3.0, 4.5)
VALUES = (-0.9, -0.75, -0.6, -0.5, -0.4, -0.3, -0.2, -0.12, -0.06, -0.02, 0.0)
MORE_VALUES = (0.05, 0.12, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
VALUE_LEVELS = len(VALUES) + len(MORE_VALUES) + 1
LEADS = 7  # tricks by which a seat is ahead, from -3 to 3
WIN_LEVELS = 10

ON_BID, ON_LAY, ON_TRADE, ON_KITTY, ON_LEAD, ON_FOLLOWING_TRUMP, ON_FOLLOWING, ON_VOID = range(8)
LED, FOLLOWED, RUFFED, DISCARDED = range(4)
DUCKS, MAY_TAKE, TAKES = range(3)

(
    REVEAL,
    TRUMP_IS,
    MOMENT,
    CARRY,
    PLACE,
    COURTS_LEFT,
    HELD,
    LENGTH,
    STRENGTH,
    STARTER,
    PARTNER,
    CALLED,
    SHOWN,
    KNOWN,
    PUT_ASIDE,
    CARDS,
    OUT,
    VOID,
    TO_PLAY,
    WINNER,
    ABOVE_WINNING,
    TRUMPED,
    WON,
    LEAD,
    BEST_OTHER,
    SECOND_OTHER,
    REACH,
    FEATURES,
) = blocks(
    2,  # REVEAL
    3,  # TRUMP_IS not turned, a suit, or nothing
    8,  # MOMENT
    len(CARRIED) + 1,  # CARRY
    SEATS,  # PLACE after the dealer
    SUITS * (COURTS_IN_SUIT + 1),  # COURTS_LEFT of each suit, before trump is known
    CARDS_IN_SLOTS,  # HELD, before the play
    SUITS * LENGTHS,  # LENGTH of each suit held
    STRENGTH_LEVELS,  # STRENGTH of the hand, before the play
    SEATS + 1,  # STARTER of the auction, or none
    SEATS + 1,  # PARTNER in it, or none
    SUITS,  # CALLED suit
    SEATS * CARDS_IN_SLOTS,  # SHOWN in the auction, by seat
    SEATS * CARDS_IN_SLOTS,  # KNOWN to be held by another
    PLAIN_RANKS,  # PUT_ASIDE: the points of the seat's own card in the kitty
    SUITS * TOP * ABOVE,  # CARDS during play: how many unseen cards are higher, from the suit's highest card down
    SUITS * LENGTHS,  # OUT: how many unseen cards each suit has
    SEATS * SUITS,  # VOID, as play has shown
    SEATS,  # TO_PLAY: how many are still to play to the trick after this seat
    SEATS,  # WINNER of the trick so far
    ABOVE,  # ABOVE_WINNING: how many unseen cards of its suit would take the trick
    2,  # TRUMPED: whether a trick led in a plain suit has been
    SEATS * COUNTS,  # WON: tricks, by seat
    COUNTS * LEADS,  # LEAD over the best of the others, by the tricks left
    COUNTS * COUNTS,  # BEST_OTHER: their tricks, by the tricks left
    COUNTS,  # SECOND_OTHER: the tricks of the second of the others
    3,  # REACH: no seat is out of reach; another is; this seat is
)
MOST_ACTIVE: int = 56

(
    PASSES,
    OFFERS,
    OFFERS_WORTH,
    OFFERS_LENGTH,
    CALLS,
    CALLS_LENGTH,
    CALLS_CHANCE,
    LAYS,
    LAYS_TO_GAIN,
    LAYS_LENGTH,
    SWAPS_WITH,
    SWAPS_FOR,
    SWAPS_TO_GAIN,
    BURIES,
    BURIES_POINTS,
    BURIES_WORTH,
    BURIES_LENGTH,
    BURIES_VALUE,
    PLAYS,
    WINS,
    FATE,
    KEEPS,
    SPENDS,
    IS_WORTH,
    PARTS,
) = blocks(
    1,  # PASSES
    CARDS_IN_SLOTS,  # OFFERS a card
    WORTH_LEVELS,  # OFFERS_WORTH tricks
    LENGTHS,  # OFFERS_LENGTH: how many of its suit are held
    SUITS,  # CALLS a suit
    LENGTHS,  # CALLS_LENGTH: how many of it are held
    10,  # CALLS_CHANCE of being trump
    2 * CARDS_IN_SLOTS,  # LAYS a card, of the suit called or another
    2 * GAIN_LEVELS,  # LAYS_TO_GAIN: the gain by a trade; of the suit called or another
    2 * LENGTHS,  # LAYS_LENGTH: how many of its suit are held
    SEATS,  # SWAPS_WITH a seat
    CARDS_IN_SLOTS,  # SWAPS_FOR a card
    GAIN_LEVELS,  # SWAPS_TO_GAIN
    CARDS_IN_SLOTS,  # BURIES a card in the kitty
    STRENGTH_LEVELS * PLAIN_RANKS,  # BURIES_POINTS, by the strength of the hand
    WORTH_LEVELS,  # BURIES_WORTH tricks
    2 * LENGTHS,  # BURIES_LENGTH: how many of its suit are held; trump or not
    len(VALUES_ASIDE) + 1,  # BURIES_VALUE to the house
    4 * SUITS * KINDS,  # PLAYS a card
    LEADS * WIN_LEVELS,  # WINS: the chance, by the lead in tricks
    3 * SEATS * 2,  # FATE: whether it takes the trick, who wins so far, whether that seat is ahead of this one
    2 * LENGTHS,  # KEEPS: how many of the suit are left in the hand; trump or not
    2 * WORTH_LEVELS,  # SPENDS later tricks; trump or not
    VALUE_LEVELS,  # IS_WORTH to the house
)
MOST_PARTS: int = 6
MOST_OPTIONS: int = 13
REMEMBERED: tuple[tuple[int, int], ...] = ((SHOWN, PUT_ASIDE), (CARDS, TO_PLAY), (ABOVE_WINNING, TRUMPED))
REMEMBERED_PARTS: tuple[tuple[int, int], ...] = ((CALLS_CHANCE, LAYS), (WINS, FATE), (SPENDS, IS_WORTH))

# Places in the notes: unseen cards; numbers in thousandths; levels.
_OUT, _GAIN, _STRENGTH, _PRIZE, _LEAD = range(OWN_NOTES, OWN_NOTES + 5)


# The options of a net


@rule
def options(s: State, seat, ids):
    """Write all legal actions except offers of good cards and plays equivalent to another."""
    if s.phase == BID:
        return offers(s, seat, ids)
    if s.phase == PLAY:
        gone = without(~unseen_cards(s, seat), s.trick | s.hand[seat])
        cards = one_of_each(legal(s, seat).a, gone, ACES, -1)
        return choices.write(choices.only(cards), ids)
    return all_options(s, seat, ids)


# Suits in their slots


@rule
def importance(s: State, hand, suit):
    """Return the importance of a suit, which orders the slots."""
    ranks = ranks_of(hand, suit)
    if suit == s.trump:
        return 1 << 20
    if s.phase == PLAY and s.in_trick > 0 and suit == s.led:
        return 1 << 19
    return (count(ranks) << PLAIN_RANKS) + np.int64(ranks)


@rule
def place_suits(s: State, hand, notes):
    """Note the slot of each suit."""
    a, b = importance(s, hand, 0), importance(s, hand, 1)
    c, d = importance(s, hand, 2), importance(s, hand, 3)
    order_suits(a, b, c, d, notes)


@rule
def slotted(card, notes):
    """Return a card with its suit's slot instead of its suit, the ace lowest."""
    return PLAIN_RANKS * slot_of(suit_of(card), notes) + rank_of(low_ace(card))


# The features of a view


@rule
def moment(s: State, seat):
    """Return the kind of decision."""
    if s.phase == BID:
        return ON_BID
    if s.phase == LAY:
        return ON_LAY
    if s.phase == TRADE:
        return ON_TRADE
    if s.phase == KITTY:
        return ON_KITTY
    if s.in_trick == 0:
        return ON_LEAD
    if in_suit(s.hand[seat], s.led) == NONE:
        return ON_VOID
    return ON_FOLLOWING_TRUMP if s.led == s.trump else ON_FOLLOWING


@rule
def trump_is(s: State):
    """Return whether trump is not known yet, a suit, or nothing."""
    if s.trump == NOT_TURNED:
        return 0
    return 2 if s.trump == NO_TRUMP else 1


@rule
def one_or_nobody(s: State, seat, other):
    """Return a seat, counted from `seat`, or the answer after all seats."""
    return SEATS if other == NO_SEAT else turn_of(seat, value_of(other), s.seats)


@rule
def tell_terms(s: State, seat, ids, at, notes):
    """Write the options, the kind of decision, what is at stake, the seats' roles, and the auction."""
    at = tell(ids, at, REVEAL, s.reveal)
    at = tell(ids, at, TRUMP_IS, trump_is(s))
    at = tell(ids, at, MOMENT, moment(s, seat))
    at = tell(ids, at, CARRY, bucket(value_of(s.carry), CARRIED))
    at = tell(ids, at, PLACE, turn_of(next_seat(value_of(s.dealer), s.seats), value_of(seat), s.seats))
    at = tell(ids, at, STARTER, one_or_nobody(s, seat, s.starter))
    at = tell(ids, at, PARTNER, one_or_nobody(s, seat, s.partner))
    if s.starter != NO_SEAT:
        at = tell(ids, at, CALLED, slot_of(s.called, notes))
    return at


@rule
def tell_lengths(hand, ids, at, notes):
    """Write the number of cards held in each suit."""
    for suit in range(SUITS):
        at = tell(ids, at, LENGTH, LENGTHS * slot_of(suit, notes) + count(in_suit(hand, suit)))
    return at


@rule
def tell_cards(ids, at, block, cards, notes):
    """Answer yes for each of some cards, by slot; return the place after the answers."""
    for suit in range(SUITS):
        at = tell_set(ids, at, block + PLAIN_RANKS * slot_of(suit, notes), ranks_of(cards, suit))
    return at


@rule
def tell_shown(s: State, seat, ids, at, notes):
    """Write what each seat showed in the current auction."""
    other = value_of(seat)
    for turn in range(seats_of(s)):
        if s.shown[other] != NO_CARD:
            at = tell(ids, at, SHOWN, CARDS_IN_SLOTS * turn + slotted(value_of(s.shown[other]), notes))
        other = next_seat(other, s.seats)
    return at


@rule
def tell_known(s: State, seat, ids, at, notes):
    """Write which unseen card another seat is known to have had after the auction."""
    other = value_of(seat)
    for turn in range(1, seats_of(s)):
        other = next_seat(other, s.seats)
        at = tell_cards(ids, at, KNOWN + CARDS_IN_SLOTS * turn, s.known[other] & word(notes[_OUT]), notes)
    return at


@rule
def tell_before_play(s: State, seat, hand, ids, at, notes):
    """Write the cards, their strength, and what may become trump."""
    total = strength(s, hand)
    notes[_STRENGTH] = bucket(total, STRENGTHS)
    notes[_GAIN] = int(1000.0 * gain_by_kitty(s, hand))
    at = tell_cards(ids, at, HELD, hand, notes)
    at = tell(ids, at, STRENGTH, notes[_STRENGTH])
    if s.trump == NOT_TURNED:
        for suit in range(SUITS):
            left = COURTS_IN_SUIT - count(s.turned & suit_set(suit))
            at = tell(ids, at, COURTS_LEFT, (COURTS_IN_SUIT + 1) * slot_of(suit, notes) + left)
    if s.phase == LAY or s.phase == TRADE:
        return tell_shown(s, seat, ids, at, notes)
    return at


@rule
def tell_suits(s: State, hand, ids, at, notes):
    """Write each card among the unseen ones of its suit, from the highest down; and what is unseen."""
    for suit in range(SUITS):
        slot, ranks = slot_of(suit, notes), ranks_of(hand, suit)
        out = ranks_of(word(notes[_OUT]), suit)
        at = tell(ids, at, OUT, LENGTHS * slot + count(out))
        for place in range(min(TOP, count(ranks))):
            highest = last(ranks)
            above = min(ABOVE - 1, count(without(out, below(highest))))
            at = tell(ids, at, CARDS, ABOVE * (TOP * slot + place) + above)
            ranks = without(ranks, bit(highest))
    return at


@rule
def tell_voids(s: State, seat, ids, at, notes):
    """Write the suits in which the others are void, as play has shown."""
    other = value_of(seat)
    for turn in range(1, seats_of(s)):
        other = next_seat(other, s.seats)
        for suit in range(SUITS):
            if s.may[other] & word(notes[_OUT]) & suit_set(suit) == NONE:
                at = tell(ids, at, VOID, SUITS * turn + slot_of(suit, notes))
    return at


@rule
def card_of(key):
    """Return the card of a key: the inverse of `low_ace`."""
    return key - 1 if key % 13 != 0 else key + 12


@rule
def tell_trick(s: State, seat, ids, at, notes):
    """Write the trick on the table."""
    at = tell(ids, at, TO_PLAY, s.seats - 1 - s.in_trick)
    if s.in_trick > 0:
        winning = card_of(value_of(s.winning))
        at = tell(ids, at, WINNER, turn_of(seat, value_of(s.winning_seat), s.seats))
        at = tell(ids, at, ABOVE_WINNING, min(ABOVE - 1, higher(word(notes[_OUT]), winning)))
        at = tell(ids, at, TRUMPED, suit_of(winning) != s.led)
    return at


@rule
def best_others(s: State, seat):
    """Return the most tricks of any other seat, and those of the second."""
    best, second = 0, 0
    for other in range(seats_of(s)):
        if other != seat:
            won = value_of(s.tricks_won[other])
            second = max(second, min(best, won))
            best = max(best, won)
    return best, second


@rule
def reach(s: State, seat):
    """Return whether no seat, another or this seat can no longer be overtaken."""
    most = value_of(s.tricks_won[seat])
    best, _ = best_others(s, seat)
    if best + TRICKS_IN_ROUND - s.tricks < most:
        return 2
    return 0 if out_of_reach(s, seat) == NO_SEAT else 1


@rule
def tell_race(s: State, seat, ids, at, notes):
    """Write each seat's tricks, and this seat's lead."""
    left = TRICKS_IN_ROUND - s.tricks
    best, second = best_others(s, seat)
    notes[_LEAD] = max(0, min(LEADS - 1, s.tricks_won[seat] - best + LEADS // 2))
    other = value_of(seat)
    for turn in range(seats_of(s)):
        at = tell(ids, at, WON, COUNTS * turn + s.tricks_won[other])
        other = next_seat(other, s.seats)
    at = tell(ids, at, LEAD, LEADS * left + notes[_LEAD])
    at = tell(ids, at, BEST_OTHER, COUNTS * left + best)
    at = tell(ids, at, SECOND_OTHER, second)
    return tell(ids, at, REACH, reach(s, seat))


@rule
def features(s: State, seat, ids, notes):
    """Write the features of a view."""
    hand = s.hand[seat]
    notes[_OUT] = np.int64(unseen_cards(s, seat))
    place_suits(s, hand, notes)
    at = tell_terms(s, seat, ids, 0, notes)
    at = tell_lengths(hand, ids, at, notes)
    if s.phase == KITTY or s.phase == PLAY:
        at = tell_known(s, seat, ids, at, notes)
    if s.phase != PLAY:
        return tell_before_play(s, seat, hand, ids, at, notes)
    notes[_PRIZE] = int(1000.0 * worth_of_trick(s, seat))
    at = tell(ids, at, PUT_ASIDE, card_points(value_of(s.kitty[seat])) - 1)
    at = tell_suits(s, hand, ids, at, notes)
    at = tell_voids(s, seat, ids, at, notes)
    at = tell_trick(s, seat, ids, at, notes)
    return tell_race(s, seat, ids, at, notes)


# The parts of an offer, a trade or a card


@rule
def length(s: State, seat, suit):
    """Return how many cards of a suit a seat holds."""
    return count(in_suit(s.hand[seat], suit))


@rule
def tell_offer(s: State, seat, action, ids, notes):
    """Write an offered card, and the suit called."""
    if action == PASS:
        return tell(ids, 0, PASSES, 0)
    card, suits_on = action % OFFER, action // OFFER
    called = (suit_of(card) + suits_on) % SUITS
    at = tell(ids, 0, OFFERS, slotted(card, notes))
    at = tell(ids, at, OFFERS_WORTH, bucket(worth(s, card), WORTHS))
    at = tell(ids, at, OFFERS_LENGTH, length(s, seat, suit_of(card)))
    at = tell(ids, at, CALLS, slot_of(called, notes))
    at = tell(ids, at, CALLS_LENGTH, length(s, seat, called))
    return tell(ids, at, CALLS_CHANCE, level(trump_chance(s, called), 10))


@rule
def tell_lay(s: State, seat, card, ids, notes):
    """Write a laid card, which may be swapped for the starter's."""
    other = 0 if suit_of(card) == s.called else 1
    gain = worth(s, value_of(s.shown[s.starter])) - worth(s, card)
    at = tell(ids, 0, LAYS, CARDS_IN_SLOTS * other + slotted(card, notes))
    at = tell(ids, at, LAYS_TO_GAIN, GAIN_LEVELS * other + bucket(gain, GAINS))
    return tell(ids, at, LAYS_LENGTH, LENGTHS * other + length(s, seat, suit_of(card)))


@rule
def tell_swap(s: State, seat, partner, ids, notes):
    """Write the partner of a trade, and the card that it gives."""
    card = value_of(s.shown[partner])
    gain = worth(s, card) - worth(s, value_of(s.shown[seat]))
    at = tell(ids, 0, SWAPS_WITH, turn_of(seat, partner, s.seats))
    at = tell(ids, at, SWAPS_FOR, slotted(card, notes))
    return tell(ids, at, SWAPS_TO_GAIN, bucket(gain, GAINS))


@rule
def tell_burial(s: State, seat, card, ids, notes):
    """Write a card for the kitty."""
    hand = s.hand[seat]
    plain = 0 if suit_of(card) == s.trump else 1
    value = worth_aside(s, card, hand, notes[_GAIN] / 1000.0)
    at = tell(ids, 0, BURIES, slotted(card, notes))
    at = tell(ids, at, BURIES_POINTS, PLAIN_RANKS * notes[_STRENGTH] + card_points(card) - 1)
    at = tell(ids, at, BURIES_WORTH, bucket(worth(s, card), WORTHS))
    at = tell(ids, at, BURIES_LENGTH, LENGTHS * plain + length(s, seat, suit_of(card)))
    return tell(ids, at, BURIES_VALUE, bucket(value, VALUES_ASIDE))


@rule
def way_of_playing(s: State, card):
    """Return whether a card leads, follows, trumps or is discarded."""
    if s.in_trick == 0:
        return LED
    if suit_of(card) == s.led:
        return FOLLOWED
    return RUFFED if suit_of(card) == s.trump else DISCARDED


@rule
def fate(s: State, seat, card, wins):
    """Return whether the card takes the trick, and who takes it otherwise."""
    if s.in_trick == 0:
        return 2 * SEATS * (TAKES if wins == 1.0 else MAY_TAKE)
    takes = TAKES if wins == 1.0 else MAY_TAKE if beats(low_ace(card), s.winning, s.trump) else DUCKS
    ahead = 1 if s.tricks_won[s.winning_seat] > s.tricks_won[seat] else 0
    return 2 * (SEATS * takes + turn_of(seat, value_of(s.winning_seat), s.seats)) + ahead


@rule
def tell_card(s: State, seat, card, ids, notes):
    """Write a card: its place in its suit, whether it takes the trick, and its later use."""
    out, suit = word(notes[_OUT]), suit_of(card)
    plain = 0 if suit == s.trump else 1
    above = higher(out, card)
    under = count(ranks_of(out, suit)) - above
    wins = chance_to_win(s, seat, card, out)
    later = worth_of_keeping(s, card, s.hand[seat], out)
    value = notes[_PRIZE] / 1000.0 * wins - later
    kind = UNDER * min(ABOVE - 1, above) + min(UNDER - 1, under)
    at = tell(ids, 0, PLAYS, KINDS * (SUITS * way_of_playing(s, card) + slot_of(suit, notes)) + kind)
    at = tell(ids, at, WINS, WIN_LEVELS * notes[_LEAD] + level(wins, WIN_LEVELS))
    at = tell(ids, at, FATE, fate(s, seat, card, wins))
    at = tell(ids, at, KEEPS, LENGTHS * plain + length(s, seat, suit) - 1)
    at = tell(ids, at, SPENDS, WORTH_LEVELS * plain + bucket(later, WORTHS))
    return tell(ids, at, IS_WORTH, bucket(value, VALUES) + bucket(value, MORE_VALUES))


@rule
def parts(s: State, seat, action, ids, notes):
    """Write the parts of an action."""
    if s.phase == BID:
        return tell_offer(s, seat, action, ids, notes)
    if s.phase == LAY:
        return tell_lay(s, seat, action, ids, notes)
    if s.phase == TRADE:
        return tell_swap(s, seat, action - SWAP, ids, notes)
    if s.phase == KITTY:
        return tell_burial(s, seat, action, ids, notes)
    return tell_card(s, seat, action, ids, notes)
