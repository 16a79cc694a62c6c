"""Net features of Auction Pitch: the input that describes a view, and the parts that describe an action.

Seats are counted from the seat that observes. Features refer to a suit by its *slot*. Trump is first, then a plain suit
that was led, then the longest suits of the hand. Before trump is chosen, the most promising suit is first. What a net
learns about one suit therefore applies to all suits. The score of the match is left out, because a net plays for the
score of the deal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from saleroom.games.pitch.player.heuristics import better_cards, chances_of, takes_now, trump_of
from saleroom.games.pitch.rules.record import BID, DEALT, HAND, HIGHEST_BID, PITCH
from saleroom.games.pitch.rules.rules import PASS, following_cards, unseen_cards
from saleroom.kernel import choices
from saleroom.kernel.auctions import NO_BID
from saleroom.kernel.bits import NONE, below, bit, count, first, has, last, seats_of, value_of, without, word
from saleroom.kernel.cards import ACES, JACK, JACKS, KINGS, PACK, QUEENS, TENS, card_points, in_suit, suit_of, suit_set
from saleroom.kernel.compile import rule
from saleroom.kernel.tricks import NO_CARD, all_played, seat_with_card
from saleroom.toolkit.player.features import Blocks, bucket, level, seat_at, turn_of, write, write_calls
from saleroom.toolkit.player.slots import (
    OWN_NOTES,
    RANKS,
    SUITS,
    importance_in_play,
    order_suits,
    slot_of,
    slotted,
    write_cards,
    write_voids,
)
from saleroom.toolkit.player.values import all_options

if TYPE_CHECKING:
    from saleroom.games.pitch.rules.state import State

VERSION: int = 1

SEATS = 7  # maximum number of seats
CALLS = tuple(range(1, HIGHEST_BID + 1))  # the bids; a pass is answer 0
ANSWERS = len(CALLS) + 1
LEVELS = 10  # number of levels for a probability
COUNTING = TENS | JACKS | QUEENS | KINGS | ACES

COUNTS = (1, 4, 8, 11, 17, 23, 31)  # lower bounds of steps for card points
MUCH = len(COUNTS) + 1
UNSEEN = (1, 2, 3, 5, 8)  # lower bounds of steps for the number of dangerous cards
DANGERS = len(UNSEEN) + 1

ON_BID, ON_PITCH, ON_LEAD, ON_FOLLOWING_TRUMP, ON_FOLLOWING = range(5)
ME, PITCHER, OTHER, TABLE, IN_HAND = range(5)  # answers for where a trump is, or for which seat had it
LEAD_TRUMP, LEAD_PLAIN, RUFF, TAKE = range(4)  # ways in which a card can take a trick

_features = Blocks()
OPTIONS_LOW = _features.block(2)
OPTIONS_MATCH = _features.block(3)
OPTIONS_TIE = _features.block(2)
HOW_MANY = _features.block(4)  # number of seats, minus 4
MOMENT = _features.block(5)  # kind of decision
DEALER = _features.block(SEATS)  # seat
PITCHES = _features.block(SEATS)  # seat with the highest bid, or the pitcher
STANDING = _features.block(ANSWERS)  # highest bid
SAID = _features.block(SEATS * ANSWERS)  # last call, by seat
PROMISE = _features.block(2 * 4 * LEVELS)  # chance of each of the four points, in the two most promising suits
HELD = _features.block(PACK)  # cards in the hand
LENGTH = _features.block(SUITS * (HAND + 1))  # cards held, by suit
TRICK = _features.block(HAND)  # number of the current trick
GONE = _features.block(PACK, remembered=True)  # trumps and scoring cards that have been played
VOID = _features.block(SEATS * SUITS, remembered=True)  # suits that a seat is known to lack
WINNER = _features.block(SEATS)  # winner of the trick so far
WINNING_CARD = _features.block(PACK)
TO_PLAY = _features.block(SEATS)  # number of seats that play to the trick after this seat
CAN_TRUMP = _features.block(SEATS, remembered=True)  # number of seats that play later and may hold a trump
ON_TABLE = _features.block(MUCH)  # card points of the trick
# whether the pitcher is this seat, wins the trick so far, loses it, or has yet to play
PITCHER_STANDS = _features.block(4)
TAKEN = _features.block(SEATS * MUCH, remembered=True)  # card points taken, by seat
# card points that no seat has taken and that this seat does not hold
POINTS_LEFT = _features.block(MUCH, remembered=True)
TRUMPS_UNSEEN = _features.block(RANKS + 1, remembered=True)  # number of unseen trumps
# number of unseen trumps above this seat's best trump; the last value if this seat has no trump
TRUMPS_ABOVE = _features.block(HAND + 2, remembered=True)
JACK_IS = _features.block(6, remembered=True)  # place of the jack of trump; the last value if the jack is unseen
HIGH_IS = _features.block(3 * RANKS, remembered=True)  # place of the highest trump seen, by rank
LOW_IS = _features.block(5 * RANKS, remembered=True)  # place of the lowest trump seen, by rank
FEATURES: int = _features.size
REMEMBERED: tuple[tuple[int, int], ...] = _features.remembered
MOST_ACTIVE: int = 128

_parts = Blocks()
BIDS = _parts.block(ANSWERS)  # a pass or a bid
PITCHED = _parts.block(PACK)  # card that chooses trump
LED = _parts.block(PACK)  # card that leads
PLAYED = _parts.block(PACK)  # card that is played to a trick
# way to take the trick, and number of unseen cards that can beat the card
HOLDS = _parts.block(4 * DANGERS, remembered=True)
LOSES = _parts.block(2)  # whether the trick goes to the pitcher or to another seat
KEEPS = _parts.block(2 * 4)  # cards of the suit left in the hand; whether the suit is trump
TOP = _parts.block(2, remembered=True)  # if no unseen card of the suit is higher: whether the suit is trump
BRINGS = _parts.block(2 * MUCH)  # card points of the trick with the card; whether the card takes the trick
MAKES = _parts.block(4 * LEVELS)  # the chances of the four points, if this card chooses trump
PARTS: int = _parts.size
REMEMBERED_PARTS: tuple[tuple[int, int], ...] = _parts.remembered
MOST_PARTS: int = 9
MOST_OPTIONS: int = HAND

_UNSEEN, _LATER = OWN_NOTES, OWN_NOTES + 1  # indexes into the notes, which hold sets of cards


@rule
def options(s: State, seat, ids):
    """Write the ids of all legal actions that are no revoke."""
    if s.phase == BID:
        return all_options(s, seat, ids)
    return choices.write(choices.from_word(following_cards(s, seat)), ids)


# Suits in their slots


@rule
def promise(s: State, hand, suit):
    """Return the expected points, in thousandths, if the hand pitches `suit`."""
    if in_suit(hand, suit) == NONE:
        return 0
    high, low, jack, cards = chances_of(s, hand, suit)
    return int(1000.0 * (high + low + jack + cards))


@rule
def importance(s: State, hand, suit):
    """Return the importance of a suit; a more important suit has a lower slot number."""
    if s.phase == BID or s.phase == PITCH:
        return promise(s, hand, suit)
    return importance_in_play(s, suit, in_suit(hand, suit), s.trump)


@rule
def write_chances(ids, end, block, chances):
    """Write the chance of each of the four points as a feature."""
    high, low, jack, cards = chances
    end = write(ids, end, block, level(high, LEVELS))
    end = write(ids, end, block + LEVELS, level(low, LEVELS))
    end = write(ids, end, block + 2 * LEVELS, level(jack, LEVELS))
    return write(ids, end, block + 3 * LEVELS, level(cards, LEVELS))


# The features of a view


@rule
def moment(s: State):
    """Return the kind of decision that the seat faces."""
    if s.phase == BID:
        return ON_BID
    if s.phase == PITCH:
        return ON_PITCH
    if s.in_trick == 0:
        return ON_LEAD
    return ON_FOLLOWING_TRUMP if s.led == s.trump else ON_FOLLOWING


@rule
def write_terms(s: State, seat, ids, end):
    """Write the features of the match's options, the number of seats, and the dealer."""
    end = write(ids, end, OPTIONS_LOW, s.low)
    end = write(ids, end, OPTIONS_MATCH, s.dealer_match)
    end = write(ids, end, OPTIONS_TIE, s.cards_tie)
    end = write(ids, end, HOW_MANY, s.seats - 4)
    end = write(ids, end, MOMENT, moment(s))
    return write(ids, end, DEALER, turn_of(seat, value_of(s.dealer), s.seats))


@rule
def write_auction(s: State, seat, ids, end):
    """Write the features of the auction: each seat's last call, the highest bid, and the highest bidder."""
    end = write(ids, end, STANDING, bucket(value_of(s.bid), CALLS))
    if s.phase != BID or s.bid != NO_BID:
        end = write(ids, end, PITCHES, turn_of(seat, value_of(s.bidder), s.seats))
    return write_calls(s, seat, ids, end, SAID, CALLS)


@rule
def write_hand(s: State, hand, ids, end, notes):
    """Write the features of the hand: its cards and, before trump is chosen, its chances of the four points."""
    end = write_cards(ids, end, HELD, hand, notes)
    for suit in range(SUITS):
        slot = slot_of(suit, notes)
        ranks = in_suit(hand, suit)
        end = write(ids, end, LENGTH, (HAND + 1) * slot + count(ranks))
        if slot < 2 and ranks != NONE and (s.phase == BID or s.phase == PITCH):
            end = write_chances(ids, end, PROMISE + 4 * LEVELS * slot, chances_of(s, hand, suit))
    return end


@rule
def look_ahead(s: State, seat, ids, end, notes):
    """Write the features of the seats that play later: how many there are, and how many of them may hold a trump.

    Store all cards that the later seats may hold in `notes`.
    """
    unseen, later, can_trump = word(notes[_UNSEEN]), NONE, 0
    to_play = s.seats - 1 - s.in_trick
    for turn in range(1, to_play + 1):
        may = s.may[seat_at(seat, turn, s.seats)] & unseen
        later |= may
        can_trump += may & suit_set(s.trump) != NONE
    notes[_LATER] = np.int64(later)
    end = write(ids, end, TO_PLAY, to_play)
    return write(ids, end, CAN_TRUMP, can_trump)


@rule
def pitcher_stands(s: State, seat):
    """Return whether the pitcher is this seat, wins the trick so far, loses it, or has yet to play."""
    if s.bidder == seat:
        return 0
    if s.on_table[s.bidder] == NO_CARD:
        return 3
    return 1 if s.winning_seat == s.bidder else 2


@rule
def write_trick(s: State, seat, ids, end, notes):
    """Write the features of the trick on the table."""
    end = write(ids, end, TRICK, s.tricks)
    end = write(ids, end, PITCHER_STANDS, pitcher_stands(s, seat))
    if s.in_trick > 0:
        end = write(ids, end, WINNER, turn_of(seat, value_of(s.winning_seat), s.seats))
        end = write(ids, end, WINNING_CARD, slotted(s.winning, notes))
        end = write(ids, end, ON_TABLE, bucket(card_points(s.trick), COUNTS))
    return end


@rule
def write_taken(s: State, seat, hand, ids, end):
    """Write the features of card points: how many each seat has taken, and how many are left."""
    left = card_points(without(below(PACK), hand))
    for turn in range(seats_of(s)):
        points = card_points(s.taken[seat_at(seat, turn, s.seats)])
        left -= points
        end = write(ids, end, TAKEN, MUCH * turn + bucket(points, COUNTS))
    return write(ids, end, POINTS_LEFT, bucket(left, COUNTS))


@rule
def whose(s: State, seat, owner):
    """Return whether `owner`, the seat that has or had a card, is `seat`, the pitcher or another seat."""
    if owner == seat:
        return ME
    return PITCHER if owner == s.bidder else OTHER


@rule
def who_was_dealt(s: State, seat, card):
    """Return who was dealt a card that this seat has seen."""
    owner = seat_with_card(s.played, seats_of(s), card)
    return ME if owner < 0 else whose(s, seat, owner)


@rule
def where_is(s: State, seat, card):
    """Return where a card that this seat has seen is: with the seat that took it, on the table, or in the hand."""
    if has(s.hand[seat], card):
        return IN_HAND
    if has(s.trick, card):
        return TABLE
    return whose(s, seat, seat_with_card(s.taken, seats_of(s), card))


@rule
def write_trumps(s: State, seat, hand, ids, end, notes):
    """Write the features of trumps.

    They are the number of unseen trumps, and the places of the highest trump, the lowest trump and the jack.
    """
    first_trump = RANKS * value_of(s.trump)
    unseen = in_suit(word(notes[_UNSEEN]), value_of(s.trump))
    seen = in_suit(all_played(s) | hand, value_of(s.trump))
    mine = in_suit(hand, value_of(s.trump))
    above = HAND + 1 if mine == NONE else min(HAND, count(without(unseen, below(last(mine) + 1))))
    end = write(ids, end, TRUMPS_UNSEEN, count(unseen))
    end = write(ids, end, TRUMPS_ABOVE, above)
    end = write(ids, end, JACK_IS, (where_is(s, seat, first_trump + JACK) if has(seen, JACK) else 5))
    high, low = last(seen), first(seen)
    end = write(ids, end, HIGH_IS, RANKS * who_was_dealt(s, seat, first_trump + high) + high)
    low_is = who_was_dealt(s, seat, first_trump + low) if s.low == DEALT else where_is(s, seat, first_trump + low)
    return write(ids, end, LOW_IS, RANKS * low_is + low)


@rule
def write_play(s: State, seat, hand, ids, end, notes):
    """Write all features that exist only during trick play."""
    gone = without(all_played(s), s.trick) & (COUNTING | suit_set(s.trump))
    end = write_cards(ids, end, GONE, gone, notes)
    end = write_voids(s, seat, ids, end, VOID, word(notes[_UNSEEN]), notes)
    end = look_ahead(s, seat, ids, end, notes)
    end = write_trick(s, seat, ids, end, notes)
    end = write_taken(s, seat, hand, ids, end)
    return write_trumps(s, seat, hand, ids, end, notes)


@rule
def features(s: State, seat, ids, notes):
    """Write the ids of the features that are active in the view `s` of `seat`; return their number."""
    hand = s.hand[seat]
    unseen = unseen_cards(s, seat)
    notes[_UNSEEN] = notes[_LATER] = np.int64(unseen)
    order_suits(importance(s, hand, 0), importance(s, hand, 1), importance(s, hand, 2), importance(s, hand, 3), notes)
    end = write_terms(s, seat, ids, 0)
    end = write_auction(s, seat, ids, end)
    end = write_hand(s, hand, ids, end, notes)
    if s.phase == BID or s.phase == PITCH:
        return end
    return write_play(s, seat, hand, ids, end, notes)


# Parts that describe a bid or a card


@rule
def write_pitch(s: State, seat, card, ids, end, notes):
    """Write the parts that describe a card that chooses trump."""
    end = write(ids, end, PITCHED, slotted(card, notes))
    return write_chances(ids, end, MAKES, chances_of(s, s.hand[seat], suit_of(card)))


@rule
def way_of_taking(s: State, card):
    """Return in which way a card takes the trick: as a lead, by trumping, or by being higher."""
    trump = suit_of(card) == trump_of(s, card)
    if s.in_trick == 0:
        return LEAD_TRUMP if trump else LEAD_PLAIN
    return RUFF if trump and suit_of(s.winning) != s.trump else TAKE


@rule
def write_fate(s: State, card, ids, end, notes):
    """Write the parts that describe the likely result of the trick if `card` is played."""
    takes = takes_now(s, card)
    points = bucket(card_points(s.trick | bit(card)), COUNTS)
    if takes:
        dangers = bucket(count(word(notes[_LATER]) & better_cards(s, card)), UNSEEN)
        end = write(ids, end, HOLDS, DANGERS * way_of_taking(s, card) + dangers)
        return write(ids, end, BRINGS, points)
    end = write(ids, end, LOSES, (0 if s.winning_seat == s.bidder else 1))
    return write(ids, end, BRINGS, MUCH + points)


@rule
def write_card(s: State, seat, card, ids, end, notes):
    """Write the parts that describe the play of a card.

    They are the likely result of the trick, and the card's position in its suit.
    """
    plain = 0 if suit_of(card) == trump_of(s, card) else 1
    suited = suit_set(suit_of(card))
    end = write_fate(s, card, ids, end, notes)
    end = write(ids, end, KEEPS, 4 * plain + min(3, count(s.hand[seat] & suited) - 1))
    if without(word(notes[_UNSEEN]) & suited, below(card + 1)) == NONE:
        end = write(ids, end, TOP, plain)
    return end


@rule
def parts(s: State, seat, action, ids, notes):
    """Write the ids of the parts that describe `action` to a net; return their number."""
    if s.phase == BID:
        return write(ids, 0, BIDS, action - PASS)
    if s.phase == PITCH:
        return write_card(s, seat, action, ids, write_pitch(s, seat, action, ids, 0, notes), notes)
    block = LED if s.in_trick == 0 else PLAYED
    return write_card(s, seat, action, ids, write(ids, 0, block, slotted(action, notes)), notes)
