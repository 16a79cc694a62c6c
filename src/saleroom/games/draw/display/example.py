"""Result of an example deal of Auction Draw: message keys of the section `example`, each with its parameters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from saleroom.games.draw.display.scene import DrawSettlement

Text = tuple[str, dict[str, Any]]


def sentences(last: DrawSettlement) -> Iterator[Text]:
    """Yield how the round was decided."""
    yield last["ending"], {"seats": last["takers"], "count": sum(last["won"])}


def of_seat(last: DrawSettlement, seat: int) -> Iterator[Text]:
    """Yield what a seat made of the round."""
    if tiles := last["hands"][seat]:
        yield "left", {"cards": " ".join(tiles), "count": last["pips"][seat]}
    yield "paid", {"count": last["won"][seat] - last["score"][seat]}
    if last["won"][seat]:
        yield "pool", {"count": last["won"][seat]}
