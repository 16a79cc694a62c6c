"""Hints for games that do not define any; users get only the reasons that apply to every game."""

from __future__ import annotations

from saleroom.kernel.game import State
from saleroom.toolkit.display.reasons import Reasons


def reasons(view: State, seat: int, words: str) -> Reasons:
    """Return no reasons."""
    return iter(())
