"""The rules of Mini Hearts. Numbers in comments are articles of RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.games.mini_hearts.rules.record import NAME, PLAY
from saleroom.kernel import choices
from saleroom.kernel.auctions import NO_BID, laps_done, speak
from saleroom.kernel.bits import below, bit, count, seats_of, shifted, when, without
from saleroom.kernel.cards import PACK, suit_of, suit_set
from saleroom.kernel.compile import rule
from saleroom.kernel.small_games import (
    BID,
    HIGHEST_BID,
    SUITS,
    bids_above,
    close_deal,
    imagine_small,
    open_deal,
    shuffle_for_hands,
)
from saleroom.kernel.tricks import NO_TRUMP, advance_turn, collect_trick, follow_suit, play_to_trick, trick_is_full

if TYPE_CHECKING:
    from saleroom.games.mini_hearts.rules.state import State
    from saleroom.kernel.verbs import Rules

# Action ids: id c plays card c. The ids after the cards are pass, the suits to name, and the bids.
PASS = PACK
NAMES = PASS + 1
BIDS = NAMES + SUITS - 1
ACTIONS = BIDS + HIGHEST_BID + 1
DIAMONDS = 1


@rule
def legal(s: State, seat):
    """2.1, 2.2, 3.1: return the legal actions of the phase: a pass or a higher bid, a suit, or a card that follows suit
    if possible.
    """
    if s.phase == BID:
        return choices.from_word(bit(PASS) | bids_above(s, BIDS))
    if s.phase == NAME:
        return choices.from_word(shifted(below(SUITS), NAMES))
    return choices.from_word(s.hand[seat] if s.in_trick == 0 else follow_suit(s.hand[seat], s.led))


@rule
def begin(s: State, pain):
    """2.2: set the pain suit and start trick play. The bidder leads, or eldest hand if no seat bid."""
    s.pain = pain
    s.phase = PLAY
    s.acting = bit(s.bidder)


@rule
def offer(s: State, seat, action):
    """2.1, 2.2: bid or pass; each seat has one turn.

    Then the high bidder names a suit. If all seats pass, the pain suit is diamonds.
    """
    speak(s, seat, NO_BID if action == PASS else action - BIDS)
    if not laps_done(s, 1):
        advance_turn(s, seat)
    elif s.bid == NO_BID:
        begin(s, DIAMONDS)
    else:
        s.phase = NAME
        s.acting = bit(s.bidder)


@rule
def play(s: State, seat, card):
    """3.1, 3.2: play a card. If it does not follow suit, record that the seat has no cards of the suit led.

    The winner of a trick leads next.
    """
    shows_void = (s.in_trick > 0) & (suit_of(card) != s.led)
    s.may[seat] = without(s.may[seat], when(shows_void, suit_set(s.led)))
    play_to_trick(s, seat, card, card, NO_TRUMP)
    if not trick_is_full(s):
        advance_turn(s, seat)
        return
    s.acting = bit(collect_trick(s))
    if s.tricks == s.dealt:
        settle(s)


@rule
def act(s: State, seat, action):
    """Carry out a legal action."""
    if s.phase == BID:
        offer(s, seat, action)
    elif s.phase == NAME:
        begin(s, action - NAMES)
    else:
        play(s, seat, action)


@rule
def settle(s: State):
    """4.1, 4.2, 4.3, 5.1: score the deal, and end the match if the rules say so."""
    for seat in range(seats_of(s)):
        score = -count(s.taken[seat] & suit_set(s.pain))
        if seat == s.bidder and s.bid != NO_BID:
            score -= s.bid
        s.last_score[seat] = score
    close_deal(s)


RULES: Rules = {
    "chance": shuffle_for_hands,  # articles 1.1, 1.2
    "table": open_deal,  # articles 1.2, 2.1
    "legal": legal,
    "act": act,
    "imagine": imagine_small,
}
