"""Checks that the reasons for a move in Auction Flop Poker are true."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

from saleroom.games.flop.player.heuristics import hope_of
from saleroom.games.flop.rules.record import TAKE
from saleroom.kernel.bits import members, word
from saleroom.kernel.cards import NAMES, NUMBERS, RANKS
from saleroom.kernel.poker import CLASSES

KINDS = ("high-card", "pair", "two-pair", "three", "straight", "flush", "full-house", "four", "straight-flush")
assert len(KINDS) == len(CLASSES)


def hand(match, seat):
    """Return the names of the cards that `seat` holds."""
    return [NAMES[card] for card in members(match.state.hand[seat])]


def kind(cards):
    """Return the poker class of `cards`, such as ``two-pair``. Count the ranks and suits directly."""
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    groups = sorted(Counter(ranks).values(), reverse=True)
    whole = len(cards) == 5
    straight = whole and groups[0] == 1 and (ranks[4] - ranks[0] == 4 or ranks == [0, 1, 2, 3, 12])
    flush = whole and len({card[1] for card in cards}) == 1
    if straight or flush:
        return "straight-flush" if straight and flush else "straight" if straight else "flush"
    if not groups or groups[0] == 1:
        return "high-card"
    if groups[0] >= 3:
        return "four" if groups[0] == 4 else "full-house" if groups[1:2] == [2] else "three"
    return "two-pair" if groups[1:2] == [2] else "pair"


def cards_after(match, seat, words):
    """Return the hand of `seat` after the action `words`: a discard, or keeping cards from a flop."""
    verb, *cards = words.split(" ")
    return [*hand(match, seat), *cards] if verb == "keep" else [c for c in hand(match, seat) if c not in cards]


def completes_flush(match, seat, words, suit, count):
    """Check that all cards in the hand after the action are of `suit`, and that `count` more cards make a flush."""
    cards = cards_after(match, seat, words)
    return {card[1] for card in cards} == {suit} and 5 - len(cards) == count


def completes_straight(match, seat, words, count):
    """Check that the hand after the action needs `count` more cards to be a straight."""
    cards = cards_after(match, seat, words)
    ranks = {RANKS.index(card[0]) for card in cards}
    runs = [{12, 0, 1, 2, 3}, *({low + step for step in range(5)} for low in range(9))]
    return len(ranks) == len(cards) and any(ranks <= run for run in runs) and 5 - len(cards) == count


def hope(cards):
    """Return the chance, as the bot `house` estimates it, that `cards` beat one other hand once completed to five."""
    return hope_of(word(sum(1 << NUMBERS[card] for card in cards)))


def best_hope(match, seat):
    """Return the best chance to beat one other hand that the seat can get by keeping cards of the flop."""
    own, flop = hand(match, seat), [NAMES[card] for card in members(match.state.flop)]
    sizes = range(1, min(5 - len(own), 3) + 1)
    return max(hope([*own, *cards]) for size in sizes for cards in combinations(flop, size))


def share(chance, seats):
    """Return the expected share of the pot of a hand that beats each other hand with probability `chance`.

    The prizes are 60, 30 and 10 per cent of the pot, or 70 and 30 per cent for two seats.
    """
    prizes = (0.7, 0.3) if seats == 2 else (0.6, 0.3, 0.1)
    return sum(
        prize * comb(seats - 1, better) * chance ** (seats - 1 - better) * (1 - chance) ** better
        for better, prize in enumerate(prizes)
    )


def gain(match, seat):
    """Return how many more chips `house` expects to win with the flop than without the flop.

    The number is negative if the flop makes the hand worse.
    """
    fees = sum(range(match.state.fee)) if match.state.phase == TAKE else 0
    after, before = (share(chance, match.seats) for chance in (best_hope(match, seat), hope(hand(match, seat))))
    return (after - before) * (int(match.state.carry) - fees)


def adds(match, seat, chips, price):
    """Check that `house` values the flop at about `chips` chips, and that `price` is the lowest legal bid."""
    whole = int(chips.removesuffix("½") or "0")
    is_close = abs(whole + chips.endswith("½") / 2 - max(0, gain(match, seat))) <= 0.25 + 1e-9
    return is_close and price == max(1, match.state.bid + 1)


def with_flop(match, seat, words, cards, made):
    """Check that keeping `cards` from the flop makes a hand of the class `made`, and that no other cards of the flop
    give a better chance.
    """
    whole = [*hand(match, seat), *cards.split(" ")]
    on_flop = {NUMBERS[card] for card in cards.split(" ")} <= set(members(match.state.flop))
    return on_flop and len(whole) <= 5 and kind(whole) == made and hope(whole) == best_hope(match, seat)


CLAIMS = {
    "only_move": lambda m, s, w: m.legal(s) == [w],
    "stands_pat": lambda m, s, w, made: w == "discard" and kind(hand(m, s)) == made,
    "makes": lambda m, s, w, made: kind(cards_after(m, s, w)) == made != "high-card",
    "flush_draw": completes_flush,
    "straight_draw": completes_straight,
    "high": lambda m, s, w, card: (
        kind(cards_after(m, s, w)) == "high-card"
        and max(RANKS.index(other[0]) for other in cards_after(m, s, w)) == RANKS.index(card[0])
    ),
    "discards": lambda m, s, w, count, price, chips: (
        len(w.split(" ")) - 1 == count and price == count * (count + 1) // 2 and chips == m.state.carry
    ),
    "still_missing": lambda m, s, w, count: len(cards_after(m, s, w)) + count == 5,
    "complete": lambda m, s, w: len(cards_after(m, s, w)) == 5,
    "with_flop": with_flop,
    "adds": lambda m, s, w, chips, price: chips != "0" and adds(m, s, chips, price),
    "adds_little": lambda m, s, w, price: gain(m, s) > 0 and adds(m, s, "0", price),
    "adds_nothing": lambda m, s, w, price: gain(m, s) <= 0,
    "free": lambda m, s, w: gain(m, s) >= 0,
    "dear_refusal": lambda m, s, w, count: gain(m, s) < 0 and m.state.fee == count,
    "refuse": lambda m, s, w, count: m.state.fee == count,
}
