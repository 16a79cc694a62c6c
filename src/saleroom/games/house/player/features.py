"""Net features of Auction House: the input that describes a view, and the parts that describe an action.

Seats are counted from the seat that observes. Features refer to a suit by its slot. Trump, once known, is first, then a
plain suit that was led, then the longest suits of the hand. During trick play, a card is described by how many unseen
cards of its suit are higher and how many are lower. Before trick play, and in the kitty, a card is described by its
points.
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
from saleroom.toolkit.player.features import Blocks, bucket, level, seat_at, turn_of, write, write_set
from saleroom.toolkit.player.slots import (
    OWN_NOTES,
    SUITS,
    importance_in_play,
    order_suits,
    slot_of,
    write_lengths,
    write_voids,
)
from saleroom.toolkit.player.values import all_options

if TYPE_CHECKING:
    from saleroom.games.house.rules.state import State

VERSION: int = 1

SEATS = 4
PLAIN_RANKS = 10
CARDS_IN_SLOTS = SUITS * PLAIN_RANKS
LENGTHS = HAND + 1
ABOVE, UNDER = 7, 3  # maximum counts of higher and lower unseen cards
KINDS = ABOVE * UNDER  # number of pairs of a higher and a lower count
TOP = 5  # number of a suit's highest cards that are described
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
LEADS = 7  # lead in tricks, from -3 to 3
WIN_LEVELS = 10

ON_BID, ON_LAY, ON_TRADE, ON_KITTY, ON_LEAD, ON_FOLLOWING_TRUMP, ON_FOLLOWING, ON_VOID = range(8)
LED, FOLLOWED, RUFFED, DISCARDED = range(4)
DUCKS, MAY_TAKE, TAKES = range(3)

_features = Blocks()
REVEAL = _features.block(2)
TRUMP_IS = _features.block(3)  # whether trump is not turned yet, is a suit, or does not exist
MOMENT = _features.block(8)  # kind of decision
CARRY = _features.block(len(CARRIED) + 1)  # points carried over
PLACE = _features.block(SEATS)  # place of this seat, counted from the seat left of the dealer
# before trump is known: court cards not turned yet, by suit
COURTS_LEFT = _features.block(SUITS * (COURTS_IN_SUIT + 1))
HELD = _features.block(CARDS_IN_SLOTS)  # cards in the hand, before trick play
LENGTH = _features.block(SUITS * LENGTHS)  # cards held, by suit
STRENGTH = _features.block(STRENGTH_LEVELS)  # expected tricks of the hand, before trick play
STARTER = _features.block(SEATS + 1)  # starter of the auction, or none
PARTNER = _features.block(SEATS + 1)  # partner of the starter, or none
CALLED = _features.block(SUITS)  # suit called
SHOWN = _features.block(SEATS * CARDS_IN_SLOTS, remembered=True)  # card shown in the auction, by seat
KNOWN = _features.block(SEATS * CARDS_IN_SLOTS, remembered=True)  # cards known to be in another hand, by seat
PUT_ASIDE = _features.block(PLAIN_RANKS)  # points of the seat's own card in the kitty
# for each card of a suit in the hand, from the highest: number of higher unseen cards
CARDS = _features.block(SUITS * TOP * ABOVE, remembered=True)
OUT = _features.block(SUITS * LENGTHS, remembered=True)  # unseen cards, by suit
VOID = _features.block(SEATS * SUITS, remembered=True)  # suits that a seat is known to lack
TO_PLAY = _features.block(SEATS)  # number of seats that play to the trick after this seat
WINNER = _features.block(SEATS)  # winner of the trick so far
ABOVE_WINNING = _features.block(ABOVE, remembered=True)  # number of unseen cards above the winning card
TRUMPED = _features.block(2)  # whether a trick in a plain suit has been trumped
WON = _features.block(SEATS * COUNTS)  # tricks won, by seat
LEAD = _features.block(COUNTS * LEADS)  # lead over the best other seat, by tricks left
BEST_OTHER = _features.block(COUNTS * COUNTS)  # tricks of the best other seat, by tricks left
SECOND_OTHER = _features.block(COUNTS)  # tricks of the second-best other seat
REACH = _features.block(3)  # which seat can no longer be overtaken: none, another seat, or this seat
FEATURES: int = _features.size
REMEMBERED: tuple[tuple[int, int], ...] = _features.remembered
MOST_ACTIVE: int = 56

_parts = Blocks()
PASSES = _parts.block(1)
OFFERS = _parts.block(CARDS_IN_SLOTS)  # offered card
OFFERS_WORTH = _parts.block(WORTH_LEVELS)  # expected tricks of the offered card
OFFERS_LENGTH = _parts.block(LENGTHS)  # number of cards held in the suit of the offered card
CALLS = _parts.block(SUITS)  # suit called
CALLS_LENGTH = _parts.block(LENGTHS)  # number of cards held in the called suit
CALLS_CHANCE = _parts.block(10, remembered=True)  # chance that the called suit is trump
LAYS = _parts.block(2 * CARDS_IN_SLOTS)  # laid card; whether the card is of the called suit
LAYS_TO_GAIN = _parts.block(2 * GAIN_LEVELS)  # gain from a trade; whether the card is of the called suit
# number of cards held in the laid card's suit; whether that suit is the called suit
LAYS_LENGTH = _parts.block(2 * LENGTHS)
SWAPS_WITH = _parts.block(SEATS)  # seat of the partner
SWAPS_FOR = _parts.block(CARDS_IN_SLOTS)  # card shown by the partner
SWAPS_TO_GAIN = _parts.block(GAIN_LEVELS)  # gain in expected tricks
BURIES = _parts.block(CARDS_IN_SLOTS)  # card put in the kitty
BURIES_POINTS = _parts.block(STRENGTH_LEVELS * PLAIN_RANKS)  # points of the card, by expected tricks of the hand
BURIES_WORTH = _parts.block(WORTH_LEVELS)  # expected tricks of the card put in the kitty
BURIES_LENGTH = _parts.block(2 * LENGTHS)  # number of cards held in the card's suit; whether the suit is trump
BURIES_VALUE = _parts.block(len(VALUES_ASIDE) + 1)  # value according to the bot `house`
PLAYS = _parts.block(4 * SUITS * KINDS)  # whether the card leads, follows, trumps or is discarded
WINS = _parts.block(LEADS * WIN_LEVELS, remembered=True)  # chance to take the trick, by the seat's lead in tricks
FATE = _parts.block(3 * SEATS * 2)  # whether the card takes the trick; who wins so far; whether that seat is ahead
KEEPS = _parts.block(2 * LENGTHS)  # cards of the suit left in the hand; whether the suit is trump
# expected tricks if the card is kept; whether the card is trump
SPENDS = _parts.block(2 * WORTH_LEVELS, remembered=True)
IS_WORTH = _parts.block(len(VALUES) + len(MORE_VALUES) + 1)  # value according to the bot `house`
PARTS: int = _parts.size
REMEMBERED_PARTS: tuple[tuple[int, int], ...] = _parts.remembered
MOST_PARTS: int = 6
MOST_OPTIONS: int = 13

# Indexes into the notes: unseen cards, numbers in thousandths, and levels.
_OUT, _GAIN, _STRENGTH, _PRIZE, _LEAD = range(OWN_NOTES, OWN_NOTES + 5)


# The actions among which a net chooses


@rule
def options(s: State, seat, ids):
    """Write the ids of all legal actions, except offers of good cards and plays that are equivalent to another play."""
    if s.phase == BID:
        return offers(s, seat, ids)
    if s.phase == PLAY:
        gone = without(~unseen_cards(s, seat), s.trick | s.hand[seat])
        cards = one_of_each(legal(s, seat).a, gone, ACES, -1)
        return choices.write(choices.from_word(cards), ids)
    return all_options(s, seat, ids)


# Suits in their slots


@rule
def importance(s: State, hand, suit):
    """Return the importance of a suit; a more important suit has a lower slot number."""
    return importance_in_play(s, suit, ranks_of(hand, suit), s.trump)


@rule
def slotted(card, notes):
    """Return the number that a card has if its suit is replaced by the suit's slot, and if the ace is low."""
    return PLAIN_RANKS * slot_of(suit_of(card), notes) + rank_of(low_ace(card))


# The features of a view


@rule
def moment(s: State, seat):
    """Return the kind of decision that the seat faces."""
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
    """Return 0 if trump is unknown, 1 if it is a suit, and 2 if the round has no trump."""
    if s.trump == NOT_TURNED:
        return 0
    return 2 if s.trump == NO_TRUMP else 1


@rule
def one_or_nobody(s: State, seat, player):
    """Return how many places the seat `player` is to the left of `seat`; for `NO_SEAT`, return `SEATS`."""
    return SEATS if player == NO_SEAT else turn_of(seat, value_of(player), s.seats)


@rule
def write_terms(s: State, seat, ids, end, notes):
    """Write the features of the options, the decision, the points at stake, the seats' roles, and the auction."""
    end = write(ids, end, REVEAL, s.reveal)
    end = write(ids, end, TRUMP_IS, trump_is(s))
    end = write(ids, end, MOMENT, moment(s, seat))
    end = write(ids, end, CARRY, bucket(value_of(s.carry), CARRIED))
    end = write(ids, end, PLACE, turn_of(next_seat(value_of(s.dealer), s.seats), value_of(seat), s.seats))
    end = write(ids, end, STARTER, one_or_nobody(s, seat, s.starter))
    end = write(ids, end, PARTNER, one_or_nobody(s, seat, s.partner))
    if s.starter != NO_SEAT:
        end = write(ids, end, CALLED, slot_of(s.called, notes))
    return end


@rule
def write_cards(ids, end, block, cards, notes):
    """Write a feature for each of the cards `cards`, by the slot of its suit; return the new `end`."""
    for suit in range(SUITS):
        end = write_set(ids, end, block + PLAIN_RANKS * slot_of(suit, notes), ranks_of(cards, suit))
    return end


@rule
def write_shown(s: State, seat, ids, end, notes):
    """Write the features of the cards that each seat showed in this round's auction."""
    for turn in range(seats_of(s)):
        player = seat_at(seat, turn, s.seats)
        if s.shown[player] != NO_CARD:
            end = write(ids, end, SHOWN, CARDS_IN_SLOTS * turn + slotted(value_of(s.shown[player]), notes))
    return end


@rule
def write_known(s: State, seat, ids, end, notes):
    """Write the features of the unseen cards that other seats are known to have held after the auction."""
    for turn in range(1, seats_of(s)):
        player = seat_at(seat, turn, s.seats)
        end = write_cards(ids, end, KNOWN + CARDS_IN_SLOTS * turn, s.known[player] & word(notes[_OUT]), notes)
    return end


@rule
def write_before_play(s: State, seat, hand, ids, end, notes):
    """Write the features before trick play: the cards, the expected tricks of the hand, and the chances of trump."""
    total = strength(s, hand)
    notes[_STRENGTH] = bucket(total, STRENGTHS)
    notes[_GAIN] = int(1000.0 * gain_by_kitty(s, hand))
    end = write_cards(ids, end, HELD, hand, notes)
    end = write(ids, end, STRENGTH, notes[_STRENGTH])
    if s.trump == NOT_TURNED:
        for suit in range(SUITS):
            left = COURTS_IN_SUIT - count(s.turned & suit_set(suit))
            end = write(ids, end, COURTS_LEFT, (COURTS_IN_SUIT + 1) * slot_of(suit, notes) + left)
    if s.phase == LAY or s.phase == TRADE:
        return write_shown(s, seat, ids, end, notes)
    return end


@rule
def write_suits(s: State, hand, ids, end, notes):
    """Write the features of each suit during trick play.

    They are the number of unseen cards and, for each of the highest cards in the hand, the number of higher unseen
    cards.
    """
    for suit in range(SUITS):
        slot, ranks = slot_of(suit, notes), ranks_of(hand, suit)
        out = ranks_of(word(notes[_OUT]), suit)
        end = write(ids, end, OUT, LENGTHS * slot + count(out))
        for place in range(min(TOP, count(ranks))):
            highest = last(ranks)
            above = min(ABOVE - 1, count(without(out, below(highest))))
            end = write(ids, end, CARDS, ABOVE * (TOP * slot + place) + above)
            ranks = without(ranks, bit(highest))
    return end


@rule
def card_of(key):
    """Return the card whose number in the order of `low_ace` is `key`."""
    return key - 1 if key % 13 != 0 else key + 12


@rule
def write_trick(s: State, seat, ids, end, notes):
    """Write the features of the trick on the table."""
    end = write(ids, end, TO_PLAY, s.seats - 1 - s.in_trick)
    if s.in_trick > 0:
        winning = card_of(value_of(s.winning))
        end = write(ids, end, WINNER, turn_of(seat, value_of(s.winning_seat), s.seats))
        end = write(ids, end, ABOVE_WINNING, min(ABOVE - 1, higher(word(notes[_OUT]), winning)))
        end = write(ids, end, TRUMPED, suit_of(winning) != s.led)
    return end


@rule
def best_others(s: State, seat):
    """Return the highest and the second-highest number of tricks of any other seat."""
    best, second = 0, 0
    for opponent in range(seats_of(s)):
        if opponent != seat:
            won = value_of(s.tricks_won[opponent])
            second = max(second, min(best, won))
            best = max(best, won)
    return best, second


@rule
def reach(s: State, seat):
    """Return which seat can no longer be overtaken in tricks: 0 for no seat, 1 for another seat, 2 for `seat`."""
    won = value_of(s.tricks_won[seat])
    best, _ = best_others(s, seat)
    if best + TRICKS_IN_ROUND - s.tricks < won:
        return 2
    return 0 if out_of_reach(s, seat) == NO_SEAT else 1


@rule
def write_race(s: State, seat, ids, end, notes):
    """Write the features of the race for most tricks: each seat's tricks, and this seat's lead."""
    left = TRICKS_IN_ROUND - s.tricks
    best, second = best_others(s, seat)
    notes[_LEAD] = max(0, min(LEADS - 1, s.tricks_won[seat] - best + LEADS // 2))
    for turn in range(seats_of(s)):
        end = write(ids, end, WON, COUNTS * turn + s.tricks_won[seat_at(seat, turn, s.seats)])
    end = write(ids, end, LEAD, LEADS * left + notes[_LEAD])
    end = write(ids, end, BEST_OTHER, COUNTS * left + best)
    end = write(ids, end, SECOND_OTHER, second)
    return write(ids, end, REACH, reach(s, seat))


@rule
def features(s: State, seat, ids, notes):
    """Write the ids of the features that are active in the view `s` of `seat`; return their number."""
    hand = s.hand[seat]
    notes[_OUT] = np.int64(unseen_cards(s, seat))
    order_suits(importance(s, hand, 0), importance(s, hand, 1), importance(s, hand, 2), importance(s, hand, 3), notes)
    end = write_terms(s, seat, ids, 0, notes)
    end = write_lengths(ids, end, LENGTH, hand, LENGTHS, notes)
    if s.phase == KITTY or s.phase == PLAY:
        end = write_known(s, seat, ids, end, notes)
    if s.phase != PLAY:
        return write_before_play(s, seat, hand, ids, end, notes)
    notes[_PRIZE] = int(1000.0 * worth_of_trick(s, seat))
    end = write(ids, end, PUT_ASIDE, card_points(value_of(s.kitty[seat])) - 1)
    end = write_suits(s, hand, ids, end, notes)
    end = write_voids(s, seat, ids, end, VOID, word(notes[_OUT]), notes)
    end = write_trick(s, seat, ids, end, notes)
    return write_race(s, seat, ids, end, notes)


# Parts that describe an offer, a trade or a card


@rule
def length(s: State, seat, suit):
    """Return how many cards of a suit a seat holds."""
    return count(in_suit(s.hand[seat], suit))


@rule
def write_offer(s: State, seat, action, ids, notes):
    """Write the parts that describe a pass, or an offer, which has a card and a called suit."""
    if action == PASS:
        return write(ids, 0, PASSES, 0)
    card, suits_on = action % OFFER, action // OFFER
    called = (suit_of(card) + suits_on) % SUITS
    end = write(ids, 0, OFFERS, slotted(card, notes))
    end = write(ids, end, OFFERS_WORTH, bucket(worth(s, card), WORTHS))
    end = write(ids, end, OFFERS_LENGTH, length(s, seat, suit_of(card)))
    end = write(ids, end, CALLS, slot_of(called, notes))
    end = write(ids, end, CALLS_LENGTH, length(s, seat, called))
    return write(ids, end, CALLS_CHANCE, level(trump_chance(s, called), 10))


@rule
def write_lay(s: State, seat, card, ids, notes):
    """Write the parts that describe a laid card, which can be swapped for the starter's card."""
    uncalled = 0 if suit_of(card) == s.called else 1
    gain = worth(s, value_of(s.shown[s.starter])) - worth(s, card)
    end = write(ids, 0, LAYS, CARDS_IN_SLOTS * uncalled + slotted(card, notes))
    end = write(ids, end, LAYS_TO_GAIN, GAIN_LEVELS * uncalled + bucket(gain, GAINS))
    return write(ids, end, LAYS_LENGTH, LENGTHS * uncalled + length(s, seat, suit_of(card)))


@rule
def write_swap(s: State, seat, partner, ids, notes):
    """Write the parts that describe a trade: the partner, and the card that the partner gives."""
    card = value_of(s.shown[partner])
    gain = worth(s, card) - worth(s, value_of(s.shown[seat]))
    end = write(ids, 0, SWAPS_WITH, turn_of(seat, partner, s.seats))
    end = write(ids, end, SWAPS_FOR, slotted(card, notes))
    return write(ids, end, SWAPS_TO_GAIN, bucket(gain, GAINS))


@rule
def write_burial(s: State, seat, card, ids, notes):
    """Write the parts that describe a card put into the kitty."""
    hand = s.hand[seat]
    plain = 0 if suit_of(card) == s.trump else 1
    value = worth_aside(s, card, hand, notes[_GAIN] / 1000.0)
    end = write(ids, 0, BURIES, slotted(card, notes))
    end = write(ids, end, BURIES_POINTS, PLAIN_RANKS * notes[_STRENGTH] + card_points(card) - 1)
    end = write(ids, end, BURIES_WORTH, bucket(worth(s, card), WORTHS))
    end = write(ids, end, BURIES_LENGTH, LENGTHS * plain + length(s, seat, suit_of(card)))
    return write(ids, end, BURIES_VALUE, bucket(value, VALUES_ASIDE))


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
    """Return the index of a likely result of the trick.

    It combines whether the card takes the trick, which seat wins so far, and whether that seat has more tricks.
    """
    if s.in_trick == 0:
        return 2 * SEATS * (TAKES if wins == 1.0 else MAY_TAKE)
    takes = TAKES if wins == 1.0 else MAY_TAKE if beats(low_ace(card), s.winning, s.trump) else DUCKS
    ahead = 1 if s.tricks_won[s.winning_seat] > s.tricks_won[seat] else 0
    return 2 * (SEATS * takes + turn_of(seat, value_of(s.winning_seat), s.seats)) + ahead


@rule
def write_card(s: State, seat, card, ids, notes):
    """Write the parts that describe the play of a card.

    They are the card's place in its suit, the likely result of the trick, and the value of keeping the card.
    """
    out, suit = word(notes[_OUT]), suit_of(card)
    plain = 0 if suit == s.trump else 1
    above = higher(out, card)
    under = count(ranks_of(out, suit)) - above
    wins = chance_to_win(s, seat, card, out)
    later = worth_of_keeping(s, card, s.hand[seat], out)
    value = notes[_PRIZE] / 1000.0 * wins - later
    kind = UNDER * min(ABOVE - 1, above) + min(UNDER - 1, under)
    end = write(ids, 0, PLAYS, KINDS * (SUITS * way_of_playing(s, card) + slot_of(suit, notes)) + kind)
    end = write(ids, end, WINS, WIN_LEVELS * notes[_LEAD] + level(wins, WIN_LEVELS))
    end = write(ids, end, FATE, fate(s, seat, card, wins))
    end = write(ids, end, KEEPS, LENGTHS * plain + length(s, seat, suit) - 1)
    end = write(ids, end, SPENDS, WORTH_LEVELS * plain + bucket(later, WORTHS))
    return write(ids, end, IS_WORTH, bucket(value, VALUES) + bucket(value, MORE_VALUES))


@rule
def parts(s: State, seat, action, ids, notes):
    """Write the ids of the parts that describe `action` to a net; return their number."""
    if s.phase == BID:
        return write_offer(s, seat, action, ids, notes)
    if s.phase == LAY:
        return write_lay(s, seat, action, ids, notes)
    if s.phase == TRADE:
        return write_swap(s, seat, action - SWAP, ids, notes)
    if s.phase == KITTY:
        return write_burial(s, seat, action, ids, notes)
    return write_card(s, seat, action, ids, notes)
