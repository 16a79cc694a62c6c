"""Input of a net for Auction Flop Poker, and the parts of a discard, a keep or a call.

Seats are counted from the observing seat; suits have no names. A hand is described by its class so far, by what it may
become, and by its *hope*, as the house computes it. A discard or a keep is described by the hand that it leaves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.games.flop.player.heuristics import (
    best_discard,
    best_keep,
    gain_by,
    hope_of,
    pot_to_come,
    share_of,
    straights_left,
    worth_of_discarding,
)
from saleroom.games.flop.rules.record import BID, DISCARD, FLOP_CARDS, HAND, KEEP, TAKE
from saleroom.games.flop.rules.rules import KEEPS, PASS, REFUSE, TAKE_IT, chosen
from saleroom.kernel.auctions import NO_BID, NOTHING, least_bid
from saleroom.kernel.bits import NONE, bit, count, last, next_seat, seats_of, value_of, without, word
from saleroom.kernel.cards import in_suit
from saleroom.kernel.compile import rule
from saleroom.kernel.poker import CLASSES, class_of, ranks_of, strength
from saleroom.toolkit.player.features import blocks, bucket, level, tell, tell_set, turn_of
from saleroom.toolkit.player.slots import RANKS, SUITS
from saleroom.toolkit.player.values import all_options

if TYPE_CHECKING:
    from saleroom.games.flop.rules.state import State

VERSION: int = 2

SEATS = 8  # maximum
SIZES = HAND + 1
KINDS = len(CLASSES)
HOPES = 20
SHARES = 12
RUNS = 4  # straights that would still fit, up to three
NO_RANK = RANKS

ANTES = (2, 3, 5, 9, 17)
POT = (5, 8, 11, 14, 17, 21, 26, 32, 40, 50, 65, 90, 150, 300)
POTS = len(POT) + 1
CHIPS = (1, 2, 3, 5, 6, 8, 10, 13, 15, 20, 30, 50, 80, 120)
PURSES = len(CHIPS) + 1
PRICES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 17, 21, 27, 40)
AMOUNTS = len(PRICES) + 1
SAYINGS = AMOUNTS + 2  # nothing yet, a pass, or an amount
GAINS = (-4.0, -2.5, -1.5, -1.0, -0.6, -0.3, -0.1, 0.0, 0.1, 0.3, 0.6, 1.0, 1.5, 2.0, 2.7, 3.5, 4.5, 6.0, 8.0, 12.0)
GAIN_LEVELS = len(GAINS) + 1
WORTHS = (-0.7, -0.5, -0.35, -0.25, -0.18, -0.12, -0.07, -0.03, 0.0, 0.03, 0.06, 0.09, 0.12, 0.16, 0.2, 0.25, 0.3, 0.4)
WORTH_LEVELS = len(WORTHS) + 1

HAND_PARTS = SIZES * (HOPES + KINDS + RANKS + 1 + SIZES + RUNS)  # of an action that leaves a hand

ON_DISCARD, ON_BID, ON_TAKE, ON_KEEP = range(4)

(
    HOW_MANY,
    ANTE,
    FIRST_VOICE,
    MOMENT,
    PLACE,
    IN_POT,
    PURSE,
    POOREST,
    HOPE,
    SHARE,
    MADE,
    TOP,
    HELD,
    PAIRED,
    SUITED,
    RUN,
    OTHER,
    OTHER_PAIRED,
    OTHER_SUITED,
    OTHERS_FULL,
    OTHERS_SHORT,
    TO_DISCARD,
    FLOPS,
    FLOP_RANKS,
    FLOP_PAIRED,
    FLOP_SUITED,
    FLOP_MATCHES,
    AFTER_HOPE,
    AFTER_MADE,
    GAIN,
    STANDING,
    SAID,
    BIDDER,
    SILENT,
    FEE,
    FEATURES,
) = blocks(
    SEATS - 1,  # HOW_MANY seats
    len(ANTES) + 1,  # ANTE
    2,  # FIRST_VOICE
    4,  # MOMENT
    SEATS,  # PLACE after First Voice
    POTS,  # IN_POT
    PURSES,  # PURSE: own chips
    PURSES,  # POOREST of the others
    HOPES,  # HOPE of the hand
    SHARES,  # SHARE of the pot that it can expect
    SIZES * KINDS,  # MADE: the class of the hand so far, by missing cards
    SIZES * (RANKS + 1),  # TOP rank of those that repeat most, by missing cards
    RANKS,  # HELD ranks
    RANKS,  # PAIRED ranks
    SIZES * SIZES,  # SUITED: cards of the longest suit, by missing cards
    SIZES * RUNS,  # RUN: straights that would still fit, by missing cards
    SEATS * SIZES * SIZES,  # OTHER: discards and missing cards, by seat
    SEATS,  # OTHER_PAIRED: cards of one rank were probably kept, by seat
    SEATS,  # OTHER_SUITED: all cards taken from flops may be of one suit, by seat
    SEATS,  # OTHERS_FULL: how many have five cards
    SEATS,  # OTHERS_SHORT: how many do not
    SEATS,  # TO_DISCARD: how many are still to discard
    SEATS,  # FLOPS: how many were taken
    RANKS,  # FLOP_RANKS
    FLOP_CARDS,  # FLOP_PAIRED: number of its cards that share a rank with another of its cards
    FLOP_CARDS,  # FLOP_SUITED: cards of its longest suit, but one
    FLOP_CARDS + 1,  # FLOP_MATCHES: number of its cards with a rank held
    HOPES,  # AFTER_HOPE of the hand with the best of the flop
    SIZES * KINDS,  # AFTER_MADE: its class then, by missing cards
    GAIN_LEVELS,  # GAIN by the flop
    AMOUNTS,  # STANDING bid
    SEATS * SAYINGS,  # SAID, by seat
    SEATS,  # BIDDER who holds the standing bid
    SEATS,  # SILENT seats since the last bid
    AMOUNTS,  # FEE to refuse
)
MOST_ACTIVE: int = 68

(
    THROWS,
    THROWS_PRICE,
    THROWS_FOR,
    THROWS_LIKE_THE_HOUSE,
    THROWS_WORTH,
    THROWS_GAIN,
    LEAVES_HAND,
    KEEPS_SOME,
    KEEPS_LIKE_THE_HOUSE,
    KEEPS_HAND,
    PASSES,
    RAISES,
    RAISES_TO,
    RAISES_GAIN,
    RAISES_PROFIT,
    RAISES_AGAINST,
    TAKES,
    REFUSES_FOR,
    REFUSES_GAIN,
    REFUSES_AMONG,
    PARTS,
) = blocks(
    SIZES * (SEATS - 1),  # THROWS: number of cards, by number of seats
    SIZES * 11,  # THROWS_PRICE: the cost, in tenths of the pot
    SIZES * PURSES,  # THROWS_FOR: the chips left afterwards
    2,  # THROWS_LIKE_THE_HOUSE
    2 * WORTH_LEVELS,  # THROWS_WORTH to the house, relative to the pot; two seats or more
    2 * GAIN_LEVELS,  # THROWS_GAIN: the same in chips, relative to no discard; two seats or more
    HAND_PARTS,  # LEAVES_HAND
    FLOP_CARDS * SIZES,  # KEEPS_SOME: number of cards, by missing cards
    2,  # KEEPS_LIKE_THE_HOUSE
    HAND_PARTS,  # KEEPS_HAND
    1,  # PASSES
    1,  # RAISES
    AMOUNTS,  # RAISES_TO a price
    SIZES * GAIN_LEVELS,  # RAISES_GAIN: the flop's gain, by missing cards
    GAIN_LEVELS,  # RAISES_PROFIT: the flop's gain less the price
    SEATS * HOPES,  # RAISES_AGAINST: number of others who are short, by the hope after it
    1,  # TAKES
    AMOUNTS,  # REFUSES_FOR a fee
    GAIN_LEVELS,  # REFUSES_GAIN: the flop's gain
    SEATS * 6,  # REFUSES_AMONG: number of others who are short, by the fee
)
MOST_PARTS: int = 11
MOST_OPTIONS: int = 2**HAND
REMEMBERED: tuple[tuple[int, int], ...] = ((OTHER_PAIRED, OTHERS_FULL), (FLOPS, FLOP_RANKS), (SAID, BIDDER))
REMEMBERED_PARTS: tuple[tuple[int, int], ...] = ((RAISES_AGAINST, TAKES), (REFUSES_AMONG, PARTS))

options = all_options

# Places in the notes: the house's discard or keep; the flop's gain, in thousandths of a chip; the hope of the hand
# then, as a level; the pot that the house predicts, and its value of the hand as it is, in thousandths; the number of
# others who are short.
_HOUSE, _GAIN, _AFTER, _POT, _AS_IT_IS, _SHORT = range(6)


# Hands


@rule
def top_of(cards):
    """Return the highest of the ranks that repeat most."""
    if cards == NONE:
        return NO_RANK
    once, twice, thrice, four_times = ranks_of(cards)
    if four_times != NONE:
        return last(four_times)
    return last(thrice if thrice != NONE else twice if twice != NONE else once)


@rule
def longest_suit(cards):
    """Return the number of cards of the longest suit."""
    longest = 0
    for suit in range(SUITS):
        longest = max(longest, count(in_suit(cards, suit)))
    return longest


@rule
def runs_left(cards):
    """Return how many straights cards of different ranks could still become, at most three."""
    once, twice, _, _ = ranks_of(cards)
    return 0 if twice != NONE or cards == NONE else straights_left(once)


@rule
def made(cards):
    """Return the class of some cards, by how many are missing."""
    return KINDS * (HAND - count(cards)) + class_of(strength(cards))


@rule
def tell_hand_left(cards, hope, ids, at, block):
    """Write the parts of an action that leaves these cards: their hope, class, and what they may become."""
    missing = HAND - count(cards)
    at = tell(ids, at, block, HOPES * missing + level(hope, HOPES))
    block += SIZES * HOPES
    at = tell(ids, at, block, made(cards))
    block += SIZES * KINDS
    at = tell(ids, at, block, (RANKS + 1) * missing + top_of(cards))
    block += SIZES * (RANKS + 1)
    at = tell(ids, at, block, SIZES * missing + longest_suit(cards))
    block += SIZES * SIZES
    return tell(ids, at, block, RUNS * missing + runs_left(cards))


# The features of a view


@rule
def moment(s: State):
    """Return the kind of decision."""
    if s.phase == DISCARD:
        return ON_DISCARD
    if s.phase == BID:
        return ON_BID
    return ON_TAKE if s.phase == TAKE else ON_KEEP


@rule
def tell_terms(s: State, seat, ids, at):
    """Write the options, the kind of decision, and the chips."""
    poorest = 1 << 30
    for other in range(seats_of(s)):
        if other != seat:
            poorest = min(poorest, value_of(s.scores[other]))
    at = tell(ids, at, HOW_MANY, s.seats - 2)
    at = tell(ids, at, ANTE, bucket(value_of(s.ante), ANTES))
    at = tell(ids, at, FIRST_VOICE, s.first_voice)
    at = tell(ids, at, MOMENT, moment(s))
    at = tell(ids, at, PLACE, turn_of(value_of(s.voice), value_of(seat), s.seats))
    at = tell(ids, at, IN_POT, bucket(value_of(s.carry), POT))
    at = tell(ids, at, PURSE, bucket(value_of(s.scores[seat]), CHIPS))
    return tell(ids, at, POOREST, bucket(poorest, CHIPS))


@rule
def tell_hand(s: State, hand, ids, at):
    """Write the hand: its hope, its class, and what it may become."""
    missing, hope = HAND - count(hand), hope_of(hand)
    once, twice, _, _ = ranks_of(hand)
    at = tell(ids, at, HOPE, level(hope, HOPES))
    at = tell(ids, at, SHARE, level(2.0 * share_of(hope, seats_of(s)), SHARES))
    at = tell(ids, at, MADE, made(hand))
    at = tell(ids, at, TOP, (RANKS + 1) * missing + top_of(hand))
    at = tell_set(ids, at, HELD, once)
    at = tell_set(ids, at, PAIRED, twice)
    at = tell(ids, at, SUITED, SIZES * missing + longest_suit(hand))
    return tell(ids, at, RUN, RUNS * missing + runs_left(hand))


@rule
def may_have_kept_a_pair(s: State, seat):
    """Return whether a seat kept two cards or more of a flop in which a rank repeats."""
    for at in range(s.keeps[seat]):
        _, twice, _, _ = ranks_of(s.keep_may[seat, at])
        if s.keep_size[seat, at] > 1 and twice != NONE:
            return True
    return False


@rule
def may_have_kept_a_suit(s: State, seat):
    """Return whether all cards that a seat kept of flops, two at least, may be of one suit."""
    size, suits = 0, bit(SUITS) - bit(0)
    for at in range(s.keeps[seat]):
        size += s.keep_size[seat, at]
        for suit in range(SUITS):
            if count(in_suit(s.keep_may[seat, at], suit)) < s.keep_size[seat, at]:
                suits = without(suits, bit(suit))
    return size > 1 and suits != NONE


@rule
def still_to_discard(s: State, seat):
    """Return how many others have not had their turn to discard."""
    return (s.dealer - seat) % s.seats if s.phase == DISCARD else 0


@rule
def tell_others(s: State, seat, ids, at, notes):
    """Write what the others have discarded and kept, and how many cards they miss."""
    waiting = still_to_discard(s, seat)
    full, short, flops = 0, 0, value_of(s.keeps[seat])
    other = value_of(seat)
    for turn in range(1, seats_of(s)):
        other = next_seat(other, s.seats)
        missing = HAND - value_of(s.cards[other])
        flops += s.keeps[other]
        if waiting >= turn:
            continue
        full += missing == 0
        short += missing > 0
        at = tell(ids, at, OTHER, SIZES * (SIZES * turn + value_of(s.discarded[other])) + missing)
        if may_have_kept_a_pair(s, other):
            at = tell(ids, at, OTHER_PAIRED, turn)
        if may_have_kept_a_suit(s, other):
            at = tell(ids, at, OTHER_SUITED, turn)
    notes[_SHORT] = short
    at = tell(ids, at, OTHERS_FULL, full)
    at = tell(ids, at, OTHERS_SHORT, short)
    at = tell(ids, at, TO_DISCARD, waiting)
    return tell(ids, at, FLOPS, min(SEATS - 1, flops))


@rule
def matches(hand, flop):
    """Return how many cards of the flop have a rank that the hand has."""
    held, _, _, _ = ranks_of(hand)
    found = 0
    for suit in range(SUITS):
        found += count(in_suit(flop, suit) & held)
    return found


@rule
def tell_flop(s: State, seat, hand, ids, at, notes):
    """Write the flop, and its effect on the hand."""
    action, hope = best_keep(s, seat)
    after = hand | chosen(s.flop, word(action - KEEPS))
    worth = gain_by(s, seat, hope)
    notes[_HOUSE], notes[_GAIN], notes[_AFTER] = action, int(1000.0 * worth), level(hope, HOPES)
    once, _, _, _ = ranks_of(s.flop)
    at = tell_set(ids, at, FLOP_RANKS, once)
    at = tell(ids, at, FLOP_PAIRED, FLOP_CARDS - count(once))
    at = tell(ids, at, FLOP_SUITED, longest_suit(s.flop) - 1)
    at = tell(ids, at, FLOP_MATCHES, matches(hand, s.flop))
    at = tell(ids, at, AFTER_HOPE, notes[_AFTER])
    at = tell(ids, at, AFTER_MADE, made(after))
    return tell(ids, at, GAIN, bucket(worth, GAINS))


@rule
def answer(said):
    """Return a call as an answer, from 0: none yet, a pass or a bid."""
    return value_of(said) + 2 if said < 0 else 2 + bucket(value_of(said), PRICES)


@rule
def tell_auction(s: State, seat, ids, at):
    """Write the calls on the flop, by seat."""
    at = tell(ids, at, STANDING, bucket(value_of(s.bid), PRICES))
    at = tell(ids, at, SILENT, min(SEATS - 1, value_of(s.silent)))
    if s.bid != NO_BID:
        at = tell(ids, at, BIDDER, turn_of(seat, value_of(s.bidder), s.seats))
    if s.phase == TAKE:
        at = tell(ids, at, FEE, bucket(value_of(s.fee), PRICES))
    other = value_of(seat)
    for turn in range(seats_of(s)):
        if s.said[other] != NOTHING:
            at = tell(ids, at, SAID, SAYINGS * turn + answer(s.said[other]))
        other = next_seat(other, s.seats)
    return at


@rule
def features(s: State, seat, ids, notes):
    """Write the features of a view."""
    hand = s.hand[seat]
    at = tell_terms(s, seat, ids, 0)
    at = tell_hand(s, hand, ids, at)
    at = tell_others(s, seat, ids, at, notes)
    if s.phase == DISCARD:
        notes[_HOUSE] = best_discard(s, seat)
        pot = pot_to_come(s, seat)
        notes[_POT] = int(1000.0 * pot)
        notes[_AS_IT_IS] = int(1000.0 * worth_of_discarding(hope_of(hand), 0, pot, seats_of(s)))
        return at
    at = tell_flop(s, seat, hand, ids, at, notes)
    return tell_auction(s, seat, ids, at)


# The parts of a discard, a keep or a call


@rule
def tell_discard(s: State, seat, action, ids, notes):
    """Write a discard, and the hand without it."""
    hand = s.hand[seat]
    left = without(hand, chosen(hand, word(action)))
    size, hope, pot = HAND - count(left), hope_of(left), notes[_POT] / 1000.0
    price = size * (size + 1) // 2
    worth = worth_of_discarding(hope, size, pot, seats_of(s))
    many = 1 if s.seats > 2 else 0
    at = tell(ids, 0, THROWS, (SEATS - 1) * size + s.seats - 2)
    at = tell(ids, at, THROWS_PRICE, 11 * size + min(10, int(10 * price / pot)))
    at = tell(ids, at, THROWS_FOR, PURSES * size + bucket(s.scores[seat] - price, CHIPS))
    at = tell(ids, at, THROWS_LIKE_THE_HOUSE, action == notes[_HOUSE])
    at = tell(ids, at, THROWS_WORTH, WORTH_LEVELS * many + bucket(worth / pot, WORTHS))
    at = tell(ids, at, THROWS_GAIN, GAIN_LEVELS * many + bucket(worth - notes[_AS_IT_IS] / 1000.0, GAINS))
    return tell_hand_left(left, hope, ids, at, LEAVES_HAND)


@rule
def tell_keep(s: State, seat, action, ids, notes):
    """Write a keep, and the hand with it."""
    kept = chosen(s.flop, word(action - KEEPS))
    hand = s.hand[seat] | kept
    at = tell(ids, 0, KEEPS_SOME, SIZES * (count(kept) - 1) + HAND - value_of(s.cards[seat]))
    at = tell(ids, at, KEEPS_LIKE_THE_HOUSE, action == notes[_HOUSE])
    return tell_hand_left(hand, hope_of(hand), ids, at, KEEPS_HAND)


@rule
def tell_raise(s: State, seat, ids, notes):
    """Write a raise by one chip."""
    price, gain = least_bid(s, 1), notes[_GAIN] / 1000.0
    at = tell(ids, 0, RAISES, 0)
    at = tell(ids, at, RAISES_TO, bucket(price, PRICES))
    at = tell(ids, at, RAISES_GAIN, GAIN_LEVELS * (HAND - value_of(s.cards[seat])) + bucket(gain, GAINS))
    at = tell(ids, at, RAISES_PROFIT, bucket(gain - price, GAINS))
    return tell(ids, at, RAISES_AGAINST, HOPES * notes[_SHORT] + notes[_AFTER])


@rule
def tell_refusal(s: State, ids, notes):
    """Write a refusal of the flop."""
    at = tell(ids, 0, REFUSES_FOR, bucket(value_of(s.fee), PRICES))
    at = tell(ids, at, REFUSES_GAIN, bucket(notes[_GAIN] / 1000.0, GAINS))
    return tell(ids, at, REFUSES_AMONG, 6 * notes[_SHORT] + min(5, value_of(s.fee)))


@rule
def parts(s: State, seat, action, ids, notes):
    """Write the parts of an action."""
    if s.phase == DISCARD:
        return tell_discard(s, seat, action, ids, notes)
    if s.phase == KEEP:
        return tell_keep(s, seat, action, ids, notes)
    if action == PASS:
        return tell(ids, 0, PASSES, 0)
    if action == TAKE_IT:
        return tell(ids, 0, TAKES, 0)
    if action == REFUSE:
        return tell_refusal(s, ids, notes)
    return tell_raise(s, seat, ids, notes)
