"""What can be wrong with an action or a record."""

from __future__ import annotations

from collections.abc import Sequence

from saleroom.kernel.game import SEAT_SIGNS


class IllegalAction(ValueError):
    """An action that the rules do not allow now, with the reason; nothing has changed.

    The text names seats by number, from 0.
    """

    def __init__(self, text: str) -> None:
        """`text` may have a sign of `SEAT_SIGNS` in place of a seat."""
        self._text = text
        super().__init__(text.translate({ord(sign): f"seat {seat}" for seat, sign in enumerate(SEAT_SIGNS)}))

    def for_people(self, names: Sequence[str]) -> str:
        """Return the reason with the names of those who sit at the table, by seat."""
        signs = SEAT_SIGNS[: len(names)]
        return self._text.translate({ord(sign): name for sign, name in zip(signs, names, strict=True)})


class BadRecord(ValueError):
    """A record that no referee would accept; the text says where and why."""
