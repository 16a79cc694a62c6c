"""The rules of Mini Pitch. Numbers in comments are articles of RULES.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saleroom.games.mini_pitch.rules.record import PITCH, PLAY
from saleroom.kernel import choices
from saleroom.kernel.auctions import NO_BID, laps_done, speak
from saleroom.kernel.bits import bit, last, seats_of
from saleroom.kernel.cards import PACK, card_points, suit_of
from saleroom.kernel.compile import rule
from saleroom.kernel.fields import NO_SEAT
from saleroom.kernel.small_games import (
    BID,
    HIGHEST_BID,
    bids_above,
    close_deal,
    imagine_small,
    open_deal,
    shuffle_for_hands,
)
from saleroom.kernel.tricks import (
    advance_turn,
    collect_trick,
    follow_or_trump,
    in_trump,
    play_to_trick,
    seat_with_card,
    show_void,
    trick_is_full,
)

if TYPE_CHECKING:
    from saleroom.games.mini_pitch.rules.state import State
    from saleroom.kernel.verbs import Rules

# Action ids: id c plays card c. The ids after the cards are pass and the bids.
PASS = PACK
ACTIONS = PASS + 1 + HIGHEST_BID


@rule
def legal(s: State, seat):
    """2.1, 3.1, 3.2, 3.3: return the legal actions of the phase: a pass or a higher bid, or cards that lead, follow
    suit or trump.
    """
    if s.phase == BID:
        return choices.from_word(bit(PASS) | bids_above(s, PASS))
    if s.in_trick == 0:
        return choices.from_word(s.hand[seat])
    return choices.from_word(follow_or_trump(s.hand[seat], s.led, s.trump))


@rule
def bid_or_pass(s: State, seat, action):
    """2.1, 2.2: bid or pass; each seat has one turn. Then the high bidder (or eldest hand, if all pass) pitches."""
    speak(s, seat, NO_BID if action == PASS else action - PASS)
    if laps_done(s, 1):
        s.phase = PITCH
        s.acting = bit(s.bidder)
    else:
        advance_turn(s, seat)


@rule
def play(s: State, seat, card):
    """3.1, 3.4: play a card. The first card led determines trump; the winner of a trick leads next."""
    if s.phase == PITCH:
        s.trump = suit_of(card)
        s.phase = PLAY
    if s.in_trick > 0:
        show_void(s, seat, card, s.trump)
    play_to_trick(s, seat, card, card, s.trump)
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
        bid_or_pass(s, seat, action)
    else:
        play(s, seat, action)


@rule
def cards_scorer(s: State):
    """4.2: return the seat with the highest card count; `NO_SEAT` if several seats tie."""
    maximum, winner = -1, NO_SEAT
    for seat in range(seats_of(s)):
        points = card_points(s.taken[seat])
        if points > maximum:
            maximum, winner = points, seat
        elif points == maximum:
            winner = NO_SEAT
    return winner


@rule
def settle(s: State):
    """4.1, 4.2, 4.3, 4.4, 5.1: score the deal after all cards have been played; end the match if the rules say so."""
    high, cards = seat_with_card(s.played, seats_of(s), last(in_trump(s))), cards_scorer(s)
    for seat in range(seats_of(s)):
        score = 0  # in interpreted code, the sum of two true NumPy comparisons is True, not 2
        for scorer in (high, cards):
            score += seat == scorer
        if seat == s.bidder and score < s.bid:
            score = -s.bid  # article 4.3
        s.last_score[seat] = score
    close_deal(s)


RULES: Rules = {
    "chance": shuffle_for_hands,  # articles 1.1, 1.2
    "table": open_deal,  # articles 1.2, 2.1
    "legal": legal,
    "act": act,
    "imagine": imagine_small,
}
