"""Expected display of a settled deal of Auction Flop Poker."""

from __future__ import annotations

from typing import Any

from tests.games.flop.twin import poker_rank
from tests.games.twins import ACE_HIGH, SUITS

MADE = ("high-card", "pair", "two-pair", "three", "straight", "flush", "full-house", "four", "straight-flush")


def shown(view: Any) -> list[int]:
    """Return the hands that the board shows after a deal, each as a set of pieces."""
    return [int(cards) for cards in view.shown]


def display(twin: Any, carried: int) -> dict[str, Any]:
    """Return the settlement that the board must show, following RULES.md 6.1, 6.2 and 6.3."""
    ranks = [poker_rank(hand) for hand in twin.held]
    return {
        "hands": [strongest_first(hand) for hand in twin.held],
        "made": [MADE[kind] for kind, _ in ranks],
        "places": [1 + sum(better > own for better in ranks) for own in ranks],
        "prizes": twin.prizes,
        "pot": sum(twin.prizes) + twin.last_carry,
    }


def strongest_first(hand: list[str]) -> list[str]:
    """Sort cards by the number of cards of the same rank, then by rank and suit. The ace is low in a straight from ace
    to five.
    """
    ranks = [card[0] for card in hand]
    order = "A" + ACE_HIGH[:-1] if set(ranks) == set("A2345") else ACE_HIGH
    return sorted(
        hand, key=lambda card: (ranks.count(card[0]), order.index(card[0]), SUITS.index(card[1])), reverse=True
    )
