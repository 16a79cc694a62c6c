"""Input of a net for Auction Pitch, and the parts of a bid or a card.

Seats are counted from the observing seat. Suits have no names but *slots*: trump is first, then a plain suit that is
led, then the longest suits of the hand. Before the pitch the most promising suit comes first. What is learned with
spades thus applies to clubs. The match's score is left out: a net plays for the score of the deal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from saleroom.games.pitch.player.heuristics import better_cards, chances_of, takes_now, trump_of
from saleroom.games.pitch.rules.record import BID, DEALT, HAND, HIGHEST_BID, PITCH
from saleroom.games.pitch.rules.rules import PASS, unseen_cards
from saleroom.kernel.auctions import NO_BID, NOTHING
from saleroom.kernel.bits import NONE, below, bit, count, first, has, last, next_seat, seats_of, value_of, without, word
from saleroom.kernel.cards import ACES, JACK, JACKS, KINGS, PACK, QUEENS, TENS, card_points, in_suit, suit_of, suit_set
from saleroom.kernel.compile import rule
from saleroom.kernel.tricks import NO_CARD, all_played, holder
from saleroom.toolkit.player.features import blocks, bucket, level, tell, turn_of
from saleroom.toolkit.player.slots import OWN_NOTES, RANKS, SUITS, order_suits, slot_of, slotted, tell_cards
from saleroom.toolkit.player.values import all_options

if TYPE_CHECKING:
    from saleroom.games.pitch.rules.state import State

VERSION: int = 1

SEATS = 7  # maximum
ANSWERS = HIGHEST_BID + 1  # a pass or a bid
LEVELS = 10  # steps of a chance
COUNTING = TENS | JACKS | QUEENS | KINGS | ACES

COUNTS = (1, 4, 8, 11, 17, 23, 31)  # lower bounds of steps of card points
MUCH = len(COUNTS) + 1
UNSEEN = (1, 2, 3, 5, 8)  # lower bounds of steps of a number of dangerous cards
DANGERS = len(UNSEEN) + 1

ON_BID, ON_PITCH, ON_LEAD, ON_FOLLOWING_TRUMP, ON_FOLLOWING = range(5)
ME, PITCHER, OTHER, TABLE, IN_HAND = range(5)  # where a trump is
LEAD_TRUMP, LEAD_PLAIN, RUFF, TAKE = range(4)  # how a card may take a trick

(
    OPTIONS_LOW,
    OPTIONS_MATCH,
    OPTIONS_TIE,
    HOW_MANY,
    MOMENT,
    DEALER,
    PITCHES,
    STANDING,
    SAID,
    PROMISE,
    HELD,
    LENGTH,
    TRICK,
    GONE,
    VOID,
    WINNER,
    WINNING_CARD,
    TO_PLAY,
    CAN_TRUMP,
    ON_TABLE,
    PITCHER_STANDS,
    TAKEN,
    POINTS_LEFT,
    TRUMPS_UNSEEN,
    TRUMPS_ABOVE,
    JACK_IS,
    HIGH_IS,
    LOW_IS,
    FEATURES,
) = blocks(
    2,  # OPTIONS_LOW
    3,  # OPTIONS_MATCH
    2,  # OPTIONS_TIE
    4,  # HOW_MANY seats
    5,  # MOMENT
    SEATS,  # DEALER
    SEATS,  # PITCHES: the seat with the standing bid, or the pitcher
    ANSWERS,  # STANDING bid
    SEATS * ANSWERS,  # SAID, by seat
    2 * 4 * LEVELS,  # PROMISE of the four points, in the two most promising suits
    PACK,  # HELD cards
    SUITS * (HAND + 1),  # LENGTH of each suit held
    HAND,  # TRICK
    PACK,  # GONE: trumps and counting cards that have been played
    SEATS * SUITS,  # VOID, as play has shown
    SEATS,  # WINNER of the trick so far
    PACK,  # WINNING_CARD
    SEATS,  # TO_PLAY: number of seats still to play to the trick after this seat
    SEATS,  # CAN_TRUMP: how many of them may hold a trump
    MUCH,  # ON_TABLE: card points
    4,  # PITCHER_STANDS: is this seat, wins the trick so far, loses it, is still to play
    SEATS * MUCH,  # TAKEN: card points, by seat
    MUCH,  # POINTS_LEFT: card points that no seat has taken and this seat does not hold
    RANKS + 1,  # TRUMPS_UNSEEN
    HAND + 2,  # TRUMPS_ABOVE this seat's best; the last if it has none
    6,  # JACK_IS: where the jack of trump is, or unseen
    3 * RANKS,  # HIGH_IS: where the highest trump seen is, by rank
    5 * RANKS,  # LOW_IS: where the lowest is
)
MOST_ACTIVE: int = 128

(BIDS, PITCHED, LED, PLAYED, HOLDS, LOSES, KEEPS, TOP, BRINGS, MAKES, PARTS) = blocks(
    ANSWERS,  # BIDS: a pass or a bid
    PACK,  # PITCHED
    PACK,  # LED
    PACK,  # PLAYED to a trick
    4 * DANGERS,  # HOLDS: how it takes the trick, and how many unseen cards may take it back
    2,  # LOSES, to the pitcher or to another
    2 * 4,  # KEEPS: cards of the suit left in the hand; trump or not
    2,  # TOP: the highest card of its suit left; trump or not
    2 * MUCH,  # BRINGS: card points of the trick with it, and whether it takes it
    4 * LEVELS,  # MAKES: the chances of the four points, for a pitch
)
MOST_PARTS: int = 9
MOST_OPTIONS: int = HAND
REMEMBERED: tuple[tuple[int, int], ...] = ((GONE, WINNER), (CAN_TRUMP, ON_TABLE), (TAKEN, FEATURES))
REMEMBERED_PARTS: tuple[tuple[int, int], ...] = ((HOLDS, LOSES), (TOP, BRINGS))

_UNSEEN, _LATER = OWN_NOTES, OWN_NOTES + 1  # places in the notes: sets of cards


@rule
def options(s: State, seat, ids):
    """Write all legal actions."""
    return all_options(s, seat, ids)


# Suits in their slots


@rule
def promise(s: State, hand, suit):
    """Return the expected points of a suit, in thousandths, if this hand pitched it."""
    if in_suit(hand, suit) == NONE:
        return 0
    high, low, jack, cards = chances_of(s, hand, suit)
    return int(1000.0 * (high + low + jack + cards))


@rule
def importance(s: State, hand, suit):
    """Return the importance of a suit, which orders the slots."""
    if s.phase == BID or s.phase == PITCH:
        return promise(s, hand, suit)
    ranks = in_suit(hand, suit)
    if suit == s.trump:
        return 1 << 20
    if s.in_trick > 0 and suit == s.led:
        return 1 << 19
    return (count(ranks) << RANKS) + np.int64(ranks)


@rule
def place_suits(s: State, hand, notes):
    """Note the slot of each suit."""
    a, b = importance(s, hand, 0), importance(s, hand, 1)
    c, d = importance(s, hand, 2), importance(s, hand, 3)
    order_suits(a, b, c, d, notes)


@rule
def tell_chances(ids, at, block, chances):
    """Write the chance of each of the four points as answers."""
    high, low, jack, cards = chances
    at = tell(ids, at, block, level(high, LEVELS))
    at = tell(ids, at, block + LEVELS, level(low, LEVELS))
    at = tell(ids, at, block + 2 * LEVELS, level(jack, LEVELS))
    return tell(ids, at, block + 3 * LEVELS, level(cards, LEVELS))


# The features of a view


@rule
def moment(s: State):
    """Return the kind of decision."""
    if s.phase == BID:
        return ON_BID
    if s.phase == PITCH:
        return ON_PITCH
    if s.in_trick == 0:
        return ON_LEAD
    return ON_FOLLOWING_TRUMP if s.led == s.trump else ON_FOLLOWING


@rule
def tell_terms(s: State, seat, ids, at):
    """Write the options, the number of seats, and the dealer."""
    at = tell(ids, at, OPTIONS_LOW, s.low)
    at = tell(ids, at, OPTIONS_MATCH, s.dealer_match)
    at = tell(ids, at, OPTIONS_TIE, s.cards_tie)
    at = tell(ids, at, HOW_MANY, s.seats - 4)
    at = tell(ids, at, MOMENT, moment(s))
    return tell(ids, at, DEALER, turn_of(seat, value_of(s.dealer), s.seats))


@rule
def answer(said):
    """Return a pass or a bid as an answer, from 0."""
    return 0 if said == NO_BID else value_of(said)


@rule
def tell_auction(s: State, seat, ids, at):
    """Write the calls of the auction, by seat."""
    at = tell(ids, at, STANDING, answer(s.bid))
    if s.phase != BID or s.bid != NO_BID:
        at = tell(ids, at, PITCHES, turn_of(seat, value_of(s.bidder), s.seats))
    other = value_of(seat)
    for turn in range(seats_of(s)):
        if s.said[other] != NOTHING:
            at = tell(ids, at, SAID, ANSWERS * turn + answer(s.said[other]))
        other = next_seat(other, s.seats)
    return at


@rule
def tell_hand(s: State, hand, ids, at, notes):
    """Write the cards held; before the pitch, their promise."""
    at = tell_cards(ids, at, HELD, hand, notes)
    for suit in range(SUITS):
        slot = slot_of(suit, notes)
        ranks = in_suit(hand, suit)
        at = tell(ids, at, LENGTH, (HAND + 1) * slot + count(ranks))
        if slot < 2 and ranks != NONE and (s.phase == BID or s.phase == PITCH):
            at = tell_chances(ids, at, PROMISE + 4 * LEVELS * slot, chances_of(s, hand, suit))
    return at


@rule
def tell_voids(s: State, seat, ids, at, notes):
    """Write the suits in which the others are void, as play has shown."""
    unseen = word(notes[_UNSEEN])
    other = value_of(seat)
    for turn in range(1, seats_of(s)):
        other = next_seat(other, s.seats)
        for suit in range(SUITS):
            if s.may[other] & unseen & suit_set(suit) == NONE:
                at = tell(ids, at, VOID, SUITS * turn + slot_of(suit, notes))
    return at


@rule
def look_ahead(s: State, seat, ids, at, notes):
    """Write which seats still play to the trick, and with what; note all cards that they may hold."""
    unseen, later, can_trump = word(notes[_UNSEEN]), NONE, 0
    to_play = s.seats - 1 - s.in_trick
    other = value_of(seat)
    for _ in range(to_play):
        other = next_seat(other, s.seats)
        may = s.may[other] & unseen
        later |= may
        can_trump += may & suit_set(s.trump) != NONE
    notes[_LATER] = np.int64(later)
    at = tell(ids, at, TO_PLAY, to_play)
    return tell(ids, at, CAN_TRUMP, can_trump)


@rule
def pitcher_stands(s: State, seat):
    """Return the pitcher's position in the trick."""
    if s.bidder == seat:
        return 0
    if s.on_table[s.bidder] == NO_CARD:
        return 3
    return 1 if s.winning_seat == s.bidder else 2


@rule
def tell_trick(s: State, seat, ids, at, notes):
    """Write the trick on the table."""
    at = tell(ids, at, TRICK, s.tricks)
    at = tell(ids, at, PITCHER_STANDS, pitcher_stands(s, seat))
    if s.in_trick > 0:
        at = tell(ids, at, WINNER, turn_of(seat, value_of(s.winning_seat), s.seats))
        at = tell(ids, at, WINNING_CARD, slotted(s.winning, notes))
        at = tell(ids, at, ON_TABLE, bucket(card_points(s.trick), COUNTS))
    return at


@rule
def tell_taken(s: State, seat, hand, ids, at):
    """Write the state of the race for cards."""
    left = card_points(without(below(PACK), hand))
    other = value_of(seat)
    for turn in range(seats_of(s)):
        points = card_points(s.taken[other])
        left -= points
        at = tell(ids, at, TAKEN, MUCH * turn + bucket(points, COUNTS))
        other = next_seat(other, s.seats)
    return tell(ids, at, POINTS_LEFT, bucket(left, COUNTS))


@rule
def whose(s: State, seat, owner):
    """Return whether a card is this seat's, the pitcher's or another's."""
    if owner == seat:
        return ME
    return PITCHER if owner == s.bidder else OTHER


@rule
def who_was_dealt(s: State, seat, card):
    """Return who was dealt a card that this seat sees or has seen."""
    owner = holder(s.played, seats_of(s), card)
    return ME if owner < 0 else whose(s, seat, owner)


@rule
def where_is(s: State, seat, card):
    """Return who has taken a card that this seat sees or has seen, or where it is."""
    if has(s.hand[seat], card):
        return IN_HAND
    if has(s.trick, card):
        return TABLE
    return whose(s, seat, holder(s.taken, seats_of(s), card))


@rule
def tell_trumps(s: State, seat, hand, ids, at, notes):
    """Write which trumps are still out, and where the highest, the lowest and the jack are."""
    first_trump = RANKS * value_of(s.trump)
    unseen = in_suit(word(notes[_UNSEEN]), value_of(s.trump))
    seen = in_suit(all_played(s) | hand, value_of(s.trump))
    mine = in_suit(hand, value_of(s.trump))
    above = HAND + 1 if mine == NONE else min(HAND, count(without(unseen, below(last(mine) + 1))))
    at = tell(ids, at, TRUMPS_UNSEEN, count(unseen))
    at = tell(ids, at, TRUMPS_ABOVE, above)
    at = tell(ids, at, JACK_IS, (where_is(s, seat, first_trump + JACK) if has(seen, JACK) else 5))
    high, low = last(seen), first(seen)
    at = tell(ids, at, HIGH_IS, RANKS * who_was_dealt(s, seat, first_trump + high) + high)
    low_is = who_was_dealt(s, seat, first_trump + low) if s.low == DEALT else where_is(s, seat, first_trump + low)
    return tell(ids, at, LOW_IS, RANKS * low_is + low)


@rule
def tell_play(s: State, seat, hand, ids, at, notes):
    """Write all features that exist only during play."""
    gone = without(all_played(s), s.trick) & (COUNTING | suit_set(s.trump))
    at = tell_cards(ids, at, GONE, gone, notes)
    at = tell_voids(s, seat, ids, at, notes)
    at = look_ahead(s, seat, ids, at, notes)
    at = tell_trick(s, seat, ids, at, notes)
    at = tell_taken(s, seat, hand, ids, at)
    return tell_trumps(s, seat, hand, ids, at, notes)


@rule
def features(s: State, seat, ids, notes):
    """Write the features of a view."""
    hand = s.hand[seat]
    unseen = unseen_cards(s, seat)
    notes[_UNSEEN] = notes[_LATER] = np.int64(unseen)
    place_suits(s, hand, notes)
    at = tell_terms(s, seat, ids, 0)
    at = tell_auction(s, seat, ids, at)
    at = tell_hand(s, hand, ids, at, notes)
    if s.phase == BID or s.phase == PITCH:
        return at
    return tell_play(s, seat, hand, ids, at, notes)


# The parts of a bid or a card


@rule
def tell_pitch(s: State, seat, card, ids, at, notes):
    """Write the card that makes trump."""
    at = tell(ids, at, PITCHED, slotted(card, notes))
    return tell_chances(ids, at, MAKES, chances_of(s, s.hand[seat], suit_of(card)))


@rule
def way_of_taking(s: State, card):
    """Return how a card takes the trick."""
    trump = suit_of(card) == trump_of(s, card)
    if s.in_trick == 0:
        return LEAD_TRUMP if trump else LEAD_PLAIN
    return RUFF if trump and suit_of(s.winning) != s.trump else TAKE


@rule
def tell_fate(s: State, card, ids, at, notes):
    """Write the likely result for a card, and for the trick with it."""
    takes = takes_now(s, card)
    points = bucket(card_points(s.trick | bit(card)), COUNTS)
    if takes:
        dangers = bucket(count(word(notes[_LATER]) & better_cards(s, card)), UNSEEN)
        at = tell(ids, at, HOLDS, DANGERS * way_of_taking(s, card) + dangers)
        return tell(ids, at, BRINGS, points)
    at = tell(ids, at, LOSES, (0 if s.winning_seat == s.bidder else 1))
    return tell(ids, at, BRINGS, MUCH + points)


@rule
def tell_card(s: State, seat, card, ids, at, notes):
    """Write a card in its hand and its suit."""
    plain = 0 if suit_of(card) == trump_of(s, card) else 1
    suited = suit_set(suit_of(card))
    at = tell_fate(s, card, ids, at, notes)
    at = tell(ids, at, KEEPS, 4 * plain + min(3, count(s.hand[seat] & suited) - 1))
    if without(word(notes[_UNSEEN]) & suited, below(card + 1)) == NONE:
        at = tell(ids, at, TOP, plain)
    return at


@rule
def parts(s: State, seat, action, ids, notes):
    """Write the parts of an action."""
    if s.phase == BID:
        return tell(ids, 0, BIDS, action - PASS)
    if s.phase == PITCH:
        return tell_card(s, seat, action, ids, tell_pitch(s, seat, action, ids, 0, notes), notes)
    block = LED if s.in_trick == 0 else PLAYED
    return tell_card(s, seat, action, ids, tell(ids, 0, block, slotted(action, notes)), notes)
