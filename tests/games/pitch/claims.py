"""Checks of the claims that Auction Pitch's explanations of a move make."""

from __future__ import annotations

from saleroom.games.pitch.display.hints import promise
from saleroom.games.pitch.rules.record import PITCH
from saleroom.kernel.cards import NUMBERS, SUITS
from tests.server.trick_claims import Tricks, card_of, hand, of_suit

WORTH = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}


def trump_of(match, words):
    """Return the trump suit: the suit of the card that is or was pitched."""
    return card_of(words) // 13 if match.state.phase == PITCH else int(match.state.trump)


def promises(match, seat, suit, points):
    """Check that the `house` bot would pitch this suit and expects `points` points, rounded to the nearest half."""
    best, hoped = promise(match.views(seat), seat)
    whole = points.removesuffix("½") or "0"
    return SUITS[best] == suit and abs(int(whole) + points.endswith("½") / 2 - hoped) <= 0.25 + 1e-9


def bids(match, seat):
    """Return the legal bids."""
    return [int(words[4:]) for words in match.legal(seat) if words.startswith("bid ")]


def in_trick(match):
    """Return the codes of the cards on the table."""
    return [piece for piece, number in NUMBERS.items() if number in match.state.on_table[: match.seats]]


def highest(match, seat, words, card):
    """Check that the seat holds this card, and that it is the ace of the suit that the `house` bot would pitch."""
    return (
        card[0] == "A" and NUMBERS[card] in hand(match, seat) and SUITS[promise(match.views(seat), seat)[0]] == card[1]
    )


TRICKS = Tricks(trump_of)
CLAIMS = {
    **TRICKS.claims(),
    "pass": lambda m, s, w, suit, points, bid: promises(m, s, suit, points) and bid == min(bids(m, s)),
    "bid_strength": lambda m, s, w, suit, points, bid: promises(m, s, suit, points) and w == f"bid {bid}",
    "high_sure": highest,
    "low_sure": lambda m, s, w, card: card[0] == "2" and NUMBERS[card] in hand(m, s) and m.options["low"] == "dealt",
    "dealer_match": lambda m, s, w, bid, seat: s == m.dealer and m.state.bid == bid and m.state.bidder == seat,
    "speaks_last": lambda m, s, w: m.state.spoken == m.seats - 1,
    "best_suit": lambda m, s, w, suit, count: (
        SUITS[promise(m.views(s), s)[0]] == suit == w[-1] and len(of_suit(hand(m, s), suit)) == count
    ),
    "makes_trump": lambda m, s, w, suit, count: w[-1] == suit and len(of_suit(hand(m, s), suit)) == count,
    "jack_on_table": lambda m, s, w, card: (
        card in in_trick(m) and card == "J" + SUITS[m.state.trump] and TRICKS.wins_now(m, s, w)
    ),
    "counts": lambda m, s, w, count: (
        sum(WORTH.get(card[0], 0) for card in in_trick(m)) == count > 0 and TRICKS.wins_now(m, s, w)
    ),
    "worthless": lambda m, s, w, card: card[0] not in WORTH and not TRICKS.wins_now(m, s, w),
}
