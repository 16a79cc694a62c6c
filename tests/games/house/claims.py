"""Checks that the reasons for a move in Auction House are true."""

from __future__ import annotations

from saleroom.games.house.rules.record import LAY, NOT_TURNED
from saleroom.kernel.bits import members
from saleroom.kernel.cards import NAMES, NUMBERS, SUITS
from saleroom.kernel.tricks import NO_TRUMP
from tests.server.trick_claims import Tricks, card_of, hand, of_suit

RANKS = "A23456789T"


def height(card):
    """Return the rank of a card, counting the ace as lowest."""
    return RANKS.find(NAMES[card][0])


def trump_of(match, words):
    """Return the trump suit, or `None` if there is no trump suit."""
    return None if match.state.trump == NO_TRUMP else int(match.state.trump)


class PlainTricks(Tricks):
    """Checks about tricks in a game with forty cards, in which each seat puts one card aside."""

    def exists(self, card) -> bool:
        return height(card) >= 0

    def known(self, match, seat) -> set[int]:
        return {int(match.state.kitty[seat])}


TRICKS = PlainTricks(trump_of, height)


def worth(match, card):
    """Return the number of tricks that the bot `house` expects from `card`.

    If no trump suit is known, this is the average over the possible suits.
    """
    rank, suit = RANKS.index(card[0]), SUITS.index(card[1])
    side, trump = max(0, 0.75 - 0.22 * (9 - rank)), 0.2 + 0.08 * rank
    if match.state.trump != NOT_TURNED:
        return trump if match.state.trump == suit else side
    to_come = 3 - len(of_suit(members(match.state.turned), suit))
    chance = to_come / (12 - len(members(match.state.turned)))
    return chance * trump + (1 - chance) * side


def worst(match, seat):
    """Return the card that the bot `house` would give away.

    This is the card from which `house` expects the fewest tricks. Among equal cards, `house` chooses one of the
    shortest suit.
    """
    cards = hand(match, seat)
    return min(
        (NAMES[card] for card in cards), key=lambda code: worth(match, code) + len(of_suit(cards, code[1])) / 100
    )


def points(card):
    """Return the points that the card with the given name scores in the kitty."""
    return RANKS.index(card[0]) + 1


def counts(match, seat):
    """Return the points of each card of a hand."""
    return [points(NAMES[card]) for card in hand(match, seat)]


def shares(match, seat, tricks, card, count, more):
    """Check the tricks that `house` expects from the hand of `seat`, and the points of `card`.

    `house` must expect about `tricks` tricks from the hand. `more` must be true if and only if `tricks` is more than a
    quarter of all tricks. The card must score `count` points.
    """
    likely = sum(worth(match, NAMES[held]) for held in hand(match, seat))
    whole = tricks.removesuffix("½") or "0"
    close = abs(int(whole) + tricks.endswith("½") / 2 - likely) <= 0.25 + 1e-9
    return close and (likely > 9 / 4) == more and points(card) == count


def likeliest(match, seat, words, suit, count):
    """Check that `count` court cards of `suit` can still be turned, and that no other suit has more unturned court
    cards.
    """
    left = [3 - len(of_suit(members(match.state.turned), other)) for other in range(4)]
    return match.state.trump == NOT_TURNED and left[SUITS.index(suit)] == count == max(left)


def called(match):
    """Return the suit that the starter called in the current round."""
    return SUITS[match.state.called]


def on_offer(match):
    """Return the card that the starter offered."""
    return NAMES[match.state.shown[match.state.starter]]


CLAIMS = {
    **TRICKS.claims(),
    "pass": lambda m, s, w, card: card == worst(m, s),
    "pass_good": lambda m, s, w, card: card == worst(m, s) and worth(m, card) > 0.2,
    "offer_worst": lambda m, s, w, card: card == worst(m, s) == w.split(" ")[1],
    "offer": lambda m, s, w, card: card == w.split(" ")[1],
    "calls_trump": lambda m, s, w, suit: SUITS[m.state.trump] == suit == w[-1],
    "calls_likely": likeliest,
    "calls_held": lambda m, s, w, suit, count: len(of_suit(hand(m, s), suit)) == count and w[-1] == suit,
    "calls_void": lambda m, s, w, suit: not of_suit(hand(m, s), suit) and w[-1] == suit,
    "lay_called": lambda m, s, w, card, suit, offered_card: (
        m.state.phase == LAY and card[-1] == suit == called(m) and offered_card == on_offer(m)
    ),
    "lay_away": lambda m, s, w, card, suit: card[-1] != suit == called(m) and of_suit(hand(m, s), suit),
    "lay_void": lambda m, s, w, suit: suit == called(m) and not of_suit(hand(m, s), suit),
    "lay_cheap": lambda m, s, w, card, offered_card: (
        offered_card == on_offer(m) and worth(m, card) < worth(m, offered_card)
    ),
    "lay_worst": lambda m, s, w, card: card == worst(m, s),
    "trade": lambda m, s, w, seat, given_card, taken_card: (
        w == f"trade {seat}" and given_card == on_offer(m) and NUMBERS[taken_card] == m.state.shown[seat]
    ),
    "trade_best": lambda m, s, w, card: (
        worth(m, card) == max(worth(m, NAMES[m.state.shown[other]]) for other in range(4) if other != m.state.starter)
    ),
    "kitty_strong": lambda m, s, w, tricks, card, count: shares(m, s, tricks, card, count, True),
    "kitty_weak": lambda m, s, w, tricks, card, count: shares(m, s, tricks, card, count, False),
    "kitty_void": lambda m, s, w, suit: len(of_suit(hand(m, s), suit)) == 1 and w[-1] == suit,
    "kitty_worst": lambda m, s, w, card: card == worst(m, s),
    "kitty_most": lambda m, s, w, card: points(card) == max(counts(m, s)) and NUMBERS[card] == card_of(w),
    "kitty_least": lambda m, s, w, card: points(card) == min(counts(m, s)) and NUMBERS[card] == card_of(w),
    "stops_leader": lambda m, s, w, seat, count: (
        m.state.tricks_won[seat] == count == max(m.state.tricks_won)
        and TRICKS.winner(m, w, TRICKS.plays(m, s))[0] == seat != s
        and TRICKS.wins_now(m, s, w)
    ),
}
