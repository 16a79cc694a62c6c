"""What is shown when a deal of Auction Flop Poker is settled."""

from __future__ import annotations

from typing import Any


def shown(view: Any) -> list[int]:
    """The hands, as sets of pieces."""
    return [int(cards) for cards in view.shown]
