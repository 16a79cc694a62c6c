"""Result of an example deal of Auction Hearts: message keys of the section `example`, each with its parameters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from saleroom.games.hearts.display.scene import HeartsSettlement

Text = tuple[str, dict[str, Any]]


def sentences(last: HeartsSettlement) -> Iterator[Text]:
    """Yield how the deal was decided."""
    if last["buyer"] is not None:
        yield "bought", {"seat": last["buyer"], "count": last["price"], "suit": last["pain"]}
    clear = [seat for seat, taken in enumerate(last["taken"]) if taken == 0]
    if last["ending"] in ("one clear", "two clear"):
        yield last["ending"], {"seats": clear}
    else:
        yield "stays", {}


def of_seat(last: HeartsSettlement, seat: int) -> Iterator[Text]:
    """Yield what a seat made of the deal."""
    taken, price = last["taken"][seat], last["price"] if seat == last["buyer"] else 0
    if price:
        yield "price", {"count": price}
    yield ("took", {"count": taken}) if taken else ("clear", {})
    if won := last["score"][seat] + taken + price:
        yield "pot", {"count": won}
