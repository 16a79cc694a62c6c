"""What a seat may do, as words and, where any amount of many may be bid, as a run of amounts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from saleroom.kernel import choices, loops
from saleroom.toolkit.display.scenes import Bids, Legal
from saleroom.toolkit.display.view import ViewFields

FEW = 3  # so many amounts are still words


def legal_words(format_action: Callable[[Any, int, int], str], views: Any, view: ViewFields, seat: int) -> Legal:
    """The choices of a seat, told from its view, which is given twice: as an array of one and plain."""
    found = loops.legal(views, 0, seat)
    bids = None
    if found.high - found.low > FEW:
        low = int(format_action(view, seat, found.low).removeprefix("bid "))
        bids = Bids(low=low, high=low + found.high - found.low - 1)
        found = found._replace(low=0, high=0)
    return [format_action(view, seat, action) for action in choices.ids(found)], bids
