"""Expected display of a settled deal of Auction Pitch."""

from __future__ import annotations

from typing import Any

from tests.games.pitch.twin import CARD_COUNT
from tests.games.twins import ACE_HIGH, of_suit


def rank(card: str) -> int:
    return ACE_HIGH.index(card[0])


def display(twin: Any, carried: int) -> dict[str, Any]:
    """Return the settlement that the board must show, following RULES.md 4.5, 5.1, 5.2, 5.3 and 5.4."""
    trumps = sorted(of_suit([card for hand in twin.hands_dealt for card in hand], twin.trump), key=rank)
    jack = f"J{twin.trump}"
    cards = {"high": trumps[-1], "low": trumps[0], "jack": jack if jack in trumps else None, "cards": None}
    scorers = twin.points()
    return {
        "trump": twin.trump,
        "points": [{"name": name, "seat": scorers[name], "card": card} for name, card in cards.items()],
        "counts": [sum(CARD_COUNT.get(card[0], 0) for card in pile) for pile in twin.won],
        "pitcher": twin.pitcher,
        "bid": twin.bid or None,
        "made": list(scorers.values()).count(twin.pitcher),
        "revokes": [
            {"seat": seat, "trick": trick, "card": card, "held": sorted(held, key=rank, reverse=True)}
            for seat, (trick, card, held) in twin.revokes.items()
        ],
    }


def tie_break(twin: Any) -> dict[str, Any] | None:
    """Return which of the seats at the target score wins, and by which point (7.2). Return `None` if fewer than two
    seats have reached the target score.
    """
    there = [seat for seat in range(twin.seats) if twin.standing[seat] >= twin.number("target")]
    if len(there) < 2:
        return None
    order = {"pitcher": twin.pitcher, **twin.points()}
    return {"seat": twin.winners[0], "among": there, "by": next(by for by, seat in order.items() if seat in there)}


def decided(twin: Any) -> bool:
    """Return whether each seat has only its last card left to play."""
    return twin.phase == "play" and max(map(len, twin.held)) <= 1
