"""Net features of Auction Hearts: the input that describes a view, and the parts that describe an action.

Seats are counted from the seat that observes. Features refer to a suit by its slot. The pain suit is first, then
another suit that was led, then the longest suits of the hand. Before the pain suit is named, the suit that is safest to
name is first. During trick play, a card is described by how many unseen cards of its suit are lower and how many are
higher. Cards that take the same tricks are therefore identical to the net. The net plays for the chips of the deal, so
a moon is worth only the chips that it pays.
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
from saleroom.kernel.auctions import NO_BID, least_bid
from saleroom.kernel.bits import NONE, below, bit, count, first, seats_of, shifted, value_of, without, word
from saleroom.kernel.cards import PACK, in_suit, rank_of, suit_of, suit_set
from saleroom.kernel.compile import rule
from saleroom.kernel.tricks import all_played
from saleroom.toolkit.player.equal_cards import one_of_each
from saleroom.toolkit.player.features import (
    Blocks,
    bucket,
    least_of_others,
    level,
    seat_at,
    turn_of,
    write,
    write_calls,
)
from saleroom.toolkit.player.slots import (
    OWN_NOTES,
    RANKS,
    SUITS,
    importance_in_play,
    order_suits,
    slot_of,
    write_cards,
    write_lengths,
    write_voids,
)

if TYPE_CHECKING:
    from saleroom.games.hearts.rules.state import State

VERSION: int = 1

SEATS = 4
LENGTHS = HAND + 1
FEWER, FEW = 10, 4  # maximum counts of lower and higher unseen cards
KINDS = FEWER * FEW  # number of pairs of a lower and a higher count
DEEP = 6  # number of a suit's lowest cards that are described
TAKEN_LEVELS, WIN_LEVELS = 6, 10

CHIPS_HELD = (1, 3, 6, 9, 13, 18, 24, 32, 42, 56, 80, 120)
CHIPS_IN_POT = (1, 3, 6, 9, 12, 15, 18, 22, 27, 34, 44, 60)
CHIPS_BID = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 17, 20, 25, 32)
CALLS = (0, *CHIPS_BID)  # lower bounds of the steps for bids; a pass is step 0
SAYINGS = len(CALLS) + 1
HOLDINGS = len(CHIPS_HELD) + 1
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
BEYOND = (-20.0, -12.0, -8.0, -5.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0)

ON_BID, ON_NAME, ON_LEAD, ON_FOLLOWING_PAIN, ON_FOLLOWING, ON_DISCARD = range(6)
LED, FOLLOWED, DISCARDED = range(3)
DUCKS, MAY_TAKE, TAKES = range(3)

_features = Blocks()
ALL_PASS = _features.block(2)
PAIN_LIMITS = _features.block(2)
MOON = _features.block(3)
MOMENT = _features.block(6)  # kind of decision
STAYED = _features.block(2)  # whether the last pot was not won, so that there was no auction
TURN = _features.block(SEATS)  # position in the order of bidding
POT = _features.block(len(CHIPS_IN_POT) + 1)  # chips in the pot
OWN_CHIPS = _features.block(HOLDINGS)  # chips of this seat
LEAST_CHIPS = _features.block(HOLDINGS)  # chips of the poorest other seat
STANDING = _features.block(SAYINGS)  # highest bid, or none
SAID = _features.block(SEATS * SAYINGS)  # last call, by seat
NAMER = _features.block(SEATS + 1)  # seat that names pain, or none
HELD = _features.block(PACK)  # cards in the hand, before trick play
LENGTH = _features.block(SUITS * LENGTHS)  # cards held, by suit
DANGER = _features.block(SUITS * DANGER_LEVELS)  # danger of each suit if another suit is named
NAMED_DANGER = _features.block(SUITS * DANGER_LEVELS)  # danger of each suit if that suit is named
WORTH = _features.block(len(CHIPS_BID) + 1)  # value of naming a suit, according to the bot `house`
# for each card of a suit in the hand, from the lowest: number of lower unseen cards
CARDS = _features.block(SUITS * DEEP * FEWER, remembered=True)
OUT = _features.block(SUITS * LENGTHS, remembered=True)  # unseen cards, by suit
VOID = _features.block(SEATS * SUITS, remembered=True)  # suits that a seat is known to lack
BROKEN = _features.block(2)  # whether a pain card has been played
TRICK = _features.block(HAND)  # number of the current trick
TO_PLAY = _features.block(SEATS)  # number of seats that play to the trick after this seat
WINNER = _features.block(2 * SEATS)  # winner of the trick so far, and whether that seat is clear
ABOVE_WINNING = _features.block(FEWER, remembered=True)  # number of unseen cards that would take the trick
PAIN_ON_TABLE = _features.block(SEATS)  # number of pain cards in the trick
CLEAR = _features.block(2**SEATS)  # set of the seats that are clear
TAKEN = _features.block(SEATS * TAKEN_LEVELS, remembered=True)  # pain cards taken, by seat
AT_STAKE = _features.block(len(STAKES) + 1)  # value of staying clear, in chips
SHOOTER = _features.block(SEATS * HAND)  # seat that has taken all tricks, by the number of tricks
FEATURES: int = _features.size
REMEMBERED: tuple[tuple[int, int], ...] = _features.remembered
MOST_ACTIVE: int = 64

_parts = Blocks()
SAYS = _parts.block(SAYINGS)  # a pass or a bid
RAISES_BY = _parts.block(len(RAISES))  # amount above the lowest bid
EXCEEDS = _parts.block(len(BEYOND) + 1)  # amount of the bid minus the value of naming according to `house`
SPENDS = _parts.block(10)  # amount in tenths of the seat's chips
NAMES_SLOT = _parts.block(SUITS)  # the suit named
NAMES_LENGTH = _parts.block(LENGTHS)  # number of cards held in the suit
NAMES_DANGER = _parts.block(2 * DANGER_LEVELS)  # danger of the suit if it is named, and if another suit is named
NAMES_CARDS = _parts.block(3 * RANKS)  # the three lowest cards of the named suit
PLAYS = _parts.block(3 * SUITS * KINDS)  # whether the card leads, follows or is discarded
# chance to take the trick, by expected pain cards in the trick and by whether the seat is clear
WINS = _parts.block(2 * WIN_LEVELS * PAINS, remembered=True)
# whether the card takes the trick; whether the winner so far is clear; number of pain cards
FATE = _parts.block(3 * 3 * 4)
# risk of keeping the card; whether the card is pain; whether the seat is clear
RISK = _parts.block(4 * RISK_LEVELS, remembered=True)
KEEPS = _parts.block(2 * LENGTHS)  # cards of the suit left in the hand; whether the suit is pain
COST = _parts.block(len(COSTS) + len(MORE_COSTS) + 1)  # cost according to the bot `house`
PARTS: int = _parts.size
REMEMBERED_PARTS: tuple[tuple[int, int], ...] = _parts.remembered
MOST_PARTS: int = 7
MOST_OPTIONS: int = HAND

_OUT, _STAKE, _LIMIT = OWN_NOTES, OWN_NOTES + 1, OWN_NOTES + 2  # note indexes: unseen cards; chips in thousandths


# The actions among which a net chooses


@rule
def bids_in_steps(s: State, seat, ids):
    """Write the ids of a pass and of a range of bids. For the last seat to bid, the range has only the lowest bid."""
    ids[0] = PASS
    end = 1
    least, chips = least_bid(s, 1), s.scores[seat]
    for up in RAISES:
        if least + up <= chips and (up == 0 or s.spoken < s.seats - 1):
            ids[end] = BIDS + least + up
            end += 1
    return end


@rule
def options(s: State, seat, ids):
    """Write the ids of the actions among which the net chooses.

    They are a range of bids, every suit to name, or one card of each group of cards that take the same tricks.
    """
    if s.phase == BID:
        return bids_in_steps(s, seat, ids)
    if s.phase == NAME:
        return choices.write(choices.from_word(shifted(below(SUITS), NAMES)), ids)
    cards = one_of_each(legal_cards(s, seat), without(all_played(s), s.trick), NONE, -1)
    return choices.write(choices.from_word(cards), ids)


# Suits in their slots


@rule
def importance(s: State, hand, suit):
    """Return the importance of a suit; a more important suit has a lower slot number."""
    ranks = in_suit(hand, suit)
    if s.phase == BID or s.phase == NAME:
        return int(1000.0 * (side_danger(ranks) - pain_danger(ranks)))
    return importance_in_play(s, suit, ranks, s.pain)


# The features of a view


@rule
def moment(s: State, seat):
    """Return the kind of decision that the seat faces."""
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
def namer(s: State, seat):
    """Return 1 plus the number of places from `seat` to the seat that names the pain suit; 0 if there is none.

    During the auction, the highest bidder counts as the seat that names the suit.
    """
    if s.bid == NO_BID and not s.stayed:
        return 0
    return 1 + turn_of(seat, value_of(s.bidder), s.seats)


@rule
def write_terms(s: State, seat, ids, end):
    """Write the features of the match's options, the kind of decision, and the chips."""
    end = write(ids, end, ALL_PASS, s.all_pass)
    end = write(ids, end, PAIN_LIMITS, s.pain_limits)
    end = write(ids, end, MOON, s.moon)
    end = write(ids, end, MOMENT, moment(s, seat))
    end = write(ids, end, STAYED, s.stayed)
    end = write(ids, end, POT, bucket(value_of(s.carry), CHIPS_IN_POT))
    end = write(ids, end, OWN_CHIPS, bucket(value_of(s.scores[seat]), CHIPS_HELD))
    return write(ids, end, LEAST_CHIPS, bucket(least_of_others(s.scores, seat, seats_of(s)), CHIPS_HELD))


@rule
def write_auction(s: State, seat, ids, end):
    """Write the features of the auction: each seat's last call, the highest bid, and the seat that names pain."""
    end = write(ids, end, NAMER, namer(s, seat))
    if s.stayed:
        return end
    end = write(ids, end, STANDING, bucket(value_of(s.bid), CALLS))
    return write_calls(s, seat, ids, end, SAID, CALLS)


@rule
def write_prospects(s: State, seat, hand, ids, end, notes):
    """Write the features before trick play: the cards, the danger of each suit, and the value of naming a suit."""
    end = write_cards(ids, end, HELD, hand, notes)
    sides, best = 0.0, 1e9
    for suit in range(SUITS):
        slot, ranks = slot_of(suit, notes), in_suit(hand, suit)
        side, named = side_danger(ranks), pain_danger(ranks)
        end = write(ids, end, DANGER, DANGER_LEVELS * slot + bucket(side, DANGERS))
        end = write(ids, end, NAMED_DANGER, DANGER_LEVELS * slot + bucket(named, DANGERS))
        sides += side
        best = min(best, named - side)
    limit = limit_of(s, seat, max(0.0, sides + best))
    notes[_LIMIT] = int(1000.0 * limit)
    return write(ids, end, WORTH, bucket(limit, CHIPS_BID))


@rule
def lower_and_higher(card, notes):
    """Return how many unseen cards of the same suit rank below `card`, and how many rank above it."""
    ranks = in_suit(word(notes[_OUT]), suit_of(card))
    lower = count(ranks & below(rank_of(card)))
    return lower, count(ranks) - lower


@rule
def write_suits(s: State, seat, hand, ids, end, notes):
    """Write the features of each suit during trick play.

    They are the number of unseen cards and, for each of the lowest cards in the hand, the number of lower unseen cards.
    """
    for suit in range(SUITS):
        slot, ranks = slot_of(suit, notes), in_suit(hand, suit)
        out = in_suit(word(notes[_OUT]), suit)
        end = write(ids, end, OUT, LENGTHS * slot + count(out))
        for place in range(min(DEEP, count(ranks))):
            lower = min(FEWER - 1, count(out & below(first(ranks))))
            end = write(ids, end, CARDS, FEWER * (DEEP * slot + place) + lower)
            ranks = without(ranks, bit(first(ranks)))
    return end


@rule
def write_trick(s: State, seat, ids, end, notes):
    """Write the features of the trick on the table."""
    end = write(ids, end, BROKEN, s.broken)
    end = write(ids, end, TRICK, s.tricks)
    end = write(ids, end, TO_PLAY, s.seats - 1 - s.in_trick)
    if s.in_trick > 0:
        winner = value_of(s.winning_seat)
        _, higher = lower_and_higher(s.winning, notes)
        end = write(ids, end, WINNER, SEATS * is_clear(s, winner) + turn_of(seat, winner, s.seats))
        end = write(ids, end, ABOVE_WINNING, min(FEWER - 1, higher))
        end = write(ids, end, PAIN_ON_TABLE, count(s.trick & suit_set(s.pain)))
    return end


@rule
def write_taken(s: State, seat, ids, end, notes):
    """Write the features of taken cards.

    They are the seats without pain cards, each seat's pain cards, a seat that has taken all tricks, and the value of
    taking no pain card.
    """
    clear = 0
    for turn in range(seats_of(s)):
        player = seat_at(seat, turn, s.seats)
        pain = count(s.taken[player] & suit_set(s.pain))
        clear += (pain == 0) << turn
        end = write(ids, end, TAKEN, TAKEN_LEVELS * turn + bucket(pain, PAIN_TAKEN))
        if s.tricks > 0 and s.tricks_won[player] == s.tricks:
            end = write(ids, end, SHOOTER, HAND * turn + s.tricks)
    end = write(ids, end, CLEAR, clear)
    at_stake = stake(s, seat)
    notes[_STAKE] = int(1000.0 * at_stake)
    return write(ids, end, AT_STAKE, bucket(at_stake, STAKES))


@rule
def features(s: State, seat, ids, notes):
    """Write the ids of the features that are active in the view `s` of `seat`; return their number."""
    hand = s.hand[seat]
    notes[_OUT] = np.int64(unseen_cards(s, seat))
    order_suits(importance(s, hand, 0), importance(s, hand, 1), importance(s, hand, 2), importance(s, hand, 3), notes)
    end = write_terms(s, seat, ids, 0)
    end = write_auction(s, seat, ids, end)
    end = write_lengths(ids, end, LENGTH, hand, LENGTHS, notes)
    if s.phase == BID:
        end = write(ids, end, TURN, s.spoken)
    if s.phase == BID or s.phase == NAME:
        return write_prospects(s, seat, hand, ids, end, notes)
    end = write_suits(s, seat, hand, ids, end, notes)
    end = write_voids(s, seat, ids, end, VOID, word(notes[_OUT]), notes)
    end = write_trick(s, seat, ids, end, notes)
    return write_taken(s, seat, ids, end, notes)


# Parts that describe a bid, a suit or a card


@rule
def write_bid(s: State, seat, action, ids, notes):
    """Write the parts that describe a pass or a bid.

    The parts of a bid are its amount, the amount beyond the lowest legal bid, the amount beyond what the hand is worth
    to the buyer, and the bid's share of the seat's chips.
    """
    if action == PASS:
        return write(ids, 0, SAYS, 0)
    amount = action - BIDS
    up = amount - least_bid(s, 1)
    end = write(ids, 0, SAYS, bucket(amount, CALLS))
    end = write(ids, end, RAISES_BY, min(bucket(up - 1, RAISES), len(RAISES) - 1))
    end = write(ids, end, EXCEEDS, bucket(amount - notes[_LIMIT] / 1000.0, BEYOND))
    return write(ids, end, SPENDS, level(amount / max(1, s.scores[seat]), 10))


@rule
def write_name(s: State, seat, suit, ids, notes):
    """Write the parts that describe the named suit: its length, its danger, and its lowest cards."""
    ranks = in_suit(s.hand[seat], suit)
    end = write(ids, 0, NAMES_SLOT, slot_of(suit, notes))
    end = write(ids, end, NAMES_LENGTH, count(ranks))
    end = write(ids, end, NAMES_DANGER, bucket(pain_danger(ranks), DANGERS))
    end = write(ids, end, NAMES_DANGER, DANGER_LEVELS + bucket(side_danger(ranks), DANGERS))
    for place in range(min(3, count(ranks))):
        end = write(ids, end, NAMES_CARDS, RANKS * place + first(ranks))
        ranks = without(ranks, bit(first(ranks)))
    return end


@rule
def way_of_playing(s: State, card):
    """Return whether a card leads, follows suit or is discarded."""
    if s.in_trick == 0:
        return LED
    return FOLLOWED if suit_of(card) == s.led else DISCARDED


@rule
def fate(s: State, seat, card, wins):
    """Return the index of a likely result of the trick.

    It combines whether the card takes the trick, whether the seat that wins so far is clear, and the number of pain
    cards.
    """
    takes = DUCKS if wins == 0.0 else TAKES if wins == 1.0 else MAY_TAKE
    if s.in_trick > 0:
        hit = 0 if is_clear(s, value_of(s.winning_seat)) else 1
    else:
        hit = 0 if others_clear(s, seat) > 0 else 2
    pain = count((s.trick | bit(card)) & suit_set(s.pain))
    return 4 * (3 * takes + hit) + min(3, pain)


@rule
def write_card(s: State, seat, card, ids, notes):
    """Write the parts that describe the play of a card.

    They are the card's place in its suit, the likely result of the trick, and the risk of keeping the card.
    """
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
    end = write(ids, 0, PLAYS, KINDS * way + kind)
    chance = PAINS * level(wins, WIN_LEVELS) + bucket(pain, PAIN_EXPECTED)
    end = write(ids, end, WINS, WIN_LEVELS * PAINS * soiled + chance)
    end = write(ids, end, FATE, fate(s, seat, card, wins))
    end = write(ids, end, RISK, RISK_LEVELS * (2 * side + soiled) + bucket(risk, RISKS))
    end = write(ids, end, KEEPS, LENGTHS * side + count(in_suit(hand, suit_of(card))))
    return write(ids, end, COST, bucket(price, COSTS) + bucket(price, MORE_COSTS))


@rule
def parts(s: State, seat, action, ids, notes):
    """Write the ids of the parts that describe `action` to a net; return their number."""
    if s.phase == BID:
        return write_bid(s, seat, action, ids, notes)
    if s.phase == NAME:
        return write_name(s, seat, action - NAMES, ids, notes)
    return write_card(s, seat, action, ids, notes)
