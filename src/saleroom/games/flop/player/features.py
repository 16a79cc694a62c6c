"""Net features of Auction Flop Poker: the input that describes a view, and the parts that describe an action.

Seats are counted from the observing seat; suits have no names. A hand is described by its current class, by what it can
become, and by its *hope*: the chance to beat one other hand. A discard or a keep is described by the resulting hand.
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
from saleroom.kernel.auctions import NO_BID, least_bid
from saleroom.kernel.bits import NONE, bit, count, last, seats_of, value_of, without, word
from saleroom.kernel.cards import in_suit
from saleroom.kernel.compile import rule
from saleroom.kernel.poker import CLASSES, class_of, ranks_of, strength
from saleroom.toolkit.player.features import (
    Blocks,
    bucket,
    least_of_others,
    level,
    seat_at,
    turn_of,
    write,
    write_calls,
    write_set,
)
from saleroom.toolkit.player.slots import RANKS, SUITS
from saleroom.toolkit.player.values import all_options

if TYPE_CHECKING:
    from saleroom.games.flop.rules.state import State

VERSION: int = 2

SEATS = 8  # maximum number of seats
SIZES = HAND + 1
KINDS = len(CLASSES)
HOPES = 20
SHARES = 12
RUNS = 4  # numbers of straights that a hand can still become: 0 to 3, where 3 means at least 3
NO_RANK = RANKS

ANTES = (2, 3, 5, 9, 17)
POT = (5, 8, 11, 14, 17, 21, 26, 32, 40, 50, 65, 90, 150, 300)
CHIPS = (1, 2, 3, 5, 6, 8, 10, 13, 15, 20, 30, 50, 80, 120)
PURSES = len(CHIPS) + 1
PRICES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 17, 21, 27, 40)
AMOUNTS = len(PRICES) + 1
CALLS = (NO_BID, 0, *PRICES)
SAYINGS = len(CALLS) + 1  # a pass, or a range that starts at 0 or at one of `PRICES`
GAINS = (-4.0, -2.5, -1.5, -1.0, -0.6, -0.3, -0.1, 0.0, 0.1, 0.3, 0.6, 1.0, 1.5, 2.0, 2.7, 3.5, 4.5, 6.0, 8.0, 12.0)
GAIN_LEVELS = len(GAINS) + 1
WORTHS = (-0.7, -0.5, -0.35, -0.25, -0.18, -0.12, -0.07, -0.03, 0.0, 0.03, 0.06, 0.09, 0.12, 0.16, 0.2, 0.25, 0.3, 0.4)
WORTH_LEVELS = len(WORTHS) + 1

# number of parts that describe the hand after an action
HAND_PARTS = SIZES * (HOPES + KINDS + RANKS + 1 + SIZES + RUNS)

ON_DISCARD, ON_BID, ON_TAKE, ON_KEEP = range(4)

_features = Blocks()
HOW_MANY = _features.block(SEATS - 1)  # number of seats, minus 2
ANTE = _features.block(len(ANTES) + 1)
FIRST_VOICE = _features.block(2)
MOMENT = _features.block(4)  # kind of decision
PLACE = _features.block(SEATS)  # place of this seat, counted from First Voice
IN_POT = _features.block(len(POT) + 1)  # chips in the pot
PURSE = _features.block(PURSES)  # own chips
POOREST = _features.block(PURSES)  # chips of the poorest other seat
HOPE = _features.block(HOPES)  # chance of the hand to beat one other hand
SHARE = _features.block(SHARES)  # share of the pot that the hand wins on average
MADE = _features.block(SIZES * KINDS)  # class of the hand so far, by number of missing cards
# highest rank of the largest group of equal ranks, by number of missing cards
TOP = _features.block(SIZES * (RANKS + 1))
HELD = _features.block(RANKS)  # ranks in the hand
PAIRED = _features.block(RANKS)  # repeated ranks in the hand
SUITED = _features.block(SIZES * SIZES)  # number of cards in the longest suit, by number of missing cards
RUN = _features.block(SIZES * RUNS)  # number of straights that the hand can become, by number of missing cards
OTHER = _features.block(SEATS * SIZES * SIZES)  # number of discards and number of missing cards, by seat
OTHER_PAIRED = _features.block(SEATS, remembered=True)  # seats that probably kept cards of equal rank
OTHER_SUITED = _features.block(SEATS, remembered=True)  # seats whose cards from flops can all be of one suit
OTHERS_FULL = _features.block(SEATS)  # number of other seats with five cards
OTHERS_SHORT = _features.block(SEATS)  # number of other seats with fewer than five cards
TO_DISCARD = _features.block(SEATS)  # number of other seats that have not discarded yet
FLOPS = _features.block(SEATS, remembered=True)  # number of flops taken
FLOP_RANKS = _features.block(RANKS)  # ranks of the flop
FLOP_PAIRED = _features.block(FLOP_CARDS)  # number of flop cards that share a rank with another flop card
FLOP_SUITED = _features.block(FLOP_CARDS)  # number of cards in the flop's longest suit, minus one
FLOP_MATCHES = _features.block(FLOP_CARDS + 1)  # number of flop cards with a rank that the hand has
AFTER_HOPE = _features.block(HOPES)  # chance to beat one other hand, with the flop's best cards
AFTER_MADE = _features.block(SIZES * KINDS)  # class of the hand with the flop's best cards, by number of missing cards
GAIN = _features.block(GAIN_LEVELS)  # gain from the flop
STANDING = _features.block(AMOUNTS)  # standing bid
SAID = _features.block(SEATS * SAYINGS, remembered=True)  # last call, by seat
BIDDER = _features.block(SEATS)  # seat with the standing bid
SILENT = _features.block(SEATS)  # seats that have passed since the last bid
FEE = _features.block(AMOUNTS)  # fee to refuse the flop
FEATURES: int = _features.size
REMEMBERED: tuple[tuple[int, int], ...] = _features.remembered
MOST_ACTIVE: int = 68

_parts = Blocks()
THROWS = _parts.block(SIZES * (SEATS - 1))  # number of cards discarded, by number of seats
THROWS_PRICE = _parts.block(SIZES * 11)  # price in tenths of the pot, by number of cards discarded
THROWS_FOR = _parts.block(SIZES * PURSES)  # chips left after the discard, by number of cards discarded
THROWS_LIKE_THE_HOUSE = _parts.block(2)  # whether the bot `house` would discard the same cards
THROWS_WORTH = _parts.block(2 * WORTH_LEVELS)  # value by `house`, relative to the pot; whether more than two seats play
# chips gained compared with no discard, according to the bot `house`; whether more than two seats play
THROWS_GAIN = _parts.block(2 * GAIN_LEVELS)
LEAVES_HAND = _parts.block(HAND_PARTS)  # the hand after the discard
KEEPS_SOME = _parts.block(FLOP_CARDS * SIZES)  # number of cards kept, by number of missing cards
KEEPS_LIKE_THE_HOUSE = _parts.block(2)  # whether the bot `house` would keep the same cards
KEEPS_HAND = _parts.block(HAND_PARTS)  # the hand after the keep
PASSES = _parts.block(1)
RAISES = _parts.block(1)
RAISES_TO = _parts.block(AMOUNTS)  # price
RAISES_GAIN = _parts.block(SIZES * GAIN_LEVELS)  # gain from the flop, by number of missing cards
RAISES_PROFIT = _parts.block(GAIN_LEVELS)  # gain from the flop minus the price
RAISES_AGAINST = _parts.block(SEATS * HOPES, remembered=True)  # number of other seats short of cards, by `AFTER_HOPE`
TAKES = _parts.block(1)
REFUSES_FOR = _parts.block(AMOUNTS)  # fee
REFUSES_GAIN = _parts.block(GAIN_LEVELS)  # gain from the flop
REFUSES_AMONG = _parts.block(SEATS * 6, remembered=True)  # number of other seats short of cards, by the fee
PARTS: int = _parts.size
REMEMBERED_PARTS: tuple[tuple[int, int], ...] = _parts.remembered
MOST_PARTS: int = 11
MOST_OPTIONS: int = 2**HAND

options = all_options

# Indexes into the notes, in this order: the discard or keep that the bot `house` would choose; the gain from the flop;
# the level of the hand's chance to beat one other hand after the flop; the pot that `house` predicts; the value of the
# unchanged hand to `house`; the number of other seats short of cards. Amounts are in thousandths of a chip.
_HOUSE, _GAIN, _AFTER, _POT, _AS_IT_IS, _SHORT = range(6)


# Hands


@rule
def top_of(cards):
    """Return the rank that occurs most often in `cards`; of equally frequent ranks, return the highest."""
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
    """Return how many straights `cards`, which have different ranks, can still become; at most three."""
    once, twice, _, _ = ranks_of(cards)
    return 0 if twice != NONE or cards == NONE else straights_left(once)


@rule
def made(cards):
    """Return an index that combines the poker class of `cards` and the number of missing cards."""
    return KINDS * (HAND - count(cards)) + class_of(strength(cards))


@rule
def write_hand_left(cards, hope, ids, end, block):
    """Write the parts for an action that leaves `cards` in the hand.

    They describe the chance of `cards` to beat one other hand (`hope`), their class and the possible improvements.
    """
    missing = HAND - count(cards)
    end = write(ids, end, block, HOPES * missing + level(hope, HOPES))
    block += SIZES * HOPES
    end = write(ids, end, block, made(cards))
    block += SIZES * KINDS
    end = write(ids, end, block, (RANKS + 1) * missing + top_of(cards))
    block += SIZES * (RANKS + 1)
    end = write(ids, end, block, SIZES * missing + longest_suit(cards))
    block += SIZES * SIZES
    return write(ids, end, block, RUNS * missing + runs_left(cards))


# The features of a view


@rule
def moment(s: State):
    """Return the kind of decision that the seat faces."""
    if s.phase == DISCARD:
        return ON_DISCARD
    if s.phase == BID:
        return ON_BID
    return ON_TAKE if s.phase == TAKE else ON_KEEP


@rule
def write_terms(s: State, seat, ids, end):
    """Write the features of the match's options, the kind of decision, and the chips."""
    end = write(ids, end, HOW_MANY, s.seats - 2)
    end = write(ids, end, ANTE, bucket(value_of(s.ante), ANTES))
    end = write(ids, end, FIRST_VOICE, s.first_voice)
    end = write(ids, end, MOMENT, moment(s))
    end = write(ids, end, PLACE, turn_of(value_of(s.voice), value_of(seat), s.seats))
    end = write(ids, end, IN_POT, bucket(value_of(s.carry), POT))
    end = write(ids, end, PURSE, bucket(value_of(s.scores[seat]), CHIPS))
    return write(ids, end, POOREST, bucket(least_of_others(s.scores, seat, seats_of(s)), CHIPS))


@rule
def write_hand(s: State, hand, ids, end):
    """Write the features of the hand: its chance to beat one other hand, its class and its possible improvements."""
    missing, hope = HAND - count(hand), hope_of(hand)
    once, twice, _, _ = ranks_of(hand)
    end = write(ids, end, HOPE, level(hope, HOPES))
    end = write(ids, end, SHARE, level(2.0 * share_of(hope, seats_of(s)), SHARES))
    end = write(ids, end, MADE, made(hand))
    end = write(ids, end, TOP, (RANKS + 1) * missing + top_of(hand))
    end = write_set(ids, end, HELD, once)
    end = write_set(ids, end, PAIRED, twice)
    end = write(ids, end, SUITED, SIZES * missing + longest_suit(hand))
    return write(ids, end, RUN, RUNS * missing + runs_left(hand))


@rule
def may_have_kept_a_pair(s: State, seat):
    """Return whether a seat kept two or more cards of a flop with a repeated rank."""
    for keep in range(s.keeps[seat]):
        _, twice, _, _ = ranks_of(s.keep_may[seat, keep])
        if s.keep_size[seat, keep] > 1 and twice != NONE:
            return True
    return False


@rule
def may_have_kept_a_suit(s: State, seat):
    """Return whether a seat kept at least two cards from flops, and all of them can be of one suit."""
    size, suits = 0, bit(SUITS) - bit(0)
    for keep in range(s.keeps[seat]):
        size += s.keep_size[seat, keep]
        for suit in range(SUITS):
            if count(in_suit(s.keep_may[seat, keep], suit)) < s.keep_size[seat, keep]:
                suits = without(suits, bit(suit))
    return size > 1 and suits != NONE


@rule
def still_to_discard(s: State, seat):
    """Return how many other seats have not had their turn to discard."""
    return (s.dealer - seat) % s.seats if s.phase == DISCARD else 0


@rule
def write_others(s: State, seat, ids, end, notes):
    """Write the features of the other seats: their discards, the cards that they kept, and their missing cards."""
    waiting = still_to_discard(s, seat)
    full, short, flops = 0, 0, value_of(s.keeps[seat])
    for turn in range(1, seats_of(s)):
        player = seat_at(seat, turn, s.seats)
        missing = HAND - value_of(s.cards[player])
        flops += s.keeps[player]
        if waiting >= turn:
            continue
        full += missing == 0
        short += missing > 0
        end = write(ids, end, OTHER, SIZES * (SIZES * turn + value_of(s.discarded[player])) + missing)
        if may_have_kept_a_pair(s, player):
            end = write(ids, end, OTHER_PAIRED, turn)
        if may_have_kept_a_suit(s, player):
            end = write(ids, end, OTHER_SUITED, turn)
    notes[_SHORT] = short
    end = write(ids, end, OTHERS_FULL, full)
    end = write(ids, end, OTHERS_SHORT, short)
    end = write(ids, end, TO_DISCARD, waiting)
    return write(ids, end, FLOPS, min(SEATS - 1, flops))


@rule
def matches(hand, flop):
    """Return how many flop cards have a rank that is also in the hand."""
    held, _, _, _ = ranks_of(hand)
    cards = 0
    for suit in range(SUITS):
        cards += count(in_suit(flop, suit) & held)
    return cards


@rule
def write_flop(s: State, seat, hand, ids, end, notes):
    """Write the features of the flop and of its effect on the hand."""
    action, hope = best_keep(s, seat)
    after = hand | chosen(s.flop, word(action - KEEPS))
    worth = gain_by(s, seat, hope)
    notes[_HOUSE], notes[_GAIN], notes[_AFTER] = action, int(1000.0 * worth), level(hope, HOPES)
    once, _, _, _ = ranks_of(s.flop)
    end = write_set(ids, end, FLOP_RANKS, once)
    end = write(ids, end, FLOP_PAIRED, FLOP_CARDS - count(once))
    end = write(ids, end, FLOP_SUITED, longest_suit(s.flop) - 1)
    end = write(ids, end, FLOP_MATCHES, matches(hand, s.flop))
    end = write(ids, end, AFTER_HOPE, notes[_AFTER])
    end = write(ids, end, AFTER_MADE, made(after))
    return write(ids, end, GAIN, bucket(worth, GAINS))


@rule
def write_auction(s: State, seat, ids, end):
    """Write the features of the flop's auction: its state, and each seat's last call."""
    end = write(ids, end, STANDING, bucket(value_of(s.bid), PRICES))
    end = write(ids, end, SILENT, min(SEATS - 1, value_of(s.silent)))
    if s.bid != NO_BID:
        end = write(ids, end, BIDDER, turn_of(seat, value_of(s.bidder), s.seats))
    if s.phase == TAKE:
        end = write(ids, end, FEE, bucket(value_of(s.fee), PRICES))
    return write_calls(s, seat, ids, end, SAID, CALLS)


@rule
def features(s: State, seat, ids, notes):
    """Write the ids of the features that are active in the view `s` of `seat`; return their number."""
    hand = s.hand[seat]
    end = write_terms(s, seat, ids, 0)
    end = write_hand(s, hand, ids, end)
    end = write_others(s, seat, ids, end, notes)
    if s.phase == DISCARD:
        notes[_HOUSE] = best_discard(s, seat)
        pot = pot_to_come(s, seat)
        notes[_POT] = int(1000.0 * pot)
        notes[_AS_IT_IS] = int(1000.0 * worth_of_discarding(hope_of(hand), 0, pot, seats_of(s)))
        return end
    end = write_flop(s, seat, hand, ids, end, notes)
    return write_auction(s, seat, ids, end)


# Parts that describe a discard, a keep or a call


@rule
def write_discard(s: State, seat, action, ids, notes):
    """Write the parts that describe a discard and the hand that remains."""
    hand = s.hand[seat]
    left = without(hand, chosen(hand, word(action)))
    size, hope, pot = HAND - count(left), hope_of(left), notes[_POT] / 1000.0
    price = size * (size + 1) // 2
    worth = worth_of_discarding(hope, size, pot, seats_of(s))
    many = 1 if s.seats > 2 else 0
    end = write(ids, 0, THROWS, (SEATS - 1) * size + s.seats - 2)
    end = write(ids, end, THROWS_PRICE, 11 * size + min(10, int(10 * price / pot)))
    end = write(ids, end, THROWS_FOR, PURSES * size + bucket(s.scores[seat] - price, CHIPS))
    end = write(ids, end, THROWS_LIKE_THE_HOUSE, action == notes[_HOUSE])
    end = write(ids, end, THROWS_WORTH, WORTH_LEVELS * many + bucket(worth / pot, WORTHS))
    end = write(ids, end, THROWS_GAIN, GAIN_LEVELS * many + bucket(worth - notes[_AS_IT_IS] / 1000.0, GAINS))
    return write_hand_left(left, hope, ids, end, LEAVES_HAND)


@rule
def write_keep(s: State, seat, action, ids, notes):
    """Write the parts that describe the kept cards of a flop and the resulting hand."""
    cards = chosen(s.flop, word(action - KEEPS))
    hand = s.hand[seat] | cards
    end = write(ids, 0, KEEPS_SOME, SIZES * (count(cards) - 1) + HAND - value_of(s.cards[seat]))
    end = write(ids, end, KEEPS_LIKE_THE_HOUSE, action == notes[_HOUSE])
    return write_hand_left(hand, hope_of(hand), ids, end, KEEPS_HAND)


@rule
def write_raise(s: State, seat, ids, notes):
    """Write the parts that describe a raise by one chip."""
    price, gain = least_bid(s, 1), notes[_GAIN] / 1000.0
    end = write(ids, 0, RAISES, 0)
    end = write(ids, end, RAISES_TO, bucket(price, PRICES))
    end = write(ids, end, RAISES_GAIN, GAIN_LEVELS * (HAND - value_of(s.cards[seat])) + bucket(gain, GAINS))
    end = write(ids, end, RAISES_PROFIT, bucket(gain - price, GAINS))
    return write(ids, end, RAISES_AGAINST, HOPES * notes[_SHORT] + notes[_AFTER])


@rule
def write_refusal(s: State, ids, notes):
    """Write the parts that describe a refusal of the flop."""
    end = write(ids, 0, REFUSES_FOR, bucket(value_of(s.fee), PRICES))
    end = write(ids, end, REFUSES_GAIN, bucket(notes[_GAIN] / 1000.0, GAINS))
    return write(ids, end, REFUSES_AMONG, 6 * notes[_SHORT] + min(5, value_of(s.fee)))


@rule
def parts(s: State, seat, action, ids, notes):
    """Write the ids of the parts that describe `action` to a net; return their number."""
    if s.phase == DISCARD:
        return write_discard(s, seat, action, ids, notes)
    if s.phase == KEEP:
        return write_keep(s, seat, action, ids, notes)
    if action == PASS:
        return write(ids, 0, PASSES, 0)
    if action == TAKE_IT:
        return write(ids, 0, TAKES, 0)
    if action == REFUSE:
        return write_refusal(s, ids, notes)
    return write_raise(s, seat, ids, notes)
