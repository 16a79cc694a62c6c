"""Expected display of a settled deal of Auction House."""

from __future__ import annotations

from typing import Any

from tests.games.house.twin import RANKS


def display(twin: Any, carried: int) -> dict[str, Any]:
    """Return the settlement that the board must show, following RULES.md 7.1, 7.2 and 7.3."""
    alone = [seat for seat in range(4) if twin.tricks[seat] == max(twin.tricks)]
    kitty = [twin.kitty[seat] for seat in range(4)]
    return {
        "kitty": kitty,
        "worth": sum(RANKS.index(card[0]) + 1 for card in kitty),
        "carried": carried,
        "tricks": twin.tricks,
        "winner": alone[0] if len(alone) == 1 else None,
    }


def decided(twin: Any) -> bool:
    """Return whether it is already certain which seat takes the most tricks (7.1)."""
    if twin.phase != "play":
        return False
    *_, second, most = sorted(twin.tricks)
    to_come = 9 - sum(twin.tricks)
    return most > second + to_come or max(map(len, twin.held)) <= 1
