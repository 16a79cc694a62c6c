"""The rules of Auction Pitch. Numbers in comments are articles of RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.games.pitch.rules.record import BID, HAND, HIGHEST_BID, ON_ANY, ON_FOUR, PENALISED, PITCH, PLAY
from saleroom.games.pitch.rules.scoring import settle
from saleroom.kernel import choices
from saleroom.kernel.auctions import NO_BID, laps_done, least_bid, open_auction, speak
from saleroom.kernel.bits import NONE, below, bit, next_seat, seats_of, shifted, value_of, without
from saleroom.kernel.cards import PACK, suit_of, suit_set
from saleroom.kernel.chance import MATCH, draw, fresh_chance, shuffle
from saleroom.kernel.compile import rule
from saleroom.kernel.ending import go_on
from saleroom.kernel.holdings import imagine_hands
from saleroom.kernel.tricks import (
    advance_turn,
    all_played,
    collect_trick,
    deal_hands,
    follow_or_trump,
    open_tricks,
    play_to_trick,
    show_void,
    trick_is_full,
)

if TYPE_CHECKING:
    from saleroom.games.pitch.rules.state import State
    from saleroom.kernel.verbs import Rules

# Action ids: id c plays card c; the ids after the cards are pass and the bids.
PASS = PACK
ACTIONS = PASS + 1 + HIGHEST_BID


@rule
def chance(s: State):
    """1.1, 1.2: draw the first dealer in the first deal, and shuffle the pack in every deal."""
    if s.deal == 1:
        s.dealer = draw(s, s.seats, MATCH, 0)
    for card in range(PACK):
        s.deck[card] = card
    shuffle(s, s.deck, PACK, HAND * s.seats, s.deal, 0)


@rule
def table(s: State):
    """1.2: deal six cards to each seat; eldest hand bids first."""
    deal_hands(s, HAND, below(PACK))
    open_tricks(s)
    for seat in range(seats_of(s)):
        s.renounced[seat] = NONE
    s.phase = BID
    open_auction(s, next_seat(s.dealer, s.seats))


@rule
def lowest_bid(s: State, seat):
    """2.1, 2.2: return the lowest legal bid.

    It is above the highest bid so far, except that the dealer may equal some bids.
    """
    may_equal = s.dealer_match == ON_ANY or (s.dealer_match == ON_FOUR and s.bid == HIGHEST_BID)
    if seat == s.dealer and s.bid != NO_BID and may_equal:
        return value_of(s.bid)
    return least_bid(s, 1)


@rule
def legal_bids(s: State, seat):
    """2.1: return the legal actions in the auction: pass, or any bid from the lowest legal bid up to four."""
    bids = without(below(HIGHEST_BID + 1), below(lowest_bid(s, seat)))
    return bit(PASS) | shifted(bids, PASS)


@rule
def following_cards(s: State, seat):
    """3.1, 4.1, 4.2, 4.3: return the cards that are no revoke.

    They are all cards of a seat that leads or is void. Any other seat follows suit or plays a trump.
    """
    if s.in_trick == 0:
        return s.hand[seat]
    return follow_or_trump(s.hand[seat], s.led, s.trump)


@rule
def legal_cards(s: State, seat):
    """4.5: return the legal cards: the whole hand if a revoke is penalised, else the cards that are no revoke."""
    if s.revoke == PENALISED:
        return s.hand[seat]
    return following_cards(s, seat)


@rule
def legal(s: State, seat):
    """Return the legal actions of a seat that is to act."""
    if s.phase == BID:
        return choices.from_word(legal_bids(s, seat))
    return choices.from_word(legal_cards(s, seat))


@rule
def bid_or_pass(s: State, seat, action):
    """2.1, 2.3: bid or pass; each seat has one turn. Then the high bidder (or eldest hand, if all pass) pitches."""
    speak(s, seat, NO_BID if action == PASS else action - PASS)
    if laps_done(s, 1):
        s.phase = PITCH
        s.acting = bit(s.bidder)
    else:
        advance_turn(s, seat)


@rule
def renounce(s: State, seat, card):
    """4.5: if a card neither follows suit nor trumps, note which cards its seat claims not to hold.

    Every hand is played to its end, so the seat has revoked if and only if it plays one of these cards later.
    """
    suit = suit_of(card)
    if suit != s.led and suit != s.trump:
        s.renounced[seat] |= without(suit_set(s.led), s.played[seat])


@rule
def play(s: State, seat, card):
    """3.1, 4.4: play a card. The first card led determines trump; the winner of a trick leads next."""
    if s.phase == PITCH:
        s.trump = suit_of(card)
        s.phase = PLAY
    if s.in_trick > 0 and s.revoke == PENALISED:
        renounce(s, seat, card)
    elif s.in_trick > 0:
        show_void(s, seat, card, s.trump)  # article 4.2
    play_to_trick(s, seat, card, card, s.trump)
    if not trick_is_full(s):
        advance_turn(s, seat)
        return
    s.acting = bit(collect_trick(s))
    if s.tricks == HAND:
        settle(s)
        go_on(s)


@rule
def act(s: State, seat, action):
    """Carry out a legal action."""
    if s.phase == BID:
        bid_or_pass(s, seat, action)
    else:
        play(s, seat, action)


@rule
def unseen_cards(s: State, seat):
    """Return the cards that `seat` has not seen."""
    return without(below(PACK), all_played(s) | s.hand[seat])


@rule
def imagine(s: State, seat, rng):
    """Deal unseen cards at random to the other hands; each hand gets only cards that it can hold.

    The remaining cards are out of play.
    """
    fresh_chance(s, rng)
    imagine_hands(s, seat, HAND, unseen_cards(s, seat), rng)


RULES: Rules = {"chance": chance, "table": table, "legal": legal, "act": act, "imagine": imagine}
