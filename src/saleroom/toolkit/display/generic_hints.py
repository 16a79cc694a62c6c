"""Hints of a game without its own: only the reasons that apply to every game are given."""

from __future__ import annotations

from saleroom.kernel.game import State
from saleroom.toolkit.display.reasons import Reasons


def reasons(view: State, seat: int, words: str) -> Reasons:
    """Return no reason."""
    return iter(())
