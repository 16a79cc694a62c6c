"""Result of an example deal of Auction House: message keys of the section `example`, each with its parameters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from saleroom.games.house.display.scene import HouseSettlement

Text = tuple[str, dict[str, Any]]


def sentences(last: HouseSettlement) -> Iterator[Text]:
    """Yield how the round was decided."""
    yield "kitty", {"cards": " ".join(last["kitty"]), "count": last["worth"]}
    if last["winner"] is None:
        yield "tied", {}
    else:
        yield "won", {"seat": last["winner"], "count": last["worth"] + last["carried"]}


def of_seat(last: HouseSettlement, seat: int) -> Iterator[Text]:
    """Yield what a seat made of the round."""
    yield "tricks", {"count": last["tricks"][seat]}
    yield "aside", {"card": last["kitty"][seat]}
