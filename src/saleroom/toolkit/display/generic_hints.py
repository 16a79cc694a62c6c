"""The hints of a game that has none: no reason of its own, so that only those that hold for every game are given."""

from __future__ import annotations

from saleroom.kernel.game import State
from saleroom.toolkit.display.reasons import Reasons


def reasons(view: State, seat: int, words: str) -> Reasons:
    """No reason."""
    return iter(())
