"""Input of a net for Auction Hearts, and the parts of a bid, a pain suit or a card.

Seats are counted from the observing seat. Suits have no names but slots: pain is first, then another suit that is led,
then the longest suits of the hand. Before pain is named, the suit that is safest to name comes first. During play a
card is described by how many unseen cards of its suit are lower and how many are higher. Cards that will take the same
tricks are therefore the same to the net. It plays for the chips of the deal, so the moon counts only as much as it
pays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from saleroom.games.hearts.player.game_model import RAISES, limit_of
from saleroom.games.hearts.player.heuristics import (
    chance_to_win,
    danger_of_keeping,
    is_clear,
    others_clear,
    pain_danger,
    pain_expected,
    price_of,
    side_danger,
    stake,
)
from saleroom.games.hearts.rules.record import BID, HAND, NAME
from saleroom.games.hearts.rules.rules import BIDS, NAMES, PASS, legal_cards, unseen_cards
from saleroom.kernel import choices
from saleroom.kernel.auctions import NO_BID, NOTHING, least_bid
from saleroom.kernel.bits import NONE, below, bit, count, first, next_seat, seats_of, shifted, value_of, without, word
from saleroom.kernel.cards import PACK, in_suit, rank_of, suit_of, suit_set
from saleroom.kernel.compile import rule
from saleroom.kernel.tricks import all_played
from saleroom.toolkit.player.equal_cards import one_of_each
from saleroom.toolkit.player.features import blocks, bucket, level, tell, turn_of
from saleroom.toolkit.player.slots import OWN_NOTES, RANKS, SUITS, order_suits, slot_of, tell_cards

if TYPE_CHECKING:
    from saleroom.games.hearts.rules.state import State

VERSION: int = 1

SEATS = 4
LENGTHS = HAND + 1
FEWER, FEW = 10, 4  # maximum counts of lower and higher unseen cards
KINDS = FEWER * FEW  # of cards within their suit
DEEP = 6  # number of a suit's lowest cards that are distinguished
TAKEN_LEVELS, WIN_LEVELS = 6, 10

CHIPS_HELD = (1, 3, 6, 9, 13, 18, 24, 32, 42, 56, 80, 120)
CHIPS_IN_POT = (1, 3, 6, 9, 12, 15, 18, 22, 27, 34, 44, 60)
CHIPS_BID = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 17, 20, 25, 32)
AMOUNTS = len(CHIPS_BID) + 1
HOLDINGS = len(CHIPS_HELD) + 1
POTS = len(CHIPS_IN_POT) + 1
STAKES = (0.1, 1.0, 2.0, 3.0, 4.0, 5.0, 6.5, 8.0, 10.0, 13.0, 17.0, 22.0, 30.0)
DANGERS = (0.02, 0.05, 0.1, 0.17, 0.25, 0.35, 0.5, 0.7, 0.9, 1.2, 1.6, 2.0, 2.6, 3.4)
DANGER_LEVELS = len(DANGERS) + 1
PAIN_TAKEN = (1, 2, 4, 7, 10)
PAIN_EXPECTED = (0.05, 0.3, 0.7, 1.0, 1.5, 2.0, 3.0)
PAINS = len(PAIN_EXPECTED) + 1
RISKS = (0.01, 0.05, 0.1, 0.2, 0.3, 0.45, 0.6, 0.8, 1.0)
RISK_LEVELS = len(RISKS) + 1
COSTS = (-8.0, -5.0, -3.5, -2.5, -1.8, -1.3, -0.9, -0.6, -0.4, -0.2, -0.1)
MORE_COSTS = (0.0, 0.1, 0.2, 0.4, 0.6, 0.9, 1.3, 1.8, 2.5, 3.5, 5.0, 8.0, 12.0)
COST_LEVELS = len(COSTS) + len(MORE_COSTS) + 1
BEYOND = (-20.0, -12.0, -8.0, -5.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0)
BEYOND_LEVELS = len(BEYOND) + 1

ON_BID, ON_NAME, ON_LEAD, ON_FOLLOWING_PAIN, ON_FOLLOWING, ON_DISCARD = range(6)
LED, FOLLOWED, DISCARDED = range(3)
DUCKS, MAY_TAKE, TAKES = range(3)

(
    ALL_PASS,
    PAIN_LIMITS,
    MOON,
    MOMENT,
    STAYED,
    TURN,
    POT,
    OWN_CHIPS,
    LEAST_CHIPS,
    STANDING,
    SAID,
    NAMER,
    HELD,
    LENGTH,
    DANGER,
    NAMED_DANGER,
    WORTH,
    CARDS,
    OUT,
    VOID,
    BROKEN,
    TRICK,
    TO_PLAY,
    WINNER,
    ABOVE_WINNING,
    PAIN_ON_TABLE,
    CLEAR,
    TAKEN,
    AT_STAKE,
    SHOOTER,
    FEATURES,
) = blocks(
    2,  # ALL_PASS
    2,  # PAIN_LIMITS
    3,  # MOON
    6,  # MOMENT
    2,  # STAYED: whether the last pot did, so that there was no auction
    SEATS,  # TURN to speak
    POTS,  # POT
    HOLDINGS,  # OWN_CHIPS
    HOLDINGS,  # LEAST_CHIPS of the others
    AMOUNTS + 1,  # STANDING bid
    SEATS * (AMOUNTS + 1),  # SAID, by seat
    SEATS + 1,  # NAMER of the pain suit: a seat, or none
    PACK,  # HELD cards, before the play
    SUITS * LENGTHS,  # LENGTH of each suit held
    SUITS * DANGER_LEVELS,  # DANGER of each suit if it is not named
    SUITS * DANGER_LEVELS,  # NAMED_DANGER of each suit
    AMOUNTS,  # WORTH of naming, as the house would have it
    SUITS * DEEP * FEWER,  # CARDS during play: how many unseen cards are lower, from the suit's lowest card on
    SUITS * LENGTHS,  # OUT: how many unseen cards each suit has
    SEATS * SUITS,  # VOID, as play has shown
    2,  # BROKEN
    HAND,  # TRICK
    SEATS,  # TO_PLAY: how many are still to play to the trick after this seat
    2 * SEATS,  # WINNER of the trick so far, and whether they are clear
    FEWER,  # ABOVE_WINNING: how many unseen cards would take the trick
    SEATS,  # PAIN_ON_TABLE
    2**SEATS,  # CLEAR: who is
    SEATS * TAKEN_LEVELS,  # TAKEN: pain, by seat
    len(STAKES) + 1,  # AT_STAKE
    SEATS * HAND,  # SHOOTER: the seat that has taken all tricks, by their number
)
MOST_ACTIVE: int = 64

(
    SAYS,
    RAISES_BY,
    EXCEEDS,
    SPENDS,
    NAMES_SLOT,
    NAMES_LENGTH,
    NAMES_DANGER,
    NAMES_CARDS,
    PLAYS,
    WINS,
    FATE,
    RISK,
    KEEPS,
    COST,
    PARTS,
) = blocks(
    AMOUNTS + 1,  # SAYS: a pass or a bid
    len(RAISES),  # RAISES_BY: how far above the least bid
    BEYOND_LEVELS,  # EXCEEDS the worth of naming to the house
    10,  # SPENDS: tenths of the chips
    SUITS,  # NAMES_SLOT
    LENGTHS,  # NAMES_LENGTH
    2 * DANGER_LEVELS,  # NAMES_DANGER: of the suit named, and of the suit if it is not named
    3 * RANKS,  # NAMES_CARDS: the three lowest of the suit named
    3 * SUITS * KINDS,  # PLAYS a card: led, followed or discarded
    2 * WIN_LEVELS * PAINS,  # WINS: the chance and the pain; clear or not
    3 * 3 * 4,  # FATE: whether it takes the trick, who wins so far, pain in it
    4 * RISK_LEVELS,  # RISK of keeping the card; pain or not, clear or not
    2 * LENGTHS,  # KEEPS: how many of the suit are left in the hand; pain or not
    COST_LEVELS,  # COST to the house
)
MOST_PARTS: int = 7
MOST_OPTIONS: int = HAND
REMEMBERED: tuple[tuple[int, int], ...] = ((CARDS, BROKEN), (ABOVE_WINNING, PAIN_ON_TABLE), (TAKEN, AT_STAKE))
REMEMBERED_PARTS: tuple[tuple[int, int], ...] = ((WINS, FATE), (RISK, KEEPS))

_OUT, _STAKE, _LIMIT = OWN_NOTES, OWN_NOTES + 1, OWN_NOTES + 2  # unseen cards; chips in thousandths


# The options of a net


@rule
def bids_in_steps(s: State, seat, ids):
    """Write a pass and a spread of bids; the last to speak needs only the least."""
    ids[0] = PASS
    found = 1
    least, most = least_bid(s, 1), s.scores[seat]
    for up in RAISES:
        if least + up <= most and (up == 0 or s.spoken < s.seats - 1):
            ids[found] = BIDS + least + up
            found += 1
    return found


@rule
def options(s: State, seat, ids):
    """Write a spread of bids, every suit to name, and one of each group of cards that take the same tricks."""
    if s.phase == BID:
        return bids_in_steps(s, seat, ids)
    if s.phase == NAME:
        return choices.write(choices.only(shifted(below(SUITS), NAMES)), ids)
    cards = one_of_each(legal_cards(s, seat), without(all_played(s), s.trick), NONE, -1)
    return choices.write(choices.only(cards), ids)


# Suits in their slots


@rule
def importance(s: State, hand, suit):
    """Return the importance of a suit, which orders the slots."""
    ranks = in_suit(hand, suit)
    if s.phase == BID or s.phase == NAME:
        return int(1000.0 * (side_danger(ranks) - pain_danger(ranks)))
    if suit == s.pain:
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


# The features of a view


@rule
def moment(s: State, seat):
    """Return the kind of decision."""
    if s.phase == BID:
        return ON_BID
    if s.phase == NAME:
        return ON_NAME
    if s.in_trick == 0:
        return ON_LEAD
    if in_suit(s.hand[seat], s.led) == NONE:
        return ON_DISCARD
    return ON_FOLLOWING_PAIN if s.led == s.pain else ON_FOLLOWING


@rule
def answer(said):
    """Return a pass or a bid as an answer, from 0."""
    return 0 if said == NO_BID else 1 + bucket(value_of(said), CHIPS_BID)


@rule
def namer(s: State, seat):
    """Return who has named pain, or will name it if there is no higher bid; 0 is no seat."""
    if s.bid == NO_BID and not s.stayed:
        return 0
    return 1 + turn_of(seat, value_of(s.bidder), s.seats)


@rule
def tell_terms(s: State, seat, ids, at):
    """Write the options, the kind of decision, and the chips."""
    at = tell(ids, at, ALL_PASS, s.all_pass)
    at = tell(ids, at, PAIN_LIMITS, s.pain_limits)
    at = tell(ids, at, MOON, s.moon)
    at = tell(ids, at, MOMENT, moment(s, seat))
    at = tell(ids, at, STAYED, s.stayed)
    poorest = 1 << 30
    for other in range(seats_of(s)):
        if other != seat:
            poorest = min(poorest, value_of(s.scores[other]))
    at = tell(ids, at, POT, bucket(value_of(s.carry), CHIPS_IN_POT))
    at = tell(ids, at, OWN_CHIPS, bucket(value_of(s.scores[seat]), CHIPS_HELD))
    return tell(ids, at, LEAST_CHIPS, bucket(poorest, CHIPS_HELD))


@rule
def tell_auction(s: State, seat, ids, at):
    """Write the calls of the auction, by seat."""
    at = tell(ids, at, NAMER, namer(s, seat))
    if s.stayed:
        return at
    at = tell(ids, at, STANDING, answer(s.bid))
    other = value_of(seat)
    for turn in range(seats_of(s)):
        if s.said[other] != NOTHING:
            at = tell(ids, at, SAID, (AMOUNTS + 1) * turn + answer(s.said[other]))
        other = next_seat(other, s.seats)
    return at


@rule
def tell_lengths(hand, ids, at, notes):
    """Write the number of cards held in each suit."""
    for suit in range(SUITS):
        at = tell(ids, at, LENGTH, LENGTHS * slot_of(suit, notes) + count(in_suit(hand, suit)))
    return at


@rule
def tell_prospects(s: State, seat, hand, ids, at, notes):
    """Write, before the play: the cards, the danger of each suit, and the worth of naming one."""
    at = tell_cards(ids, at, HELD, hand, notes)
    sides, best = 0.0, 1e9
    for suit in range(SUITS):
        slot, ranks = slot_of(suit, notes), in_suit(hand, suit)
        side, named = side_danger(ranks), pain_danger(ranks)
        at = tell(ids, at, DANGER, DANGER_LEVELS * slot + bucket(side, DANGERS))
        at = tell(ids, at, NAMED_DANGER, DANGER_LEVELS * slot + bucket(named, DANGERS))
        sides += side
        best = min(best, named - side)
    limit = limit_of(s, seat, max(0.0, sides + best))
    notes[_LIMIT] = int(1000.0 * limit)
    return tell(ids, at, WORTH, bucket(limit, CHIPS_BID))


@rule
def lower_and_higher(card, notes):
    """Return how many unseen cards of its suit are lower than a card, and how many higher."""
    ranks = in_suit(word(notes[_OUT]), suit_of(card))
    lower = count(ranks & below(rank_of(card)))
    return lower, count(ranks) - lower


@rule
def tell_suits(s: State, seat, hand, ids, at, notes):
    """Write, during play: each card among the unseen ones of its suit, from the lowest on; and what is unseen."""
    for suit in range(SUITS):
        slot, ranks = slot_of(suit, notes), in_suit(hand, suit)
        out = in_suit(word(notes[_OUT]), suit)
        at = tell(ids, at, OUT, LENGTHS * slot + count(out))
        for place in range(min(DEEP, count(ranks))):
            lower = min(FEWER - 1, count(out & below(first(ranks))))
            at = tell(ids, at, CARDS, FEWER * (DEEP * slot + place) + lower)
            ranks = without(ranks, bit(first(ranks)))
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
def tell_trick(s: State, seat, ids, at, notes):
    """Write the trick on the table."""
    at = tell(ids, at, BROKEN, s.broken)
    at = tell(ids, at, TRICK, s.tricks)
    at = tell(ids, at, TO_PLAY, s.seats - 1 - s.in_trick)
    if s.in_trick > 0:
        winner = value_of(s.winning_seat)
        _, higher = lower_and_higher(s.winning, notes)
        at = tell(ids, at, WINNER, SEATS * is_clear(s, winner) + turn_of(seat, winner, s.seats))
        at = tell(ids, at, ABOVE_WINNING, min(FEWER - 1, higher))
        at = tell(ids, at, PAIN_ON_TABLE, count(s.trick & suit_set(s.pain)))
    return at


@rule
def tell_taken(s: State, seat, ids, at, notes):
    """Write who is clear, how much pain each seat has, who may be shooting the moon, and the worth of staying clear."""
    clear, other = 0, value_of(seat)
    for turn in range(seats_of(s)):
        pain = count(s.taken[other] & suit_set(s.pain))
        clear += (pain == 0) << turn
        at = tell(ids, at, TAKEN, TAKEN_LEVELS * turn + bucket(pain, PAIN_TAKEN))
        if s.tricks > 0 and s.tricks_won[other] == s.tricks:
            at = tell(ids, at, SHOOTER, HAND * turn + s.tricks)
        other = next_seat(other, s.seats)
    at = tell(ids, at, CLEAR, clear)
    at_stake = stake(s, seat)
    notes[_STAKE] = int(1000.0 * at_stake)
    return tell(ids, at, AT_STAKE, bucket(at_stake, STAKES))


@rule
def features(s: State, seat, ids, notes):
    """Write the features of a view."""
    hand = s.hand[seat]
    notes[_OUT] = np.int64(unseen_cards(s, seat))
    place_suits(s, hand, notes)
    at = tell_terms(s, seat, ids, 0)
    at = tell_auction(s, seat, ids, at)
    at = tell_lengths(hand, ids, at, notes)
    if s.phase == BID:
        at = tell(ids, at, TURN, s.spoken)
    if s.phase == BID or s.phase == NAME:
        return tell_prospects(s, seat, hand, ids, at, notes)
    at = tell_suits(s, seat, hand, ids, at, notes)
    at = tell_voids(s, seat, ids, at, notes)
    at = tell_trick(s, seat, ids, at, notes)
    return tell_taken(s, seat, ids, at, notes)


# The parts of a bid, a suit or a card


@rule
def tell_bid(s: State, seat, action, ids, notes):
    """Write a pass or a bid.

    A bid has its amount, its distance to the least bid and to the worth of naming, and its share of the chips.
    """
    if action == PASS:
        return tell(ids, 0, SAYS, 0)
    amount = action - BIDS
    up = amount - least_bid(s, 1)
    step = 0
    for raised in RAISES:
        step += up > raised
    at = tell(ids, 0, SAYS, answer(amount))
    at = tell(ids, at, RAISES_BY, min(step, len(RAISES) - 1))
    at = tell(ids, at, EXCEEDS, bucket(amount - notes[_LIMIT] / 1000.0, BEYOND))
    return tell(ids, at, SPENDS, level(amount / max(1, s.scores[seat]), 10))


@rule
def tell_name(s: State, seat, suit, ids, notes):
    """Write a suit as pain: its length, its danger, and its lowest cards."""
    ranks = in_suit(s.hand[seat], suit)
    at = tell(ids, 0, NAMES_SLOT, slot_of(suit, notes))
    at = tell(ids, at, NAMES_LENGTH, count(ranks))
    at = tell(ids, at, NAMES_DANGER, bucket(pain_danger(ranks), DANGERS))
    at = tell(ids, at, NAMES_DANGER, DANGER_LEVELS + bucket(side_danger(ranks), DANGERS))
    for place in range(min(3, count(ranks))):
        at = tell(ids, at, NAMES_CARDS, RANKS * place + first(ranks))
        ranks = without(ranks, bit(first(ranks)))
    return at


@rule
def way_of_playing(s: State, card):
    """Return whether a card leads, follows or is discarded."""
    if s.in_trick == 0:
        return LED
    return FOLLOWED if suit_of(card) == s.led else DISCARDED


@rule
def fate(s: State, seat, card, wins):
    """Return the result of the trick: whether the card takes it, who takes it otherwise, and its pain."""
    takes = DUCKS if wins == 0.0 else TAKES if wins == 1.0 else MAY_TAKE
    if s.in_trick > 0:
        hit = 0 if is_clear(s, value_of(s.winning_seat)) else 1
    else:
        hit = 0 if others_clear(s, seat) > 0 else 2
    pain = count((s.trick | bit(card)) & suit_set(s.pain))
    return 4 * (3 * takes + hit) + min(3, pain)


@rule
def tell_card(s: State, seat, card, ids, notes):
    """Write a card: its place in its suit, what the trick may bring, and the risk of keeping it."""
    out, at_stake = word(notes[_OUT]), notes[_STAKE] / 1000.0
    hand = without(s.hand[seat], bit(card))
    soiled = 0 if is_clear(s, seat) else 1
    side = 0 if suit_of(card) == s.pain else 1
    lower, higher = lower_and_higher(card, notes)
    kind = FEW * min(FEWER - 1, lower) + min(FEW - 1, higher)
    wins, pain = chance_to_win(s, seat, card, out), pain_expected(s, seat, card, out)
    relief = danger_of_keeping(s, card, hand, out, at_stake)
    risk = relief / (1.0 + at_stake)
    price = price_of(s, seat, wins, pain, relief, at_stake)
    way = SUITS * way_of_playing(s, card) + slot_of(suit_of(card), notes)
    at = tell(ids, 0, PLAYS, KINDS * way + kind)
    chance = PAINS * level(wins, WIN_LEVELS) + bucket(pain, PAIN_EXPECTED)
    at = tell(ids, at, WINS, WIN_LEVELS * PAINS * soiled + chance)
    at = tell(ids, at, FATE, fate(s, seat, card, wins))
    at = tell(ids, at, RISK, RISK_LEVELS * (2 * side + soiled) + bucket(risk, RISKS))
    at = tell(ids, at, KEEPS, LENGTHS * side + count(in_suit(hand, suit_of(card))))
    return tell(ids, at, COST, bucket(price, COSTS) + bucket(price, MORE_COSTS))


@rule
def parts(s: State, seat, action, ids, notes):
    """Write the parts of an action."""
    if s.phase == BID:
        return tell_bid(s, seat, action, ids, notes)
    if s.phase == NAME:
        return tell_name(s, seat, action - NAMES, ids, notes)
    return tell_card(s, seat, action, ids, notes)
