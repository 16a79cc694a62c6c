"""Result of an example deal of Auction Pitch: message keys of the section `example`, each with its parameters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from saleroom.games.pitch.display.scene import PitchSettlement

Text = tuple[str, dict[str, Any]]


def sentences(last: PitchSettlement) -> Iterator[Text]:
    """Yield how the deal was decided."""
    bid, made = last["bid"], last["made"]
    yield "trump", {"suit": last["trump"]}
    ending = "unbid" if bid is None else "made" if made >= bid else "set"
    yield ending, {"seat": last["pitcher"], "bid": bid, "made": made}


def of_seat(last: PitchSettlement, seat: int) -> Iterator[Text]:
    """Yield what a seat made of the deal."""
    for point in last["points"]:
        if point["seat"] == seat:
            yield point["name"], {"card": point["card"] or ""}
    yield "counted", {"count": last["counts"][seat]}
