"""Expected score-sheet note on a settled deal of Auction Flop Poker, computed from what the board shows."""

from __future__ import annotations

from typing import Any


def noted(last: Any, shown: Any) -> str:
    best = [seat for seat, place in enumerate(last["places"]) if place == 1]
    return " ".join(["best", last["made"][best[0]], *map(str, best)])
