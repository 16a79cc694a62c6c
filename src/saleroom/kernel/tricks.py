"""Trick-taking rules shared by all games with tricks: follow suit, play a card, win the trick.

Cards are compared by their *key*: the card number if the ace is high, `low_ace(card)` if the ace is low.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from saleroom.kernel.bits import NONE, bit, next_seat, seats_of, when, without
from saleroom.kernel.cards import CARD_SET, suit_of, suit_set
from saleroom.kernel.compile import rule
from saleroom.kernel.fields import SEAT, SEATS, of_deal, own, public, unset_while

if TYPE_CHECKING:
    from saleroom.kernel.states import DealtState, MatchState, TrickState, TrumpState

NO_TRUMP = 4
NO_CARD = -1
CARD_PLAYED = "play"
"""Verb of a card that a seat plays to a trick."""

TRICKS = of_deal(
    own("hand", "u8", CARD_SET, "card set", "the cards that a seat holds", (SEATS,)),
    public("may", "u8", CARD_SET, "card set", "what a hand may contain, as far as its play has shown", (SEATS,)),
    public("played", "u8", CARD_SET, "card set", "the cards that a seat has played in this deal", (SEATS,)),
    public("taken", "u8", CARD_SET, "card set", "the cards in the tricks that a seat has won", (SEATS,)),
    public("trick", "u8", CARD_SET, "card set", "the cards of the trick on the table"),
    public(
        "on_table",
        "i1",
        (NO_CARD, 51),
        "card",
        "each seat's card in the trick on the table",
        (SEATS,),
        nothing=(NO_CARD, "if it has played none"),
    ),
    public("in_trick", "i1", (0, SEATS), "cards", "how many cards the trick on the table has"),
    *unset_while(
        public("led", "i1", (0, 3), "suit", "the suit led to the trick on the table"),
        public("winning", "i1", (0, 51), "card key", "the key of the card that wins the trick on the table so far"),
        public("winning_seat", "i1", SEAT, "seat", "who wins the trick on the table so far"),
        in_trick=(0,),
    ),
    public("tricks_won", "i1", (0, 13), "tricks", "how many tricks a seat has won in this deal", (SEATS,)),
    public("tricks", "i1", (0, 13), "tricks", "how many tricks of this deal are finished"),
)
"""Fields that the rules in this module read and write."""


@rule
def follow_suit(hand, led):
    """Return the hand's cards in the suit led, or the whole hand if it has no card in that suit."""
    suited = hand & suit_set(led)
    return suited | when(suited == NONE, hand)


@rule
def follow_or_trump(hand, led, trump):
    """Return the cards that `follow_suit` allows and all trumps in the hand."""
    suited = hand & suit_set(led)
    return suited | (hand & suit_set(trump)) | when(suited == NONE, hand)


@rule
def low_ace(card):
    """Return the key of a card in games in which the ace ranks below the two."""
    return card + 1 if card % 13 != 12 else card - 12


@rule
def beats(key, best, trump):
    """Return whether a card beats the best card so far, both given as keys; `trump` can be `NO_TRUMP`."""
    suit, best_suit = suit_of(key), suit_of(best)
    # non-short-circuit `&` and `|` are cheaper than unpredictable branches
    return ((suit == best_suit) & (key > best)) | ((suit == trump) & (suit != best_suit))


@rule
def deal_hands(s: DealtState, size, pack):
    """Deal `size` cards from the deck to each seat, from seat 0 on; each hand can contain any card in `pack`."""
    for seat in range(seats_of(s)):
        hand = NONE
        for place in range(size * seat, size * (seat + 1)):
            hand |= bit(s.deck[place])
        s.hand[seat] = hand
        s.may[seat] = pack


@rule
def open_tricks(s: TrickState):
    """Reset the trick fields for a new deal: no card is played, and no trick is won."""
    for seat in range(seats_of(s)):
        s.played[seat] = NONE
        s.taken[seat] = NONE
        s.on_table[seat] = NO_CARD
        s.tricks_won[seat] = 0
    s.trick = NONE
    s.in_trick = 0
    s.tricks = 0


@rule
def play_to_trick(s: TrickState, seat, card, key, trump):
    """Move a card from a hand to the trick, and update the trick's winner so far."""
    if s.in_trick == 0:
        s.led = suit_of(card)
        s.winning = key
        s.winning_seat = seat
    else:
        takes = np.int64(beats(key, s.winning, trump))  # 1 or 0; multiplied, to avoid an unpredictable branch
        s.winning += takes * (key - s.winning)
        s.winning_seat += takes * (seat - s.winning_seat)
    s.hand[seat] = without(s.hand[seat], bit(card))
    s.played[seat] |= bit(card)
    s.trick |= bit(card)
    s.on_table[seat] = card
    s.in_trick += 1


@rule
def show_void(s: TrickState, seat, card, trump):
    """If a seat plays a suit that is neither the suit led nor trumps, record that it has no cards of the suit led (see
    `follow_or_trump`).
    """
    suit = suit_of(card)
    shows_void = (suit != s.led) & (suit != trump)  # `&` and `when`: no unpredictable branch
    s.may[seat] = without(s.may[seat], when(shows_void, suit_set(s.led)))


@rule
def trick_is_full(s: TrickState):
    """Return whether every seat has played to the trick."""
    return s.in_trick == s.seats


@rule
def collect_trick(s: TrickState):
    """Give the trick's cards to the seat that wins it, and return that seat."""
    winner = s.winning_seat
    s.taken[winner] |= s.trick
    s.tricks_won[winner] += 1
    s.tricks += 1
    s.trick = NONE
    s.in_trick = 0
    for seat in range(SEATS):
        s.on_table[seat] = NO_CARD
    return winner


@rule
def cards_left(s: TrickState, seat, dealt):
    """Return how many cards a seat still has to play, computed from public fields."""
    return dealt - s.tricks - (1 if s.on_table[seat] != NO_CARD else 0)


@rule
def all_played(s: TrickState):
    """Return every card played in this deal."""
    cards = NONE
    for seat in range(seats_of(s)):
        cards |= s.played[seat]
    return cards


@rule
def in_trump(s: TrumpState):
    """Return every trump that has been played in this deal; the field `trump` holds the trump suit."""
    return all_played(s) & suit_set(s.trump)


@rule
def seat_with_card(sets, seats, card):
    """Return the seat whose set contains a card, or -1."""
    for seat in range(seats):
        if sets[seat] & bit(card):
            return seat
    return -1


@rule
def advance_turn(s: MatchState, seat):
    """Make the seat to the left of `seat` the acting seat."""
    s.acting = bit(next_seat(seat, s.seats))
