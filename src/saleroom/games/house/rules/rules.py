"""The rules of Auction House. Numbers in comments are articles of RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.games.house.rules.record import (
    BEFORE_AUCTION,
    BID,
    COURT_CARDS,
    DEAL,
    HAND,
    KITTY,
    LAY,
    NOT_TURNED,
    PLAIN,
    PLAIN_CARDS,
    PLAY,
    TRADE,
    TRICKS_IN_ROUND,
    TRUMP,
)
from saleroom.games.house.rules.scoring import is_last_round, settle
from saleroom.games.house.rules.worlds import imagine
from saleroom.kernel import choices
from saleroom.kernel.bits import NONE, below, bit, next_seat, seats_of, shifted, when, without
from saleroom.kernel.cards import PACK, suit_of, suit_set
from saleroom.kernel.chance import MATCH, draw, shuffle
from saleroom.kernel.compile import rule
from saleroom.kernel.ending import go_on
from saleroom.kernel.fields import NO_SEAT
from saleroom.kernel.tricks import (
    NO_CARD,
    NO_TRUMP,
    advance_turn,
    collect_trick,
    deal_hands,
    follow_suit,
    low_ace,
    open_tricks,
    play_to_trick,
    trick_is_full,
)

if TYPE_CHECKING:
    from saleroom.games.house.rules.state import State
    from saleroom.kernel.verbs import Rules

# Action ids: id c lays, puts aside or plays card c. After the ids of the cards come the id of "pass" and one id for
# each seat to trade with. Id 64 k + c offers card c and calls the suit k steps after the card's own suit.
PASS = PACK
SWAP = PASS + 1
OFFER = 64
ACTIONS = 3 * OFFER + PACK


@rule
def chance(s: State):
    """1.1, 1.2, 1.3: draw the first dealer, and shuffle the cards.

    The court cards are shuffled once for the match, and the plain cards for each round.
    """
    if s.phase != DEAL:
        return
    if s.deal == 1:
        s.dealer = draw(s, s.seats, MATCH, 0)
        for place in range(len(COURT_CARDS)):
            s.courts[place] = COURT_CARDS[place]
        shuffle(s, s.courts, len(COURT_CARDS), len(COURT_CARDS), MATCH, 1)
    for place in range(len(PLAIN_CARDS)):
        s.deck[place] = PLAIN_CARDS[place]
    shuffle(s, s.deck, len(PLAIN_CARDS), len(PLAIN_CARDS), s.deal, 0)


@rule
def table(s: State):
    """1.2, 5.1: deal the cards or turn the trump card, depending on the phase."""
    if s.phase == TRUMP:
        turn_trump(s)
    else:
        hand_out(s)


@rule
def hand_out(s: State):
    """1.2, 1.4: deal ten cards to each seat. The last round has no trump."""
    deal_hands(s, HAND, PLAIN)
    for seat in range(seats_of(s)):
        s.known[seat] = NONE
        s.shown[seat] = NO_CARD
    open_tricks(s)
    s.starter = NO_SEAT
    s.partner = NO_SEAT
    s.trump_card = NO_CARD
    s.trump = NO_TRUMP if is_last_round(s) else NOT_TURNED
    if s.reveal == BEFORE_AUCTION and s.trump == NOT_TURNED:
        s.phase = TRUMP
    else:
        open_bidding(s)


@rule
def turn_trump(s: State):
    """5.1: turn the next court card, before the auction or after the kitty. Its suit is trump."""
    card = s.courts[s.deal - 1]
    s.turned |= bit(card)
    s.trump_card = card
    s.trump = suit_of(card)
    if s.reveal == BEFORE_AUCTION:
        open_bidding(s)
    else:
        open_play(s)


@rule
def open_bidding(s: State):
    """2.1: open the bidding; eldest hand calls first."""
    s.phase = BID
    s.acting = bit(next_seat(s.dealer, s.seats))


@rule
def open_kitty_phase(s: State):
    """4.1: open the phase in which every player puts a card aside."""
    s.phase = KITTY
    s.acting = below(seats_of(s))


@rule
def open_play(s: State):
    """6.1: open trick play; eldest hand leads."""
    s.phase = PLAY
    s.acting = bit(next_seat(s.dealer, s.seats))


@rule
def best_laid(s: State):
    """3.3: return the seat that laid the highest card of the called suit; `NO_SEAT` if no seat laid that suit."""
    best, who = -1, NO_SEAT
    for seat in range(seats_of(s)):
        key = low_ace(s.shown[seat])
        if suit_of(key) == s.called and key > best:
            best, who = key, seat
    return who


@rule
def traders(s: State):
    """3.3, 3.4: return the seats with which the starter may trade."""
    best = best_laid(s)
    return bit(best) if best != NO_SEAT else without(below(seats_of(s)), bit(s.starter))


@rule
def legal(s: State, seat):
    """Return the legal actions of a seat that is to act."""
    hand = s.hand[seat]
    if s.phase == PLAY:
        return choices.from_word(hand if s.in_trick == 0 else follow_suit(hand, s.led))
    if s.phase == BID:
        return choices.from_words(bit(PASS), hand, hand, hand)
    if s.phase == TRADE:
        return choices.from_word(shifted(traders(s), SWAP))
    return choices.from_word(hand)


@rule
def note_known(s: State):
    """3.2, 3.6: record in `may` that a seat holds the card that it got in the auction, and that no other seat holds
    this card.
    """
    shown = NONE
    for seat in range(seats_of(s)):
        shown |= s.known[seat]
    for seat in range(seats_of(s)):
        s.may[seat] = without(PLAIN, shown) | s.known[seat]


@rule
def bid(s: State, seat, action):
    """2.1, 2.2, 2.3: pass or offer. The first offer starts the auction; after four passes there is no auction."""
    if action != PASS:
        offer(s, seat, action % OFFER, action // OFFER)
    elif seat == s.dealer:
        open_kitty_phase(s)
    else:
        advance_turn(s, seat)


@rule
def offer(s: State, seat, card, suits_on):
    """2.2: show a card and call another suit, `suits_on` steps after the card's own suit."""
    s.starter = seat
    s.called = (suit_of(card) + suits_on) % 4
    s.shown[seat] = card
    s.known[seat] = bit(card)
    note_known(s)
    s.phase = LAY
    s.acting = without(below(seats_of(s)), bit(seat))


@rule
def lay(s: State, seat, card):
    """3.1, 3.2: lay a sealed card. The other three seats each lay a card, and the cards are revealed together."""
    s.laid[seat] = card
    s.acting = without(s.acting, bit(seat))
    if s.acting != NONE:
        return
    for other in range(seats_of(s)):
        if other != s.starter:
            s.shown[other] = s.laid[other]
            s.known[other] = bit(s.laid[other])
            s.laid[other] = NO_CARD
    note_known(s)
    s.phase = TRADE
    s.acting = bit(s.starter)


@rule
def trade(s: State, seat, partner):
    """3.5: swap the cards that the starter and the partner showed. The other seats take their cards back."""
    given, taken = bit(s.shown[seat]), bit(s.shown[partner])
    s.hand[seat] = without(s.hand[seat], given) | taken
    s.hand[partner] = without(s.hand[partner], taken) | given
    s.known[seat] = taken
    s.known[partner] = given
    s.partner = partner
    note_known(s)
    open_kitty_phase(s)


@rule
def put_aside(s: State, seat, card):
    """4.1, 4.2: put a sealed card into the kitty.

    After the last seat, the trump card is turned, unless it was turned before.
    """
    s.kitty[seat] = card
    s.hand[seat] = without(s.hand[seat], bit(card))
    s.aside |= bit(seat)
    s.acting = without(s.acting, bit(seat))
    if s.acting != NONE:
        return
    if s.trump == NOT_TURNED:
        s.phase = TRUMP
    else:
        open_play(s)


@rule
def play(s: State, seat, card):
    """6.2, 6.3, 6.4: play a card. If it does not follow suit, record that the seat has no cards of the suit led.

    The winner of a trick leads next.
    """
    shows_void = (s.in_trick > 0) & (suit_of(card) != s.led)  # `&` and `when` avoid unpredictable branches
    s.may[seat] = without(s.may[seat], when(shows_void, suit_set(s.led)))
    play_to_trick(s, seat, card, low_ace(card), s.trump)
    if not trick_is_full(s):
        advance_turn(s, seat)
        return
    s.acting = bit(collect_trick(s))
    if s.tricks == TRICKS_IN_ROUND:
        settle(s)
        go_on(s)


@rule
def act(s: State, seat, action):
    """Carry out a legal action."""
    if s.phase == PLAY:
        play(s, seat, action)
    elif s.phase == BID:
        bid(s, seat, action)
    elif s.phase == LAY:
        lay(s, seat, action)
    elif s.phase == TRADE:
        trade(s, seat, action - SWAP)
    else:
        put_aside(s, seat, action)


RULES: Rules = {"chance": chance, "table": table, "legal": legal, "act": act, "imagine": imagine}
