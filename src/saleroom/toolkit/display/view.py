"""View of a state as plain numbers.

All fields are read at once, because reading a field of a NumPy record by name is slow.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Self

from saleroom.kernel.bits import members
from saleroom.kernel.cards import NAMES

if TYPE_CHECKING:
    from saleroom.kernel.states import AuctionState, MatchState, TrickState
else:  # a view keeps its fields in its `__dict__`
    AuctionState = MatchState = TrickState = object


class ViewFields(MatchState):
    """Fields of one view. Numbers are integers; fields with one value per seat are arrays.

    Each game declares its own fields in the class `View` in its `display/view.py`.
    """

    def __init__(self, views: Any) -> None:
        """Read the fields of `views`, an array of one view."""
        self.__dict__ = dict(zip(views.dtype.names, views.item(), strict=True))
        self.record = views[0]

    def seen_by(self, views: Any, own: Iterable[str]) -> Self:
        """Return a seat's view of the same state.

        It is a copy of this view in which the fields `own` are read from `views`.
        """
        view = object.__new__(type(self))
        view.__dict__ = self.__dict__ | {name: views[name][0] for name in own}
        view.record = views[0]
        return view

    def row(self, field: Any) -> list[int]:
        """Return the value of a field for each seat."""
        return field[: self.seats].tolist()

    def next_to_act(self) -> int:
        """Return the lowest-numbered of the seats that may act now, or -1 if there is none."""
        return (self.acting & -self.acting).bit_length() - 1

    def round_from(self, first: int, count: int) -> list[int]:
        """Return `count` seats, clockwise from `first`."""
        return [(first + step) % self.seats for step in range(count)]


class AuctionView(ViewFields, AuctionState):
    """View with the fields of auctions."""


class TrickView(ViewFields, TrickState):
    """View with the fields of tricks."""


def card_or_none(card: int) -> str | None:
    """Return the name of a card, or None if `card` is -1."""
    return NAMES[card] if card >= 0 else None


def seat_or_none(seat: int) -> int | None:
    """Return `seat`, or None if it is -1."""
    return seat if seat >= 0 else None


def cards_of(bits: int) -> list[str]:
    """Return the names of a set of cards, in the order of their numbers."""
    return [NAMES[card] for card in members(bits)]
