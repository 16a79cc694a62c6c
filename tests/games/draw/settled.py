"""Expected display of a settled deal of Auction Draw."""

from __future__ import annotations

from typing import Any

from saleroom.kernel.tiles import as_bits
from tests.games.draw.twin import halves


def shown(view: Any) -> list[int]:
    """Return the hands that the board shows after a deal, each as a set of pieces."""
    return [as_bits(tiles) for tiles in view.shown]


def display(twin: Any, carried: int) -> dict[str, Any]:
    """Return the settlement that the board must show, following RULES.md 5.1, 5.4 and 5.5."""
    return {
        "hands": [sorted(hand, key=halves, reverse=True) for hand in twin.held],
        "pips": [sum(sum(halves(tile)) for tile in hand) for hand in twin.held],
        "takers": [seat for seat, chips in enumerate(twin.won) if chips],
        "won": twin.won,
        "ending": "blocked" if all(twin.held) else "out",
    }
