"""What is shown when a deal of Auction Draw is settled."""

from __future__ import annotations

from typing import Any

from saleroom.kernel.tiles import as_bits


def shown(view: Any) -> list[int]:
    """The hands, as sets of pieces."""
    return [as_bits(tiles) for tiles in view.shown]
