"""Expected display of a settled deal of Auction Hearts."""

from __future__ import annotations

from typing import Any


def display(twin: Any, carried: int) -> dict[str, Any]:
    """Return the settlement that the board must show, following RULES.md 2.2, 2.3, 4.2, 4.3, 4.4 and 4.5."""
    return {
        "buyer": twin.bidder if twin.bid else None,
        "price": twin.bid,
        "pain": twin.pain or None,
        "taken": twin.pain_taken,
        "ending": ending(twin),
    }


def ending(twin: Any) -> str:
    if not twin.pain:
        return "redeal"
    if 13 in twin.tricks and twin.options["moon"] != "off":
        return "moon"
    return ("none clear", "one clear", "two clear", "all the pain")[twin.pain_taken.count(0)]


def decided(twin: Any) -> bool:
    """Return whether the rest of the trick play can no longer change who takes pain cards (4.1) or whether one seat
    takes all tricks (4.5).
    """
    if twin.phase != "play":
        return False
    takers = sum(tricks > 0 for tricks in twin.tricks)
    return (sum(twin.pain_taken) == 13 and takers > 1) or max(map(len, twin.held)) <= 1
