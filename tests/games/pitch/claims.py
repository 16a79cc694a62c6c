"""Checks that the reasons for a move in Auction Pitch are true."""

from __future__ import annotations

from math import comb

from saleroom.games.pitch.rules.record import PITCH
from saleroom.kernel.cards import NAMES, NUMBERS, RANKS, SUITS
from tests.server.trick_claims import Tricks, card_of, hand, of_suit

WORTH = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}


def trump_of(match, words):
    """Return the trump suit, which is the suit of the first card led in the deal.

    Before that lead, return the suit of the card in `words`.
    """
    return card_of(words) // 13 if match.state.phase == PITCH else int(match.state.trump)


def nobody_has(match, cards):
    """Return the chance that no other player was dealt any of `cards` given cards that the seat has not seen."""
    return comb(52 - 6 * match.seats, cards) / comb(52 - 6, cards)


def expected_points(match, seat, suit):
    """Return the points for High, Low, Jack and Cards that the bot `house` expects in total if `suit` is trump."""
    trumps = [RANKS.index(NAMES[card][0]) for card in of_suit(hand(match, seat), suit)]
    ace, king, queen, jack, ten = (rank in trumps for rank in (12, 11, 10, 9, 8))
    high = nobody_has(match, 12 - max(trumps))
    low = min(0.9, 0.06 + 0.16 * len(trumps) + 0.13 * (ace + king))
    if match.options["low"] == "dealt":
        low = nobody_has(match, min(trumps))
    above = ace + king + queen
    caught = (1 - nobody_has(match, 1)) * min(0.7, 0.15 * above + 0.05 * len(trumps))
    safe = nobody_has(match, 3 - above)
    kept = 0.9 * (safe + (1 - safe) * min(0.9, 0.4 + 0.1 * len(trumps) + 0.1 * above))
    side_aces = sum(NAMES[card][0] == "A" for card in hand(match, seat)) - ace
    strength = 0.15 * (len(trumps) + ace + king) + 0.08 * (ace + queen + side_aces) + 0.13 * ten - 0.17
    cards = min(0.95, max(0.02, strength / (1 + 0.2 * (match.seats - 4))))
    return high + low + (kept if jack else caught) + cards


def best_suit(match, seat):
    """Return the letter of the trump suit with which `house` expects the most points."""
    held = {NAMES[card][1] for card in hand(match, seat)}
    return max((suit for suit in SUITS if suit in held), key=lambda suit: expected_points(match, seat, suit))


def promises(match, seat, suit, points):
    """Check that `house` would choose `suit` as trump, and that it expects `points` points, rounded to a half."""
    whole = int(points.removesuffix("½") or "0")
    difference = abs(whole + points.endswith("½") / 2 - expected_points(match, seat, suit))
    return best_suit(match, seat) == suit and difference <= 0.25 + 1e-9


def bids(match, seat):
    """Return the amounts of the legal bids."""
    return [int(words[4:]) for words in match.legal(seat) if words.startswith("bid ")]


def in_trick(match):
    """Return the names of the cards in the current trick."""
    return [piece for piece, number in NUMBERS.items() if number in match.state.on_table[: match.seats]]


def highest(match, seat, words, card):
    """Check that `seat` holds `card`, and that the card is the ace of the suit that `house` would choose as trump."""
    return card[0] == "A" and NUMBERS[card] in hand(match, seat) and best_suit(match, seat) == card[1]


def could_revoke(match, seat, suit):
    """Check that `suit` was led, that `seat` holds it, and that another card of its hand would be a revoke."""
    cards = hand(match, seat)
    others = [card for card in cards if NAMES[card][1] not in (suit, SUITS[match.state.trump])]
    return match.options["revoke"] == "penalised" and SUITS[match.state.led] == suit and of_suit(cards, suit) and others


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
        best_suit(m, s) == suit == w[-1] and len(of_suit(hand(m, s), suit)) == count
    ),
    "makes_trump": lambda m, s, w, suit, count: w[-1] == suit and len(of_suit(hand(m, s), suit)) == count,
    "jack_on_table": lambda m, s, w, card: (
        card in in_trick(m) and card == "J" + SUITS[m.state.trump] and TRICKS.wins_now(m, s, w)
    ),
    "counts": lambda m, s, w, count: (
        sum(WORTH.get(card[0], 0) for card in in_trick(m)) == count > 0 and TRICKS.wins_now(m, s, w)
    ),
    "no_revoke": lambda m, s, w, suit: could_revoke(m, s, suit) and w[-1] in (suit, SUITS[m.state.trump]),
    "is_revoke": lambda m, s, w, suit: could_revoke(m, s, suit) and w[-1] not in (suit, SUITS[m.state.trump]),
    "worthless": lambda m, s, w, card: card[0] not in WORTH and not TRICKS.wins_now(m, s, w),
}
