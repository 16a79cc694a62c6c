"""Result of an example deal of Auction Flop Poker: message keys of the section `example`, each with its parameters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from saleroom.games.flop.display.scene import FlopSettlement

Text = tuple[str, dict[str, Any]]


def sentences(last: FlopSettlement) -> Iterator[Text]:
    """Yield how the deal was decided."""
    yield "pot", {"count": last["pot"]}


def of_seat(last: FlopSettlement, seat: int) -> Iterator[Text]:
    """Yield what a seat made of the deal."""
    yield last["made"][seat], {"cards": " ".join(last["hands"][seat])}
    yield "paid", {"count": last["prizes"][seat] - last["score"][seat]}
    if last["prizes"][seat]:
        yield "prize", {"count": last["prizes"][seat]}
