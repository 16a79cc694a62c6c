"""Checks that the reasons for a move in Auction Hearts are true."""

from __future__ import annotations

from saleroom.games.hearts.player.heuristics import danger_of
from saleroom.kernel.bits import members
from saleroom.kernel.cards import NUMBERS, SUITS
from tests.server.trick_claims import Tricks, card_of, hand, of_suit

TRICKS = Tricks()


def house(match, seat):
    """Return the letter of the suit that the bot `house` would name, and the value of this choice in whole chips."""
    dangers = [danger_of(match.state.hand[seat], suit) for suit in range(4)]
    least = min(dangers)
    share, less_pain = max(0, 0.34 - 0.32 * least), max(0, 4 - 1.6 * least)
    pot = 13 + int(match.state.carry)
    return SUITS[dangers.index(least)], int((share * pot + less_pain) / (1 - share))


def pain_on_table(match):
    """Return the pain cards in the trick."""
    return of_suit(members(match.state.trick), int(match.state.pain))


def least(match, seat):
    """Return the lowest legal bid."""
    return min(int(words[4:]) for words in match.legal(seat) if words.startswith("bid "))


def nobody_above(match, seat, words, card, suit):
    """Check that no other hand has a card of `suit` that is higher than `card`."""
    return not any(
        held > NUMBERS[card]
        for other in range(match.seats)
        if other != seat
        for held in of_suit(hand(match, other), suit)
    )


def is_highest_under(match, seat, words, card):
    """Check that `card` is the highest legal card of its suit that would not win the trick so far."""
    cards = [action.split(" ")[1] for action in match.legal(seat)]
    under = [NUMBERS[other] for other in cards if not TRICKS.wins_now(match, seat, words, other)]
    return max(of_suit(under, card[-1])) == NUMBERS[card]


CLAIMS = {
    **{
        key: claim
        for key, claim in TRICKS.claims().items()
        if key
        not in (
            "trick.lead_top",
            "trick.keeps_trumps",
            "trick.trumps",
            "trick.lets_go",
            "trick.cannot_win",
            "trick.throws",
            "trick.lowest",
        )
    },
    "pass": lambda m, s, w, suit, worth, count: (suit, worth) == house(m, s) and count == least(m, s),
    "keeps_half": lambda m, s, w, bid, chips: (
        bid == least(m, s) and 2 * bid > chips == m.scores[s] and house(m, s)[1] >= bid
    ),
    "bid": lambda m, s, w, suit, worth: (suit, worth) == house(m, s),
    "speaks_last": lambda m, s, w: m.state.spoken == m.seats - 1,
    "speaks_once": lambda m, s, w: m.state.spoken < m.seats - 1,
    "safest": lambda m, s, w, suit: suit == house(m, s)[0] == w[-1],
    "holds": lambda m, s, w, suit, count, low_card: (
        len(of_suit(hand(m, s), suit)) == count and min(of_suit(hand(m, s), suit)) == NUMBERS[low_card]
    ),
    "void": lambda m, s, w, suit: not of_suit(hand(m, s), suit) and w[-1] == suit,
    "all_tricks": lambda m, s, w, count: m.state.tricks_won[s] == m.state.tricks == count,
    "stops_moon": lambda m, s, w, seat, count: (
        m.state.tricks_won[seat] == m.state.tricks == count and TRICKS.wins_now(m, s, w)
    ),
    "rid_of_pain": lambda m, s, w, card: NUMBERS[card] // 13 == m.state.pain and not TRICKS.wins_now(m, s, w),
    "no_pain": lambda m, s, w: m.state.in_trick == 3 and not pain_on_table(m) and card_of(w) // 13 != m.state.pain,
    "first_trick": lambda m, s, w: (
        m.state.tricks == 0
        and m.options["pain_limits"] == "on"
        and m.state.pain != (m.state.led if m.state.in_trick else card_of(w) // 13)
    ),
    "must_take": lambda m, s, w, count: (
        len(pain_on_table(m)) == count and len(TRICKS.legal_takers(m, s, w)) == len(m.legal(s))
    ),
    "throws": lambda m, s, w, card, led_suit: (
        card[-1] != led_suit == SUITS[m.state.led] and not of_suit(hand(m, s), led_suit)
    ),
    "nothing_above": nobody_above,
    "ducks": lambda m, s, w, card, best_card: (
        not TRICKS.wins_now(m, s, w)
        and NUMBERS[card] < NUMBERS[best_card]
        and NUMBERS[best_card] == TRICKS.winner(m, w, TRICKS.plays(m, s))[1]
    ),
    "highest_under": is_highest_under,
}
